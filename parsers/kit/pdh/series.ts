/** The series of the columns of PDH text, and the clock that its titles state. */
import type { Options, Output, SeriesKey } from '../../contract.ts';
import { operationsOf } from '../metrics/operations.ts';
import { WallClock } from '../metrics/wall-clock.ts';
import type { PdhTime } from './time.ts';
import type { Titles, ZoneCell } from './titles.ts';

/** The id of a column before its first value. */
export const unseen = -1;
/** The id of a column whose title names no series. */
const unnamed = -2;

/** A column that is an average over operations, or counts operations. */
export interface Watched {
  readonly column: number;
  /** The columns that count the operations of an average; null for a column that counts operations. */
  readonly operations: readonly number[] | null;
}

/** Finds averages, and the counts of their operations in the same instance of the same object. */
function averagesAmong(columns: readonly (SeriesKey | null)[]): readonly Watched[] {
  const columnsByInstance = new Map<string, Map<string, number>>();
  const keyOf = ({ host, object, instance }: SeriesKey) => JSON.stringify([host, object, instance]);
  const averages: { readonly column: number; readonly key: string; readonly names: readonly string[] }[] = [];
  for (const [column, series] of columns.entries()) {
    const names = series === null ? [] : operationsOf(series.counter);
    if (series !== null && names.length > 0) averages.push({ column, key: keyOf(series), names });
  }
  if (averages.length === 0) return [];
  const keys = new Set(averages.map(({ key }) => key));
  for (const [column, series] of columns.entries()) {
    const key = series === null ? '' : keyOf(series);
    if (series === null || !keys.has(key)) continue;
    const columnOf = columnsByInstance.get(key) ?? new Map<string, number>();
    columnsByInstance.set(key, columnOf.set(series.counter, column));
  }
  const watched = new Map<number, Watched>();
  for (const { column, key, names } of averages) {
    const operations = names.flatMap(name => columnsByInstance.get(key)?.get(name) ?? []);
    if (operations.length === 0) continue;
    watched.set(column, { column, operations });
    for (const counter of operations) watched.set(counter, { column: counter, operations: null });
  }
  return [...watched.values()].sort((a, b) => a.column - b.column);
}

export class PdhSeries {
  /** Ids of series, by column. */
  ids = new Int32Array(0);
  /** Columns that are averages over operations, or count operations, in the order of the file. */
  watched: readonly Watched[] = [];
  private columns: readonly (SeriesKey | null)[] = [];
  private zone: ZoneCell = { name: null, offset: null, guess: false };

  constructor(
    private readonly out: Output,
    private readonly options: Options,
    /** Reports a notice about the line being read. */
    private readonly notice: (code: string, message: string) => void,
  ) {}

  /** Takes a line of titles, which replaces all columns. */
  setTitles(titles: Titles, os: string): void {
    const { columns, zone, page, repeated } = titles.read();
    this.columns = columns;
    this.ids = new Int32Array(columns.length).fill(unseen);
    this.zone = zone;
    this.watched = averagesAmong(columns);
    const host = columns.find(column => column?.host)?.host;
    const other = {
      ...(zone.name === null ? {} : { zone: zone.name }),
      ...(page === null ? {} : { 'code page': page }),
    };
    this.out.about({ os, ...(host ? { host } : {}), other });
    if (page !== null)
      this.notice(
        'code-page-guessed',
        `The titles are not UTF-8; judging by their words, they were read as ${page}.`,
      );
    if (repeated > 0)
      this.notice('titles-repeated', `${repeated} titles occur more than once; a number was added to each.`);
    const untitled = columns.filter(column => column === null).length;
    if (untitled > 0)
      this.notice(
        'unknown-columns',
        `${untitled} columns have titles that name no counter; their values were left out.`,
      );
  }

  /** Interns the series of a column at its first value; the id is negative if its title names no series. */
  intern(column: number): number {
    const key = this.columns[column] ?? null;
    const id = key === null ? unnamed : this.out.series(key);
    this.ids[column] = id;
    return id;
  }

  /** The clock of the rows, the first of which is at `time`. */
  clock(time: PdhTime): WallClock {
    const { offset, guess } = this.zone;
    if (!time.precise)
      this.notice(
        'seconds-lost',
        'The times have no seconds, which a spreadsheet drops when it saves; rows of one minute share their time.',
      );
    const clock = new WallClock(this.out, this.options, {
      domain: 'local',
      zone: offset,
      source: 'row-times',
      orderAssumed: time.swapped,
      ...(offset === null ? {} : { zoneFrom: guess ? 'abbreviation' : 'stated' }),
      error: time.precise ? 1e6 : 60e9,
    });
    clock.setDate(Math.floor(time.seconds / 86400));
    return clock;
  }
}
