/** The series of the columns of PDH text, and the clock its titles tell. */
import type { Options, Output, SeriesKey } from '../../contract.ts';
import { WallClock } from '../metrics/wall-clock.ts';
import type { PdhTime } from './time.ts';
import type { Titles, ZoneCell } from './titles.ts';

/** The id of a column before its first value. */
export const unseen = -1;
/** The id of a column whose title tells no series. */
const untold = -2;

export class PdhSeries {
  /** By column. */
  ids = new Int32Array(0);
  private columns: readonly (SeriesKey | null)[] = [];
  private zone: ZoneCell = { name: null, offset: null, guess: false };

  constructor(
    private readonly out: Output,
    private readonly options: Options,
    /** Takes a notice about the line being read. */
    private readonly say: (code: string, message: string) => void,
  ) {}

  /** Takes a line of titles: every column begins anew. */
  name(titles: Titles, os: string): void {
    const { columns, zone, page, repeated } = titles.read();
    this.columns = columns;
    this.ids = new Int32Array(columns.length).fill(unseen);
    this.zone = zone;
    const host = columns.find(column => column?.host)?.host;
    const other = {
      ...(zone.name === null ? {} : { zone: zone.name }),
      ...(page === null ? {} : { 'code page': page }),
    };
    this.out.about({ os, ...(host ? { host } : {}), other });
    if (page !== null)
      this.say('code-page-guessed', `The titles are not UTF-8; by their words they were read as ${page}.`);
    if (repeated > 0)
      this.say(
        'titles-repeated',
        `${repeated} titles occur more than once; they are told apart by a number.`,
      );
    const untitled = columns.filter(column => column === null).length;
    if (untitled > 0)
      this.say(
        'unknown-columns',
        `${untitled} columns have no title of a counter; their values were left out.`,
      );
  }

  /** The id of a column that has its first value; negative if its title tells no series. */
  intern(column: number): number {
    const key = this.columns[column] ?? null;
    const id = key === null ? untold : this.out.series(key);
    this.ids[column] = id;
    return id;
  }

  /** The clock of the rows, of which the first stands at `time`. */
  clock(time: PdhTime): WallClock {
    const { offset, guess } = this.zone;
    if (!time.precise)
      this.say(
        'seconds-lost',
        'The times tell no seconds, as a spreadsheet leaves them; rows of one minute share their time.',
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
