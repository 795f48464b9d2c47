/** Decides what each column of a table holds: by the definition, else by its title and its cells. */
import type { ColumnDefinition, ColumnUse, MeaningDefinition, TableDefinition } from './definition.ts';
import { type Comma, isMissing, mayDiffer, numberIn } from './numbers.ts';
import { namesTime, readTime, type TimeForm, timeFormNamed, timeFormOf } from './times.ts';
import { unitInCells, unitInTitle } from './units.ts';

export interface ColumnFound {
  readonly title: string;
  readonly is: ColumnUse;
  /** Name of the counter, if the column has values. */
  readonly name: string;
  readonly unit: string | null;
  readonly cumulative: boolean;
  /** The meaning that the user chose. */
  readonly meaning?: MeaningDefinition;
  /** True if a property of the column is a guess. */
  readonly guess: boolean;
}

const hosts = /^(?:host|host ?name|computer|computer ?name|machine|node|server|entity)$/i;
const identities =
  /^(?:(?:[a-z]+[ _]?)?(?:id|number)|pid|tid|ppid|uid|index|gpu|instance|device|cpu|core|lun|port|line|lineid|interval ?secs?)$/i;
/** Title of the value in a table with one value per row; the second is that of `dotnet-counters`. */
export const valueNames = /^(?:value|mean\/increment)$/i;
/** Title of the component whose counters they are. */
export const providerNames = /^provider$/i;
/** The performance state of a GPU (`P0`), which changes from row to row and so names nothing. */
export const gpuState = /^pstate$/i;
const counterNames = /^(?:metric ?id|metric|metric ?name|counter|counter ?name|stat|key|name)$/i;

/** The time of a row; if the date has a column of its own, it comes first. */
export function timeIn(columns: readonly ColumnFound[], cells: readonly string[]): string {
  const at = (use: 'date' | 'time'): string => cells[columns.findIndex(({ is }) => is === use)]?.trim() ?? '';
  return `${at('date')} ${at('time')}`.trim();
}

/** The columns in their order, and the form of their times; null if no column has times. */
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
    const unit = isValue ? unitOfColumn(title, cells[column]!) : { unit: null, guess: false };
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

/** What the cells state is certain, unless the title states another unit of the same kind. */
function unitOfColumn(title: string, cells: readonly string[]): ReturnType<typeof unitInTitle> {
  const stated = unitInTitle(title);
  const unit = stated.unit === null || stated.guess ? unitInCells(cells) : null;
  return unit === null ? stated : { unit, guess: false };
}

interface TimeColumn {
  readonly column: number;
  /** The column of the date, if it has one of its own; else -1. */
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

/**
 * The form that the definition gives. With a separate date, it is that of the date; if that is in letters,
 * those of date and time are joined like the cells.
 */
function formTold(time: ColumnDefinition, date: ColumnDefinition | undefined): TimeForm | null {
  if (!date) return time.time === undefined ? null : timeFormNamed(time.time);
  if (date.time === undefined) return null;
  const form = timeFormNamed(date.time);
  return form.kind === 'letters' ? timeFormNamed(`${date.time} ${time.time ?? 'HH:mm:ssf'}`) : form;
}

/**
 * The column of times: the best by certainty of its form and by a title that names a time; among equals the
 * first.
 */
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
  // If no column was found, columns whose title does not name a time may also have a few cells of another
  // form.
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

/** True if the order of day and month, or the unit of times since the start, is a guess. */
const isGuess = (form: TimeForm): boolean => form.kind === 'elapsed' || (form.kind === 'civil' && form.guess);

/** True if at least half of the cells that are not empty are times of the form. */
export function isRead(cells: readonly string[], form: TimeForm): boolean {
  const filled = cells.filter(cell => cell !== '');
  const read = filled.filter(cell => readTime(cell, form) !== null);
  return filled.length > 0 && read.length >= filled.length / 2;
}

/** @param moments number of distinct times: rows of the same time may all have distinct names */
function guessUse(
  title: string,
  cells: readonly string[],
  comma: Comma,
  moments: number,
): { is: ColumnUse; guess: boolean } {
  const filled = cells.filter(cell => !isMissing(cell));
  const values = filled.filter(cell => !Number.isNaN(numberIn(cell, comma)));
  if (filled.length === 0) return { is: 'value', guess: true };
  if (filled.length - values.length <= mayDiffer(filled.length))
    return identities.test(title) && !isLoad(title, values, moments)
      ? { is: 'instance', guess: true }
      : { is: 'value', guess: false };
  if (hosts.test(title)) return { is: 'host', guess: false };
  if (gpuState.test(title)) return { is: 'nothing', guess: true };
  const half = filled.length * 0.5;
  const isText = filled.length > 20 && new Set(filled).size > half && moments > half;
  return { is: isText ? 'nothing' : 'instance', guess: true };
}

/**
 * True if a column `cpu` holds the load and not the number of a CPU: it has fractions, or there is one row
 * per moment and the values differ.
 */
function isLoad(title: string, cells: readonly string[], moments: number): boolean {
  if (!/^(?:cpu|core|gpu)$/i.test(title)) return false;
  if (cells.some(cell => /[.,]\d/.test(cell))) return true;
  return moments >= cells.length && new Set(cells).size > 1;
}

/**
 * Tables such as those of PowerCLI's `Get-Stat`: one value per row, with its counter and unit in columns of
 * their own.
 */
function long(columns: readonly ColumnFound[], wishes: readonly ColumnDefinition[]): readonly ColumnFound[] {
  const isFree = (column: ColumnFound) => wishes[columns.indexOf(column)]!.is === undefined;
  const values = columns.filter(({ is }) => is === 'value');
  const counter =
    columns.find(({ is }) => is === 'counter') ??
    columns.find(column => column.is === 'instance' && counterNames.test(column.title) && isFree(column));
  if (counter === undefined || !values.some(({ title }) => valueNames.test(title))) return columns;
  return columns.map(column => {
    if (column === counter) return { ...column, is: 'counter', guess: false };
    if (column.is !== 'instance' || !isFree(column)) return column;
    if (/^units?$/i.test(column.title)) return { ...column, is: 'unit', guess: false };
    // Descriptions of the counter and numbers of the entity add no information.
    return /^(?:description|entity ?id|uid|interval ?secs?|counter ?type)$/i.test(column.title)
      ? { ...column, is: 'nothing', guess: false }
      : column;
  });
}
