import type { SignalKind } from '../kit/signal-ids.ts';

/** A function of time in a workspace: a series, a rate or a share. */
export interface Signal {
  /** `series/12`, `process/postgres`: the same id in every question. */
  readonly id: string;
  /** A second id, by the text of a template instead of its number. */
  readonly alias?: string;
  readonly what: SignalKind;
  readonly name: string;
  readonly unit: string | null;
  /** One value per bucket of the grid; NaN where unknown. */
  readonly values: Float64Array;
  /** The amount that one event adds to a value, if values are counts; else null. */
  readonly perCount: number | null;
  /**
   * ns from the start of a bucket to the start of the time its value covers: tools do not report at whole
   * seconds.
   */
  readonly shift: number;
  /**
   * The quantity and the object it measures. Signals with one fact are copies of each other, or complements.
   */
  readonly fact: string | null;
  /** The family of similar signals it belongs to: the same counter of other threads, disks or CPUs. */
  readonly family: string | null;
  /** The process or thread of a counter: what begins and ends as one. */
  readonly subject?: string;
  /** True for counters of waiting, which follow from what others did. */
  readonly isWait?: true;
  /** True for what users of a service notice: how long operations take, how many are done, how many fail. */
  readonly isSymptom?: true;
}
