import type { Interval } from './scope.ts';

/** What an interval is of, where the inspector can tell more of it. */
export type IntervalAbout =
  | { readonly kind: 'state'; readonly tid: number }
  | {
      readonly kind: 'slice';
      readonly name: string;
      /** The thread, in words. */
      readonly of: string;
      readonly eventKind: string;
      readonly hasFailed: boolean;
      /** Where it stands in its file; null where the format has no lines. */
      readonly capture: number;
      readonly line: number | null;
    }
  /** A bucket of requests. */
  | { readonly kind: 'requests' };

/** An interval that was clicked on the timeline, or stands in the row that is active in a table. */
export interface ChosenInterval extends Interval {
  /** The moment in it that was chosen. */
  readonly at: bigint;
  readonly about: IntervalAbout;
}

/** The interval that a row tells, by its columns of the usual names; null where it tells none. */
export function intervalOfRow(cell: (column: string) => unknown): ChosenInterval | null {
  const [from, duration, tid] = [cell('time'), cell('duration'), cell('tid')];
  if (typeof from !== 'bigint' || typeof duration !== 'number' || !(duration >= 0)) return null;
  if (typeof cell('state') !== 'string' || typeof tid !== 'number') return null;
  const to = from + BigInt(Math.max(1, Math.round(duration)));
  return { from, to, at: from, about: { kind: 'state', tid } };
}
