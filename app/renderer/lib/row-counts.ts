import { type RowTable, rowTables, type Table, tables, type Word } from '../../../parsers/tables.ts';
import type { CaptureInfo } from '../../contract.ts';
import { formatInteger } from '../../wording/numbers.ts';
import { hasTimes } from './clock-words.ts';

/** Rows by table. */
type Rows = Readonly<Record<string, number>>;

/**
 * `1,200 samples`, `3 events`, …: rows per table in the words of their declarations, without empty tables.
 *
 * @param written formats a number
 */
export const rowCounts = (rows: Rows, written = formatInteger): string[] =>
  counted([{ rows, areTotals: false }], written);

/** The same for the rows of captures: a capture without times has totals, which have their own word. */
export const rowCountsOf = (
  captures: readonly Pick<CaptureInfo, 'rows' | 'duration'>[],
  written = formatInteger,
): string[] =>
  counted(
    captures.map(capture => ({ rows: capture.rows, areTotals: !hasTimes(capture) })),
    written,
  );

function counted(
  parts: readonly { readonly rows: Rows; readonly areTotals: boolean }[],
  written: (n: number) => string,
): string[] {
  const counts = new Map<Word, number>();
  for (const table of rowTables)
    for (const { rows, areTotals } of parts) {
      const word = wordFor(table, areTotals);
      counts.set(word, (counts.get(word) ?? 0) + (rows[table] ?? 0));
    }
  return [...counts].flatMap(([{ one, many }, n]) =>
    n > 0 ? [`${written(n)} ${n === 1 ? one : many}`] : [],
  );
}

function wordFor(table: RowTable, areTotals: boolean): Word {
  const declared: Extract<Table, { kind: 'row' }> = tables[table];
  return (areTotals && declared.wordOfTotals) || declared.word;
}
