import type { Note } from '../../contract.ts';

export const noSamples = 'No samples are in scope. Remove a part of the scope above.';

/** Notes with the reason of an empty answer, for any question. */
const reasons: ReadonlySet<string> = new Set(['no-sample', 'not-in-scope']);

/** Notes with a reason that a change of scope would not remove. */
const final: ReadonlySet<string> = new Set(['too-few-to-tell']);

/** The reason of an empty answer: from its notes, else `otherwise`. */
export function whyEmpty(notes: readonly Note[], otherwise: string): string {
  const reason = notes.find(({ code }) => reasons.has(code));
  const end = notes.find(({ code }) => final.has(code));
  if (end) return end.text;
  return reason ? `${reason.text} Remove a part of the scope above.` : otherwise;
}
