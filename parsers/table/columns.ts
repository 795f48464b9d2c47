/** What each column of a table is: as given, else by its title and its cells. */
import type { ColumnDefinition, ColumnUse, MeaningDefinition, TableDefinition } from './definition.ts';
import { type Comma, mayDiffer, numberIn, saysNone } from './numbers.ts';
import { namesTime, readTime, type TimeForm, timeFormNamed, timeFormOf } from './times.ts';
import { unitInTitle } from './units.ts';

export interface ColumnFound {
  readonly title: string;
  readonly is: ColumnUse;
  /** Of values: what the counter is called. */
  readonly name: string;
  readonly unit: string | null;
  readonly cumulative: boolean;
  /** What a person says that it measures. */
  readonly meaning?: MeaningDefinition;
  /** Something about it is neither given nor beyond doubt. */
  readonly guess: boolean;
}

const hosts = /^(?:host|host ?name|computer|computer ?name|machine|node|server|entity)$/i;
const identities =
  /^(?:(?:[a-z]+[ _]?)?(?:id|number)|pid|tid|ppid|uid|instance|device|cpu|core|lun|port|line|lineid|interval ?secs?)$/i;
const counterNames = /^(?:metric ?id|metric|metric ?name|counter|counter ?name|stat|key|name)$/i;

/** The time a row tells, its date before it where that stands apart. */
export function timeIn(columns: readonly ColumnFound[], cells: readonly string[]): string {
  const at = (use: 'date' | 'time'): string => cells[columns.findIndex(({ is }) => is === use)]?.trim() ?? '';
  return `${at('date')} ${at('time')}`.trim();
}

/** The columns in their order, and how the times are written; null where no column holds any. */
export function findUses(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  comma: Comma,
  given: TableDefinition | null,
): { readonly columns: readonly ColumnFound[]; readonly form: TimeForm | null } {
  const wishes = titles.map(title => given?.columns[title] ?? {});
  const time = timeColumn(titles, cells, wishes);
  const moments = time === null ? 0 : new Set(cells[time.column]).size;
  const columns = titles.map((title, column): ColumnFound => {
    const wish = wishes[column]!;
    const isTime = time?.column === column || time?.date === column;
    const found = isTime
      ? { is: time.column === column ? ('time' as const) : ('date' as const), guess: time.guess }
      : guessUse(title, cells[column]!, comma, moments);
    const is = wish.is ?? found.is;
    const isValue = is === 'value';
    const unit = isValue ? unitInTitle(title) : { unit: null, guess: false };
    const guess = (wish.is === undefined && found.guess) || (wish.unit === undefined && unit.guess);
    return {
      title,
      is,
      name: wish.name ?? title,
      unit: wish.unit === undefined ? unit.unit : wish.unit || null,
      cumulative: isValue && (wish.cumulative ?? false),
      ...(isValue && wish.meaning !== undefined && { meaning: wish.meaning }),
      guess,
    };
  });
  return { columns: long(columns, wishes), form: time?.form ?? null };
}

interface TimeColumn {
  readonly column: number;
  /** The column of the date, where it stands apart; else -1. */
  readonly date: number;
  readonly form: TimeForm;
  readonly guess: boolean;
}

function timeColumn(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  wishes: readonly ColumnDefinition[],
): TimeColumn | null {
  const given = (use: ColumnUse) => wishes.findIndex(({ is }) => is === use);
  const [column, date] = [given('time'), given('date')];
  const written = column < 0 ? wishes.findIndex(({ time }) => time !== undefined) : column;
  if (written < 0) return foundTime(titles, cells, wishes);
  const form = formTold(wishes[written]!, date < 0 ? undefined : wishes[date]);
  if (form !== null) return { column: written, date, form, guess: false };
  const found = timeFormOf(titles[date] ?? titles[written]!, cells[date] ?? cells[written]!);
  return found && { column: written, date, form: found, guess: isGuess(found) };
}

/** Of a date that stands apart, its form; where both are in letters, both joined as the cells are. */
function formTold(time: ColumnDefinition, date: ColumnDefinition | undefined): TimeForm | null {
  if (!date) return time.time === undefined ? null : timeFormNamed(time.time);
  if (date.time === undefined) return null;
  const form = timeFormNamed(date.time);
  return form.kind === 'letters' ? timeFormNamed(`${date.time} ${time.time ?? 'HH:mm:ssf'}`) : form;
}

