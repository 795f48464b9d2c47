import type { Interval } from '../lib/interval.ts';

/** The subject of an interval, for which the inspector shows details. */
export type IntervalAbout =
  | { readonly kind: 'state'; readonly tid: number }
  | {
      readonly kind: 'slice';
      readonly name: string;
      /** Name of the thread. */
      readonly thread: string;
      readonly eventKind: string;
      readonly hasFailed: boolean;
      /** Position in its file; null if the format has no lines. */
      readonly capture: number;
      readonly line: number | null;
    }
  /** A bucket of requests. */
  | { readonly kind: 'requests' };

/** An interval clicked on the timeline, or of the active row of a table. */
export interface ChosenInterval extends Interval {
  /** The clicked moment in it. */
  readonly at: bigint;
  readonly about: IntervalAbout;
}

/** The interval of a row, from columns with the usual names; null if it has none. */
export function intervalOfRow(cell: (column: string) => unknown): ChosenInterval | null {
  const [from, duration, tid] = [cell('time'), cell('duration'), cell('tid')];
  if (typeof from !== 'bigint' || typeof duration !== 'number' || !(duration >= 0)) return null;
  if (typeof cell('state') !== 'string' || typeof tid !== 'number') return null;
  const to = from + BigInt(Math.max(1, Math.round(duration)));
  return { from, to, at: from, about: { kind: 'state', tid } };
}
