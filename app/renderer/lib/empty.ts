import type { Note } from '../../contract.ts';

export const noSamples = 'No samples in this scope: take a part of it away above.';

/** Notes that say why an answer has no rows, whatever was asked. */
const reasons: ReadonlySet<string> = new Set(['no-sample', 'not-in-scope']);

/** The same, where no other scope would help. */
const final: ReadonlySet<string> = new Set(['too-few-to-tell']);

/** Why an answer has no rows: what it says itself, else what that means to the question. */
export function whyEmpty(notes: readonly Note[], otherwise: string): string {
  const reason = notes.find(({ code }) => reasons.has(code));
  const end = notes.find(({ code }) => final.has(code));
  if (end) return end.text;
  return reason ? `${reason.text} Take a part of the scope away above.` : otherwise;
}
