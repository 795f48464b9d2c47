/** Columns that identify the series of a row, the same in all questions. */

import type { AnswerColumn, AnswerData, Texts } from '../contract.ts';
import { texts } from '../kit/answer.ts';
import { signalId } from '../kit/signal-ids.ts';
import type { SeriesFact } from './series-facts.ts';

export const labelColumns: readonly AnswerColumn[] = [
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'Id of the capture.' },
  { name: 'host', kind: 'text', refers: 'host', about: 'The machine; null if the capture does not name it.' },
  { name: 'object', kind: 'text', about: 'What is measured: cpu, disk, memory, process, ….' },
  { name: 'instance', kind: 'text', about: 'Instance of the object; null if there is only one.' },
  { name: 'counter', kind: 'code', refers: 'series', about: "The counter's name as the tool prints it." },
  { name: 'unit', kind: 'text', about: 'Unit of the values; null if unknown.' },
];

/** Data of {@link labelColumns} and of `idColumn`: row `r` is about `series[at[r]]`. */
export function labels(
  series: readonly SeriesFact[],
  at: ArrayLike<number>,
  unitOf: (series: SeriesFact) => string | null,
): Record<string, AnswerData> {
  const spread = (get: (series: SeriesFact) => string | null): Texts => {
    const { index, values } = texts(series.map(get));
    return { index: Int32Array.from({ length: at.length }, (_, row) => index[at[row]!]!), values };
  };
  return {
    id: spread(each => signalId('series', each.id)),
    capture: Float64Array.from({ length: at.length }, (_, row) => series[at[row]!]!.capture),
    host: spread(each => each.host),
    object: spread(each => each.object),
    instance: spread(each => each.instance),
    counter: spread(each => each.counter),
    unit: spread(unitOf),
  };
}

/** Index in `series` of the series with each id. */
export function placesOf(series: readonly SeriesFact[], ids: Int32Array): Int32Array {
  const places = new Map(series.map(({ id }, place) => [id, place]));
  return ids.map(id => places.get(id)!);
}

/** The same columns, with a unit for those in `names`. */
export function inUnit(
  columns: readonly AnswerColumn[],
  names: readonly string[],
  units: Iterable<string | null>,
): readonly AnswerColumn[] {
  const [unit, ...others] = new Set(units);
  if (unit === undefined || unit === null || others.length > 0) return columns;
  return columns.map(column => (names.includes(column.name) ? { ...column, unit } : column));
}
