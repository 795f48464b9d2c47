/**
 * Tables as mpstat, pidstat and sar print them: every line begins with a time; a line without any number
 * holds the titles of the rows after it.
 *
 *     12:53:20     CPU    %usr   %nice    %sys      <- start of the interval
 *     12:53:21     all    2.15   12.50    1.84      <- end of the interval
 *     Average:     all    2.15   12.50    1.84      <- no sample
 *
 * Dates come from the banner. A file holds one table after the other (sar of a file), or all tables of one sample after
 * those of the sample before (any tool with an interval). In both, titles that occurred before continue their table.
 */
import type { Options, Output, Task } from '../../contract.ts';
import { type Counter, MetricTable, type Moment } from '../../kit/metrics/series.ts';
import { withoutEscapes, words } from '../../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../../kit/metrics/text-reader.ts';
import { isValue } from '../../kit/metrics/values.ts';
import { timeOfDay, WallClock } from '../../kit/metrics/wall-clock.ts';
import { averageLabel, type Banner, readBanner } from './banner.ts';
import { noteEvent } from './events.ts';

/** Layout of the rows after a line of titles. */
export interface TableLayout {
  readonly object: string;
  /** The object of a row, for tables whose rows have different objects. */
  objectOf?(cells: readonly string[]): string;
  /** One counter per column; null where the column holds no metric. */
  readonly counters: readonly (Counter | null)[];
  /** The instance of a row, from its cells; null when the table has only one. */
  instance(cells: readonly string[]): string | Task | null;
  /** The column that names the instance, if one column does. */
  readonly name?: number;
  /**
   * Number of columns after the first that may be empty; the cells of shorter rows are aligned to the right.
   */
  readonly optional?: number;
  /** True if the last column is text and takes the rest of the line. */
  readonly text?: boolean;
  /** True if the text after the last column is left out. */
  readonly trailing?: boolean;
  /** True for numbers that stand for a missing value. */
  missing?(value: number, column: number): boolean;
}

interface OpenTable {
  readonly layout: TableLayout;
  /** By object. */
  readonly metrics: Map<string, MetricTable>;
  /** Number of the sample in the file that the last line belonged to. */
  row: number;
  /** Time of the last line, seconds since 1970. */
  last: number;
  /** Time of the header line, seconds since 1970: the start of the first interval. */
  head: number;
}

/** The time of a line, and the text after it. */
interface TimedLine {
  /** Seconds of the day, or seconds since 1970 if `epoch`. */
  readonly seconds: number;
  readonly epoch: boolean;
  readonly twelveHour: boolean;
  readonly rest: string;
}

const epochTime = /^\s*(\d{9,11})(?=\s)/;

export abstract class SysstatTables extends TextReader {
  protected host: string | null = null;
  private readonly clock: WallClock;
  private readonly tables = new Map<string, OpenTable>();
  private table: OpenTable | null = null;
  /** Tables whose lines of titles directly follow each other; only one on Linux. */
  private stack: OpenTable[] = [];
  /** Time of the last line that had one. */
  private time: TimedLine | null = null;
  /** True if the rows that follow are averages. */
  private summary = false;
  /** The first row of the section; a restart of the machine begins a new section. */
  private sectionRow = 0;
  private nextRow = 0;
  private dayFirst: number | null = null;
  /** Earliest time of a table that begins in this section. */
  private sectionStart = Number.NaN;

  constructor(out: Output, options: Options) {
    super(out, options);
    this.clock = new WallClock(out, options, {
      domain: 'local',
      zone: null,
      source: 'row-times',
      error: 1e9,
    });
  }

  /** The layout of a table with these column titles; null if the format has no such table. */
  protected abstract layout(titles: readonly string[]): TableLayout | null;

  /** True for lines that belong to the format and hold no values. */
  protected decoration(_line: string): boolean {
    return false;
  }

