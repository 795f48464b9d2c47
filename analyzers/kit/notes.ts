/** Notes that several questions make; a note of only one question is in the folder of that question. */

import type { Note, NoteData, Remedy } from '../contract.ts';
import { amountOf, counted, listed } from './answer.ts';
import type { CaptureFact } from './catalog.ts';

export function note(code: string, text: string, data?: NoteData, remedy?: Remedy): Note {
  return { code, text, ...(data && { data }), ...(remedy && { remedy }) };
}

/** Removes equal notes, which several parts of one question may make. */
export function onceEach(notes: Iterable<Note>): Note[] {
  return [...new Map(Array.from(notes, each => [each.text, each])).values()];
}

const ownClockCode = 'own-clock';

/** Times are not UTC, and are shown since `start`: {@link ownClockStart} of the notes. */
export function ownClock([capture]: readonly CaptureFact[]): Note {
  const start = capture?.ownStart ?? 0n;
  return note(
    ownClockCode,
    `Nothing in scope is aligned to UTC: times are on the capture's own clock, counted from its first row, at which that clock shows ${seconds(start)}.`,
    { start: String(start) },
  );
}

/** Time on the captures' own clock from which times are counted, ns; null if times are UTC. */
export function ownClockStart(notes: readonly Note[]): bigint | null {
  const start = notes.find(({ code }) => code === ownClockCode)?.data?.start;
  return typeof start === 'string' ? BigInt(start) : null;
}

/** With all digits, so that it can be copied into a scope. */
function seconds(ns: bigint): string {
  const text = String(ns < 0n ? -ns : ns).padStart(10, '0');
  return `${ns < 0n ? '-' : ''}${text.slice(0, -9)}.${text.slice(-9)} s`;
}

/** The note that a time range excludes unaligned captures. */
export function unalignedLeftOut(captures: readonly string[]): Note {
  return note(
    'unaligned-left-out',
    `Left out of the time range, because not aligned to UTC: ${listed(captures)}.`,
    { captures },
  );
}

/** The note that rows of these captures are in the answer without a time. */
export function withoutClock(captures: readonly string[]): Note {
  return note(
    'without-clock',
    `Rows without a time, because their capture has no clock or is not aligned to UTC: ${listed(captures)}.`,
    { captures },
  );
}

/** The note that only the part in scope of some rows is added up. `unit` is in the plural: `calls`. */
export function clippedToScope(amount: number, unit: string): Note[] {
  if (amount === 0) return [];
  return [
    note(
      'cut-to-scope',
      `Clipped to the scope, so that only the time within it is added up: ${amountOf(amount, unit)}.`,
      {
        amount,
      },
    ),
  ];
}

/** The note that a picture over time leaves out rows without a time. `unit` is in the plural: `samples`. */
export function withoutTime(amount: number, unit: string): Note {
  return note(
    'without-time',
    `Left out, because they have no time on this axis: ${amountOf(amount, unit)}.`,
    {
      amount,
      unit,
    },
  );
}

/** The note that no sample in scope passes through the function or module asked about. */
export function notInScope(name: string): Note {
  return note('not-in-scope', `No sample in scope passes through ${name}.`, { name });
}

/** The note that the answer has only the first rows. */
export function firstOnly(shown: number, total: number | null, text: string, remedy: Remedy): Note {
  return note('first-only', text, { shown, ...(total !== null && { of: total }) }, remedy);
}

/** The same for rows limited by a parameter `top`; no note if all are shown. */
export function firstRows(shown: number, total: number): Note[] {
  if (shown >= total) return [];
  const text = `The first ${counted(shown)} of ${counted(total)}.`;
  return [firstOnly(shown, total, text, { option: 'top', does: 'changes how many are shown' })];
}

/** The note that this question ignores a part of the scope. */
export function scopeIgnored(parts: readonly string[], text: string): Note {
  return note('scope-ignored', text, { parts });
}
