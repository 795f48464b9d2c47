import type { AnswerColumn, Refers } from '../../../analyzers/contract.ts';
import type { TreePlace } from '../state/flame.ts';
import type { FunctionRef } from '../state/history.ts';
import type { SeriesRef } from '../state/metrics.ts';
import type { RowCells } from '../state/paged-answer.ts';

/** Things a row refers to. Null cells refer to nothing. */
export type References = ReadonlyMap<Refers, string | number>;

/** If several columns refer to the same type of thing, the first counts. */
export function referencesOf(columns: readonly AnswerColumn[], row: RowCells): References {
  const found = new Map<Refers, string | number>();
  for (const { name, refers } of columns) {
    const value = refers === undefined || found.has(refers) ? null : row(name);
    if (typeof value === 'string' || typeof value === 'number') found.set(refers!, value);
  }
  return found;
}

/** A row as its entries see it. */
export interface MeantRow {
  readonly references: References;
  readonly cell: RowCells;
  /** Place in a call tree. */
  readonly place?: TreePlace;
}

/** The series of a row, if the row has all columns that identify one. */
export function seriesIn(cell: RowCells): SeriesRef | null {
  const [capture, object, counter] = [cell('capture'), cell('object'), cell('counter')];
  if (typeof capture !== 'number' || typeof object !== 'string' || typeof counter !== 'string') return null;
  const text = (column: string) => {
    const value = cell(column);
    return typeof value === 'string' ? value : null;
  };
  return { capture, host: text('host'), object, instance: text('instance'), counter, unit: text('unit') };
}

/** The function of a row: its name, and the module in the same row. */
export function functionIn(references: References): FunctionRef | null {
  const name = references.get('function');
  return name === undefined
    ? null
    : { function: String(name), module: String(references.get('module') ?? '') };
}
