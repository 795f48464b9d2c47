/** Finding out what a table holds from its beginning: the separator, the titles, and what each column is. */
import { decode } from '../kit/bytes.ts';
import { cellsOf } from '../kit/csv.ts';

import { number } from '../kit/metrics/values.ts';
import { namesTime, readTime, type TimeForm, timeFormOf } from './times.ts';
import { unitOfTitle } from './units.ts';

/** Rows that decide. */
const mostRows = 100;

export type ColumnKind =
  /** The time, or the date of a time in the next time column. */
  | 'time'
  | 'date'
  | 'value'
  /** Names what the values of the row are about. */
  | 'label'
  | 'host'
  /** In a long table, one value a row: the counter's name and its unit. */
  | 'counter'
  | 'unit'
  /** Text that names nothing: nearly every row has its own. */
  | 'other';

export interface TableColumn {
  readonly title: string;
  readonly kind: ColumnKind;
  readonly unit: string | null;
}

export interface TableLayout {
  readonly separator: string;
  /** The line of titles, as it stands in the file. */
  readonly header: string;
  readonly columns: readonly TableColumn[];
  readonly form: TimeForm;
  /** What commas in numbers are; with `grouped` points stand between thousands. */
  readonly comma: 'decimal' | 'grouped' | 'thousands' | null;
}

const hosts = /^(?:host|host ?name|computer|computer ?name|machine|node|server|entity)$/i;
const identities =
  /^(?:(?:[a-z]+[ _]?)?(?:id|number)|pid|tid|ppid|uid|instance|device|cpu|core|lun|port|line|lineid|interval ?secs?)$/i;
const counterNames = /^(?:metric ?id|metric|metric ?name|counter|counter ?name|stat|key|name)$/i;

/** null if this is no table with a time and a value. */
export function layoutOf(head: Uint8Array): TableLayout | null {
  if (head.includes(0)) return null;
  const lines = decode(head, 0, head.length)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/, mostRows + 12);
  // The head may end within a line.
  if (lines.length > 4 && lines.length < mostRows + 12) lines.pop();
  const first = lines.findIndex(line => line.trim() !== '' && !/^#TYPE\b|^sep=.$/i.test(line));
  for (let at = Math.max(first, 0); at < Math.min(lines.length, first + 4); at++) {
    for (const separator of [',', '\t', ';', '|']) {
      const layout = tryLayout(lines, at, separator);
      if (layout !== null) return layout;
    }
  }
  return null;
}

