/** Number of CPUs that one sample in one bucket represents, if the profiler's rate is known. */
import type { Tally } from '../samples/samples.ts';
import type { Span } from './span.ts';

export interface Rate {
  /** Unit of the values. */
  readonly unit: string;
  /** Unit of what was added up. */
  readonly amounts: string;
  perSample(kind: string, capture: number): number;
}

export function rateOf({ captures, width }: Span, tallies: readonly Tally[], byPeriod: boolean): Rate {
  const seconds = Number(width) / 1e9;
  const amounts = tallies[0]?.whole.unit ?? 'samples';
  // Time waited divided by time is the number of waiting threads.
  if (amounts === 'ns') return { unit: 'threads', amounts, perSample: () => 1 / Number(width) };
  const kinds = tallies.filter(each => each.amount.length > 0).map(each => each.kind ?? '');
  const present = new Set(tallies.flatMap(each => [...each.groups.ints('capture')]));
  const hertz = new Map<string, number>();
  for (const { id, frequency } of captures) {
    for (const kind of kinds) {
      const known = frequency[kind] ?? frequency[kind.replace(/:[a-zA-Z]+$/, '')];
      if (known !== undefined) hertz.set(`${kind} ${id}`, known);
      else if (present.has(id)) return { unit: `${amounts}/s`, amounts, perSample: () => 1 / seconds };
    }
  }
  if (byPeriod || kinds.length === 0) return { unit: `${amounts}/s`, amounts, perSample: () => 1 / seconds };
  return {
    unit: 'CPUs',
    amounts,
    perSample: (kind, capture) => 1 / ((hertz.get(`${kind} ${capture}`) ?? 1) * seconds),
  };
}
