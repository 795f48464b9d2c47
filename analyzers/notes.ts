/** Notes that several questions make; a note that only one question makes stands in its folder. */
import { amountOf, counted, listed } from './answer.ts';
import type { CaptureFact } from './catalog.ts';
import type { Note, NoteData, Remedy } from './contract.ts';

export function note(code: string, text: string, data?: NoteData, remedy?: Remedy): Note {
  return { code, text, ...(data && { data }), ...(remedy && { remedy }) };
}

/** The same notes, each said once: parts of one question may meet the same difficulty. */
export function onceEach(notes: Iterable<Note>): Note[] {
  return [...new Map(Array.from(notes, each => [each.text, each])).values()];
}

const ownClockCode = 'own-clock';

/** Times are not UTC, and are shown since `start`: {@link ownClockStart} of the notes. */
export function ownClock([capture]: readonly CaptureFact[]): Note {
  const start = capture?.ownStart ?? 0n;
  return note(
    ownClockCode,
    `On its own clock, from its beginning: nothing in scope is aligned to UTC. That clock shows ${seconds(start)} there.`,
    { start: String(start) },
  );
}

/** ns on the captures' own clock since which times are shown; null where they are UTC. */
export function ownClockStart(notes: readonly Note[]): bigint | null {
  const start = notes.find(({ code }) => code === ownClockCode)?.data?.start;
  return typeof start === 'string' ? BigInt(start) : null;
}

/** To the nanosecond: scopes take it. */
function seconds(ns: bigint): string {
  const text = String(ns < 0n ? -ns : ns).padStart(10, '0');
  return `${ns < 0n ? '-' : ''}${text.slice(0, -9)}.${text.slice(-9)} s`;
}

/** A time range leaves these captures out. */
export function unalignedLeftOut(captures: readonly string[]): Note {
  return note(
    'unaligned-left-out',
    `Left out, because not aligned to UTC and so not in any time range: ${listed(captures)}.`,
    { captures },
  );
}

/** Rows of these captures are part of the answer, but have no time in it. */
export function withoutClock(captures: readonly string[]): Note {
  return note(
    'without-clock',
    `Without a time, because without a clock or not aligned to UTC: ${listed(captures)}.`,
    { captures },
  );
}

/** Part of these, which are added up, lies out of scope. `unit` is in the plural: `calls`. */
export function cutToScope(amount: number, unit: string): Note[] {
  if (amount === 0) return [];
  return [
    note(
      'cut-to-scope',
      `Reach beyond the scope, and only add the time within it: ${amountOf(amount, unit)}.`,
      {
        amount,
      },
    ),
  ];
}

/** Rows that a picture over time cannot hold. `unit` is in the plural: `samples`. */
export function withoutTime(amount: number, unit: string): Note {
  return note('without-time', `Without a time on this axis, and so left out: ${amountOf(amount, unit)}.`, {
    amount,
    unit,
  });
}

/** Samples are in scope, but none that passes through what was asked about. */
export function notInScope(name: string): Note {
  return note('not-in-scope', `No sample in scope passes through ${name}.`, { name });
}

/** Only the first of what was found is in the answer. */
export function firstOnly(shown: number, of: number | null, text: string, remedy: Remedy): Note {
  return note('first-only', text, { shown, ...(of !== null && { of }) }, remedy);
}

/** The same of rows that a parameter `top` bounds; nothing where all are shown. */
export function firstRows(shown: number, of: number): Note[] {
  if (shown >= of) return [];
  const text = `The first ${counted(shown)} of ${counted(of)}.`;
  return [firstOnly(shown, of, text, { option: 'top', does: 'changes how many are shown' })];
}

/** A part of the scope that means nothing to this question. */
export function scopeIgnored(parts: readonly string[], text: string): Note {
  return note('scope-ignored', text, { parts });
}
