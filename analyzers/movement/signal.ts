/** Anything in a workspace that goes up and down with time. */
export interface Signal {
  /** `series/12`, `process/postgres`: the same in every question. */
  readonly id: string;
  /** Another name for it, that others have who do not know its id. */
  readonly alias?: string;
  readonly what: SignalKind;
  readonly name: string;
  readonly unit: string | null;
  /** One a bucket of the grid, NaN where nobody knows. */
  readonly values: Float64Array;
  /** Where the values count things: what one of them adds to a value. */
  readonly perCount: number | null;
  /** ns from the start of a bucket to the start of the time that its value speaks for: tools do not report at whole seconds. */
  readonly shift: number;
  /** What it measures, of what: signals of the same are copies of one fact, or its complement. */
  readonly fact: string | null;
  /** What it is one of many of: the same counter of another thread, disk or CPU. */
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
