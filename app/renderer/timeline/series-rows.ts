import type { Cell } from '../state/paged-answer.ts';
import type { MeasuredSeries } from './default-tracks.ts';

/** A row of the question `series`. */
export function measured(row: Readonly<Record<string, Cell>>): MeasuredSeries {
  const text = (cell: Cell | undefined) => (typeof cell === 'string' ? cell : null);
  const name = text(row.meaning);
  const attributes: Readonly<Record<string, string>> = JSON.parse(text(row.attributes) ?? '{}');
  return {
    capture: Number(row.capture),
    host: text(row.host),
    object: text(row.object) ?? '',
    instance: text(row.instance),
    counter: text(row.counter) ?? '',
    unit: text(row.unit),
    mean: Number(row.mean),
    max: Number(row.max),
    points: Number(row.points),
    meaning: name === null ? null : { name, attributes },
  };
}