  protected read(raw: string): Verdict {
    const line = withoutEscapes(raw);
    const banner = readBanner(line, this.options);
    if (banner !== null) return this.banner(banner);
    if (line.startsWith('#')) {
      const verdict = this.header(words(line.slice(1)).slice(1), Number.NaN, line);
      this.stack = this.table === null ? [] : [this.table];
      return verdict;
    }
    const timed = timeOf(line);
    if (timed !== null) return this.timed(timed, line);
    if (this.decoration(line)) return 'used';
    if (/^\s/.test(line)) return this.untimed(line);
    this.summary = true;
    const label = averageLabel.exec(line);
    if (label === null) return this.unknown();
    return this.time === null ? this.average(line.slice(label[0].length)) : 'used';
  }

  /** Averages of an excerpt that has nothing else: they are its values, without a time. */
  private average(rest: string): Verdict {
    const cells = words(rest);
    if (!cells.some(isValue)) return this.header(cells, Number.NaN, rest);
    const { table } = this;
    if (table === null) return this.unknown('A row without column titles before it was skipped.');
    const aligned = align(cells, table.layout, rest);
    if (aligned === null) return this.unknown('A row that does not fit the column titles was skipped.');
    this.problem(
      'averages-only',
      'notice',
      'The text has averages of a run, and none of its samples: their values have no time.',
    );
    this.write(table, aligned, { ts: Number.NaN, row: 0, sinceBoot: false });
    return 'used';
  }

  /**
   * Reads a line without a time: Solaris, HP-UX and AIX leave out a time that repeats. Titles without a time
   * follow other titles and are pushed on `stack`. The rows then come in the order of the stack, and a table
   * that names devices has several rows.
   */
  private untimed(line: string): Verdict {
    if (this.summary) return 'used';
    const cells = words(line);
    const time = this.time;
    if (time === null || this.table === null) return this.unknown();
    if (!cells.some(isValue)) {
      const verdict = this.header(cells, this.table.head, line);
      if (verdict === 'used') this.stack.push(this.table);
      return verdict;
    }
    const named = this.table.layout.name === 0 && !isValue(cells[0]!);
    if (this.stack.length > 1 && !named)
      this.table = this.stack[this.stack.indexOf(this.table) + 1] ?? this.table;
    return this.row({ ...time, rest: line }, cells);
  }

  private banner({ facts, host, days, guess, dayFirst }: Banner): Verdict {
    this.out.about(facts);
    this.host = host;
    this.tables.clear();
    this.table = null;
    if (days === null) return 'used';
    this.dayFirst = dayFirst;
    this.clock.setDate(days);
    this.sectionStart = days * 86400;
    this.sectionRow = this.nextRow;
    this.clock.addFacts({ dateFrom: 'banner', orderAssumed: guess });
    return 'used';
  }

  private timed(time: TimedLine, line: string): Verdict {
    if (this.dayFirst !== null) this.settleDate(time);
    if (time.epoch) this.clock.countFromEpoch();
    if (/^\s*(?:LINUX |unix |System )restarts?\b/i.test(time.rest)) return this.restart(time);
    const comment = /^\s*COM (.*)/.exec(time.rest);
    if (comment !== null) return this.event(time, 'comment', comment[1]!);
    this.summary = false;
    this.time = time;
    const cells = words(time.rest);
    if (!cells.some(isValue)) {
      const verdict = this.header(cells, this.headTime(time, cells), line);
      this.stack = this.table === null ? [] : [this.table];
      return verdict;
    }
    this.table = this.stack[0] ?? this.table;
    return this.row(time, cells);
  }

  /** Decides the order of day and month by the first time after the date: see {@link ReadDate.dayFirst}. */
  private settleDate({ twelveHour, epoch }: TimedLine): void {
    if (!twelveHour && !epoch) {
      this.clock.setDate(this.dayFirst!);
      this.sectionStart = this.dayFirst! * 86400;
    }
    this.dayFirst = null;
  }

  private header(titles: string[], seconds: number, line: string): Verdict {
    const key = titles.join(' ');
    const known = this.tables.get(key);
    if (known !== undefined) {
      this.table = known;
      known.head = seconds;
      return 'used';
    }
    const layout = this.layout(titles);
    this.table = null;
    if (layout === null) {
      return this.unknown(`A table was skipped: this format has none with the columns “${line.trim()}”.`);
    }
    this.table = { layout, metrics: new Map(), row: this.sectionRow - 1, last: seconds, head: seconds };
    this.tables.set(key, this.table);
    return 'used';
  }