function tryLayout(lines: readonly string[], at: number, separator: string): TableLayout | null {
  const header = lines[at]!;
  const titles = cellsOf(header, separator).map(title => title.replace(/^#\s*/, '').trim());
  const width = titles.length;
  if (width < 2 || width > 100_000) return null;
  const named = titles.filter(title => title !== '' && Number.isNaN(number(title)));
  if (named.length < width - 1 || new Set(titles).size < named.length) return null;
  const rows = lines
    .slice(at + 1, at + 1 + mostRows)
    .filter(line => line.trim() !== '')
    .map(line => cellsOf(line, separator));
  const whole = rows.filter(row => row.length === width || (row.length === width + 1 && row.at(-1) === ''));
  if (whole.length < 2 || whole.length < rows.length * 0.9) return null;
  const cells = titles.map((_, column) => whole.map(row => row[column]!.trim()));
  const time = timeColumn(titles, cells);
  if (time === null || titles.some(title => readTime(title, time.form) !== null)) return null;
  const comma = commaOf(cells, separator);
  const moments = new Set(cells[time.column]).size;
  const columns = titles.map((title, column): TableColumn => {
    const kind =
      column === time.column
        ? 'time'
        : column === time.date
          ? 'date'
          : kindOf(title, cells[column]!, comma, moments);
    return { title, kind, unit: kind === 'value' ? unitOfTitle(title) : null };
  });
  if (!columns.some(({ kind }) => kind === 'value')) return null;
  return { separator, header, columns: long(columns), form: time.form, comma };
}

interface TimeColumn {
  readonly column: number;
  /** The column of the date, where it stands apart; else -1. */
  readonly date: number;
  readonly form: TimeForm;
}

/** The column whose title says it is the time and whose cells are, else the first whose cells can be nothing else. */
function timeColumn(titles: readonly string[], cells: readonly (readonly string[])[]): TimeColumn | null {
  const found: TimeColumn[] = [];
  for (const [column, title] of titles.entries()) {
    const form = timeFormOf(title, cells[column]!);
    if (form !== null) found.push({ column, date: -1, form });
  }
  const rank = ({ column, form }: TimeColumn): number => {
    const certain = form.kind === 'civil' || form.kind === 'epoch' ? 2 : form.kind === 'clock' ? 1 : 0;
    return certain * 2 + (namesTime(titles[column]!) ? 3 : 0);
  };
  const best = found.reduce<TimeColumn | null>((a, b) => (a === null || rank(b) > rank(a) ? b : a), null);
  if (best === null) return null;
  if (best.form.kind === 'epoch' && best.column > 0 && !namesTime(titles[best.column]!)) return null;
  const clock = found.find(({ form }) => form.kind === 'clock');
  const isDate = best.form.kind === 'civil' && !cells[best.column]!.some(cell => cell.includes(':'));
  if (isDate && clock !== undefined) return { column: clock.column, date: best.column, form: best.form };
  return best;
}

/** @param moments how many distinct times the rows have: at one time, every row may have a name of its own */
function kindOf(
  title: string,
  cells: readonly string[],
  comma: TableLayout['comma'],
  moments: number,
): ColumnKind {
  const filled = cells.filter(cell => cell !== '');
  const values = filled.filter(cell => !Number.isNaN(numberIn(cell, comma)));
  if (filled.length > 0 && values.length >= filled.length * 0.9)
    return identities.test(title) ? 'label' : 'value';
  if (filled.length === 0) return 'value';
  if (hosts.test(title)) return 'host';
  const half = filled.length * 0.5;
  return filled.length > 20 && new Set(filled).size > half && moments > half ? 'other' : 'label';
}

/** PowerCLI's `Get-Stat` and its like: one value a row, its counter and unit in columns of their own. */
function long(columns: readonly TableColumn[]): readonly TableColumn[] {
  const values = columns.filter(({ kind }) => kind === 'value');
  const counter = columns.find(({ kind, title }) => kind === 'label' && counterNames.test(title));
  if (counter === undefined || !values.some(({ title }) => /^value$/i.test(title))) return columns;
  return columns.map(column => {
    if (column === counter) return { ...column, kind: 'counter' };
    if (column.kind !== 'label') return column;
    if (/^units?$/i.test(column.title)) return { ...column, kind: 'unit' };
    // What describes the counter or numbers the entity names nothing new.
    return /^(?:description|entity ?id|uid|interval ?secs?)$/i.test(column.title)
      ? { ...column, kind: 'other' }
      : column;
  });
}

function commaOf(cells: readonly (readonly string[])[], separator: string): TableLayout['comma'] {
  const all = cells.flat().filter(cell => /^-?[\d.,]*\d,\d/.test(cell));
  if (all.length === 0) return null;
  const grouped = all.every(cell => /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(cell));
  if (grouped && separator !== ';') return 'thousands';
  return all.some(cell => /\d\.\d{3},\d/.test(cell)) ? 'grouped' : 'decimal';
}

/** The number in a cell; a percent sign behind it is no part of it. NaN where there is none. */
export function numberIn(cell: string, comma: TableLayout['comma']): number {
  let text = cell.trim();
  if (text.endsWith('%')) text = text.slice(0, -1).trimEnd();
  if (comma === 'thousands') text = text.replaceAll(',', '');
  else if (comma === 'grouped') text = text.replaceAll('.', '').replace(',', '.');
  else if (comma === 'decimal') text = text.replace(',', '.');
  return number(text);
}