/** The column whose title says it is the time and whose cells are, else the first whose cells can be nothing else. */
function foundTime(
  titles: readonly string[],
  cells: readonly (readonly string[])[],
  wishes: readonly ColumnDefinition[],
): TimeColumn | null {
  const found: { readonly column: number; readonly form: TimeForm }[] = [];
  for (const [column, title] of titles.entries()) {
    if (wishes[column]!.is !== undefined) continue;
    const form = timeFormOf(title, cells[column]!);
    if (form !== null) found.push({ column, form });
  }
  // Where no title says so, cells must not differ while any other column may hold the times.
  for (const [column, title] of titles.entries()) {
    if (found.length > 0) break;
    const form = wishes[column]!.is === undefined ? timeFormOf(title, cells[column]!, true) : null;
    if (form !== null) found.push({ column, form });
  }
  const rank = ({ column, form }: (typeof found)[number]): number => {
    const certain = form.kind === 'civil' || form.kind === 'epoch' ? 2 : form.kind === 'clock' ? 1 : 0;
    return certain * 2 + (namesTime(titles[column]!) ? 3 : 0);
  };
  const [first, ...others] = found;
  if (!first) return null;
  const best = others.reduce((a, b) => (rank(b) > rank(a) ? b : a), first);
  const { column, form } = best;
  if (form.kind === 'epoch' && column > 0 && !namesTime(titles[column]!)) return null;
  const guess = isGuess(form);
  const clock = found.find(each => each.form.kind === 'clock');
  const isDate = form.kind === 'civil' && !cells[column]!.some(cell => cell.includes(':'));
  if (isDate && clock !== undefined) return { column: clock.column, date: column, form, guess };
  return { column, date: -1, form, guess };
}

/** The order of day and month, or the unit of what is counted since the start, may be another. */
const isGuess = (form: TimeForm): boolean => form.kind === 'elapsed' || (form.kind === 'civil' && form.guess);

/** Whether most of the cells are times of the form. */
export function isRead(cells: readonly string[], form: TimeForm): boolean {
  const filled = cells.filter(cell => cell !== '');
  const read = filled.filter(cell => readTime(cell, form) !== null);
  return filled.length > 0 && read.length >= filled.length / 2;
}

/** @param moments how many distinct times the rows have: at one time, every row may have a name of its own */
function guessUse(
  title: string,
  cells: readonly string[],
  comma: Comma,
  moments: number,
): { is: ColumnUse; guess: boolean } {
  const filled = cells.filter(cell => !saysNone(cell));
  const values = filled.filter(cell => !Number.isNaN(numberIn(cell, comma)));
  if (filled.length === 0) return { is: 'value', guess: true };
  if (filled.length - values.length <= mayDiffer(filled.length))
    return identities.test(title) && !isLoad(title, values, moments)
      ? { is: 'instance', guess: true }
      : { is: 'value', guess: false };
  if (hosts.test(title)) return { is: 'host', guess: false };
  const half = filled.length * 0.5;
  const isText = filled.length > 20 && new Set(filled).size > half && moments > half;
  return { is: isText ? 'nothing' : 'instance', guess: true };
}

/** Whether a column `cpu` holds how busy it is and not which: fractions, or one row a moment and not always the same. */
function isLoad(title: string, cells: readonly string[], moments: number): boolean {
  if (!/^(?:cpu|core)$/i.test(title)) return false;
  if (cells.some(cell => /[.,]\d/.test(cell))) return true;
  return moments >= cells.length && new Set(cells).size > 1;
}

/** PowerCLI's `Get-Stat` and its like: one value a row, its counter and unit in columns of their own. */
function long(columns: readonly ColumnFound[], wishes: readonly ColumnDefinition[]): readonly ColumnFound[] {
  const isFree = (column: ColumnFound) => wishes[columns.indexOf(column)]!.is === undefined;
  const values = columns.filter(({ is }) => is === 'value');
  const counter =
    columns.find(({ is }) => is === 'counter') ??
    columns.find(column => column.is === 'instance' && counterNames.test(column.title) && isFree(column));
  if (counter === undefined || !values.some(({ title }) => /^value$/i.test(title))) return columns;
  return columns.map(column => {
    if (column === counter) return { ...column, is: 'counter', guess: false };
    if (column.is !== 'instance' || !isFree(column)) return column;
    if (/^units?$/i.test(column.title)) return { ...column, is: 'unit', guess: false };
    // What describes the counter or numbers the entity names nothing new.
    return /^(?:description|entity ?id|uid|interval ?secs?)$/i.test(column.title)
      ? { ...column, is: 'nothing' }
      : column;
  });
}
