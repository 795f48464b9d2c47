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
  /** For values that count things: the amount one of them adds to a value; else null. */
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
}

export const signalKinds = {
  series: 'a counter',
  process: 'CPU time of a process',
  module: 'CPU time in a module itself',
  function: 'CPU time in a function itself',
  template: 'how often a message came',
  level: 'how often messages of a level came',
  events: 'how often a kind of event came',
  latency: 'the 95th percentile of how long a kind of event lasted',
  ready: 'threads of a process that could run and had no CPU',
  waiting: 'threads of a process that waited',
  search: 'how often a search finds something',
} as const;

export type SignalKind = keyof typeof signalKinds;
