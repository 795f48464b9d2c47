/**
 * Finds the layout of a table from its beginning: the separator, the titles, and the content of each column. A user's
 * definition takes precedence over detection.
 */
import { decode } from '../kit/bytes.ts';
import { cellsOf } from '../kit/csv.ts';
import { type ColumnFound, findUses, isRead, timeIn } from './columns.ts';
import type { TableDefinition } from './definition.ts';
import { type Comma, commaOf, isNumber } from './numbers.ts';
import { readTime, type TimeForm } from './times.ts';

/** Maximum number of rows that are examined. */
export const maxRows = 100;
/** Number of lines in which titles are searched for. */
const maxLinesBeforeTitles = 4;
const separators = [',', '\t', ';', '|'];
const widest = 100_000;

export interface TableLayout {
  readonly separator: string;
  /** The line of titles, as in the file. */
  readonly header: string;
  readonly columns: readonly ColumnFound[];
  readonly form: TimeForm;
  readonly comma: Comma;
}

/** A table as far as it is understood; `problem` is a sentence about what is missing. */
export type TableLook =
  | (TableLayout & { readonly rows: readonly (readonly string[])[]; readonly problem: null })
  | (Omit<TableLayout, 'form'> & {
      readonly form: TimeForm | null;
      readonly rows: readonly (readonly string[])[];
      readonly problem: string;
    });

/** The layout of a table; null if it has no time or no value. */
export function layoutOf(head: Uint8Array, given: TableDefinition | null): TableLayout | null {
  const look = lookAt(head, given);
  return look?.problem === null ? look : null;
}

/** The first complete reading, else the one with most columns; null if no line can be the titles. */
export function lookAt(head: Uint8Array, given: TableDefinition | null): TableLook | null {
  if (head.includes(0)) return null;
  const lines = decode(head, 0, head.length)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/, maxRows + 12);
  // The head may end within a line.
  if (lines.length > maxLinesBeforeTitles && lines.length < maxRows + 12) lines.pop();
  const first = lines.findIndex(line => line.trim() !== '' && !/^#TYPE\b|^sep=.$/i.test(line));
  let best: TableLook | null = null;
  for (let at = Math.max(first, 0); at < Math.min(lines.length, first + maxLinesBeforeTitles); at++) {
    for (const separator of given?.separator ? [given.separator] : separators) {
      const look = tryLook(lines, at, separator, given);
      if (look?.problem === null) return look;
      if (look && look.columns.length > (best?.columns.length ?? 0)) best = look;
    }
  }
  return best;
}

/** The table with its titles in line `at`; null if the line cannot be the titles of the lines after it. */
function tryLook(
  lines: readonly string[],
  at: number,
  separator: string,
  given: TableDefinition | null,
): TableLook | null {
  const header = lines[at]!;
  const titles = titlesOf(header, separator);
  const width = titles.length;
  if (width < 2 || width > widest) return null;
  const named = titles.filter(title => title !== '' && !isNumber(title));
  if (named.length < width - 1 || new Set(titles).size < named.length) return null;
  if (given && !hasAll(titles, given)) return null;
  const below = lines
    .slice(at + 1, at + 1 + maxRows)
    .filter(line => line.trim() !== '' && !isRule(line))
    .map(line => rowOf(line, separator));
  const rows = below.filter(row => row.length === width || (row.length === width + 1 && row.at(-1) === ''));
  if (rows.length < (given ? 1 : 2) || rows.length < below.length * 0.9) return null;
  const cells = titles.map((_, column) => rows.map(row => row[column]!.trim()));
  const comma = commaOf(cells, separator, given?.decimal ?? null);
  const { columns, form } = findUses(titles, cells, comma, given);
  const common = { separator, header, columns, comma, rows };
  const problem = problemOf(titles, columns, form, rows);
  if (problem === null && form !== null) return { ...common, form, problem };
  return { ...common, form, problem: problem ?? noTime };
}

const noTime = 'No column has times in a known form: choose one, and give the form of its times.';

function problemOf(
  titles: readonly string[],
  columns: readonly ColumnFound[],
  form: TimeForm | null,
  rows: readonly (readonly string[])[],
): string | null {
  const time = columns.find(({ is }) => is === 'time');
  if (time === undefined) return noTime;
  const times = rows.map(row => timeIn(columns, row));
  if (form === null || !isRead(times, form)) {
    const first = times.find(each => each !== '') ?? '';
    return `The times of "${time.title}" do not have that form: the first is "${first}".`;
  }
  if (titles.some(title => readTime(title, form) !== null)) return 'The first line has no titles.';
  return columns.some(({ is }) => is === 'value') ? null : 'No column has values: choose one.';
}

/** The cells of a line. In Markdown, it begins and ends with the separator. */
export function rowOf(line: string, separator: string): string[] {
  const cells = cellsOf(line, separator);
  const isFramed =
    separator === '|' && cells.length > 2 && cells[0]!.trim() === '' && cells.at(-1)!.trim() === '';
  return isFramed ? cells.slice(1, -1) : cells;
}

/**
 * A line of no row: between the titles and the rows of a table in Markdown or of a database's client (`+---+`,
 * `---+---`), or the number of rows below them.
 */
export const isRule = (line: string): boolean =>
  /^\s{0,64}[|+]?\s{0,64}:?-+:?(?:\s{0,64}[|+]\s{0,64}:?-+:?){0,1000}\s{0,64}[|+]?\s{0,64}$/.test(line) ||
  /^\(\d{1,12} rows?\)$|^\d{1,12} rows? in set\b/.test(line);

/** The titles in a line. */
export const titlesOf = (line: string, separator: string): string[] =>
  rowOf(line, separator).map(title => title.replace(/^#\s*/, '').trim());

/** True if the titles include all columns of the definition. */
const hasAll = (titles: readonly string[], { columns }: TableDefinition): boolean =>
  Object.keys(columns).every(title => titles.includes(title));