  /**
   * Time of a line of titles: a known table continues from its last time; a new one begins at the start of
   * its section.
   */
  private headTime(time: TimedLine, titles: readonly string[]): number {
    if (time.epoch) return time.seconds;
    const known = this.tables.get(titles.join(' '));
    return known === undefined
      ? this.clock.nextSeconds(time.seconds, this.sectionStart)
      : this.clock.nearestSeconds(time.seconds, known.last);
  }

  private row(time: TimedLine, given: string[]): Verdict {
    const { table } = this;
    if (table === null) return this.unknown('A row without column titles before it was skipped.');
    const { layout } = table;
    const cells = align(given, layout, time.rest);
    if (cells === null) return this.unknown('A row that does not fit the column titles was skipped.');
    const seconds = time.epoch ? time.seconds : this.clock.nearestSeconds(time.seconds, table.last);
    if (seconds !== table.last || table.row < this.sectionRow) {
      table.row++;
      this.nextRow = Math.max(this.nextRow, table.row + 1);
    }
    table.last = seconds;
    // A single report without an interval covers the time since boot; its header and its row have the same
    // time.
    const sinceBoot = table.head === seconds && table.row === this.sectionRow;
    this.write(table, cells, { ts: this.clock.at(seconds), row: table.row, sinceBoot });
    return 'used';
  }

  private write(table: OpenTable, cells: readonly string[], at: Moment): void {
    const { layout } = table;
    const values = layout.counters.map((counter, column) => {
      const value = counter === null ? Number.NaN : this.value(cells[column] ?? '', counter.unit);
      return layout.missing?.(value, column) ? Number.NaN : value;
    });
    const object = layout.objectOf?.(cells) ?? layout.object;
    this.metrics(table, object).write(layout.instance(cells), values, at);
  }

  private metrics({ metrics, layout }: OpenTable, object: string): MetricTable {
    let table = metrics.get(object);
    if (table === undefined) {
      table = new MetricTable(this.out, this.host, object, layout.counters);
      metrics.set(object, table);
    }
    return table;
  }

  private restart(time: TimedLine): Verdict {
    const verdict = this.event(time, 'restart', time.rest.trim());
    this.tables.clear();
    this.table = null;
    this.sectionRow = this.nextRow;
    this.sectionStart = this.clock.latest;
    return verdict;
  }

  private event(time: TimedLine, kind: 'restart' | 'comment', text: string): Verdict {
    const { latest } = this.clock;
    const from = Number.isNaN(latest) ? this.sectionStart : Math.max(latest, this.sectionStart);
    const seconds = time.epoch ? time.seconds : this.clock.nextSeconds(time.seconds, from);
    noteEvent(this.out, {
      ts: this.clock.at(seconds),
      kind,
      text,
      line: this.lineNumber,
      offset: this.lineOffset,
    });
    return 'used';
  }

  protected override finish(): void {
    this.clock.finish();
  }
}

function timeOf(line: string): TimedLine | null {
  const epoch = epochTime.exec(line);
  if (epoch !== null)
    return { seconds: Number(epoch[1]), epoch: true, twelveHour: false, rest: line.slice(epoch[0].length) };
  const time = timeOfDay(line);
  return time === null
    ? null
    : { seconds: time.seconds, epoch: false, twelveHour: time.twelveHour, rest: line.slice(time.end) };
}

/** One cell per column: '' for omitted cells, and the text of the last column as one cell. */
function align(row: string[], layout: TableLayout, rest: string): string[] | null {
  const width = layout.counters.length;
  const missingCells = width - row.length;
  if (missingCells > 0 && missingCells <= (layout.optional ?? 0)) {
    return [row[0]!, ...new Array<string>(missingCells).fill(''), ...row.slice(1)];
  }
  if (missingCells === 0) return row;
  if (missingCells < 0 && layout.trailing) return row.slice(0, width);
  if (missingCells > 0 || !layout.text) return null;
  let at = 0;
  for (let column = 0; column < width - 1; column++) at = /\s*\S+/y.exec(rest.slice(at))![0].length + at;
  return [...row.slice(0, width - 1), rest.slice(at).trim()];
}
