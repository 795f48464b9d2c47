import { rowTables, tables } from '../../../parsers/tables.ts';
import { formatInteger } from '../../wording/numbers.ts';

/**
 * `1,200 samples`, `3 events`, …: rows per table in the words of their declarations, without empty tables.
 *
 * @param written formats a number
 */
export function rowCounts(rows: Readonly<Record<string, number>>, written = formatInteger): string[] {
  return rowTables.flatMap(table => {
    const n = rows[table] ?? 0;
    const { one, many } = tables[table].word;
    return n > 0 ? [`${written(n)} ${n === 1 ? one : many}`] : [];
  });
}
