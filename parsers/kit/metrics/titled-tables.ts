/**
 * Reads tables of numbers under titles from their declarations: which lines are titles, what their columns count, what a
 * row is about, and what begins a sample. A reader with other lines as well extends {@link TitledReader}.
 */
import type { Options, Output, Severity, Task } from '../../contract.ts';
import { ReportTimes } from './report-times.ts';
import { type Counter, type MetricTable, MetricTables, type Moment } from './series.ts';
import { words } from './text-lines.ts';
import { TextReader, type Verdict } from './text-reader.ts';
import { quantity } from './values.ts';

/** Words of `Date: Sat Nov 21 04:23:38 AM UTC 2026`. */
const longestDate = 8;

/** A row of a table. */
export class TitledRow {
  constructor(
    readonly titles: readonly string[],
    readonly cells: readonly string[],
    /** The last heading: see {@link TitledFormat.heading}. */
    readonly heading: string | null = null,
  ) {}

  /** The cell below a title; empty if the table does not have it. */
  cell(title: string): string {
    return this.cells[this.titles.indexOf(title)] ?? '';
  }
}

export interface TitledTable<Clock = undefined> {
  /** The titles of the columns, if the line has them; where they repeat (`read write read write`), other names. */
  titles(words: readonly string[], line: string): readonly string[] | null;
  /** Object of the counters that do not name their own. */
  readonly object: string | ((titles: readonly string[]) => string);
  /** null for a column that is not a metric. */
  counter(title: string, titles: readonly string[]): Counter | null;
  /** Cells of a row, below the titles; null if the line is no row. Without it, a row has as many words as titles. */
  cells?(words: readonly string[], titles: readonly string[], line: string): readonly string[] | null;
  /** The value of a cell, `NaN` if it has none. Without it, cells that are not numbers are reported. */
  value?(cell: string, counter: Counter): number;
  /** The process or the name of the instance that a row is about. */
  owner?(row: TitledRow): string | Task | null;
  /**
   * What begins a sample: each line of titles, a row of an owner (or of none) that the sample already has, or a row with
   * another time. Without it, rows belong to the sample begun before.
   */
  readonly sample?: 'titles' | 'owner' | 'time';
  /**
   * The `ts` of a row that states its time; null if the row cannot be read. Without it, a line with the date may precede
   * each sample; else samples are numbered.
   */
  time?(clock: Clock, row: TitledRow): number | null;
}

export interface TitledFormat<Clock = undefined> {
  readonly tables: readonly TitledTable<Clock>[];
  /** A name of the rows below the line; null if it is no heading. A name that the sample already has begins the next one. */
  heading?(line: string, above: string | null): string | null;
  /** Lines that contain nothing to be read. */
  readonly ignored?: RegExp;
  /** True if the first sample covers the time since boot. */
  readonly sinceBoot?: boolean;
  /** The clock of rows that state their time. */
  clock?(
    out: Output,
    options: Options,
    problem: (code: string, severity: Severity, message: string) => void,
  ): Clock & { finish?(): void };
}

/** A table whose titles have been read. */
export class OpenTable<Clock = undefined> {
  private readonly metrics: MetricTable;

  constructor(
    tables: MetricTables,
    readonly form: TitledTable<Clock>,
    private readonly titles: readonly string[],
  ) {
    const object = typeof form.object === 'string' ? form.object : form.object(titles);
    this.metrics = tables.of(`${object}\t${titles.join('\t')}`, object, () =>
      titles.map(title => form.counter(title, titles)),
    );
  }

  /** The row in a line; null if the line does not fit the titles. */
  row(split: readonly string[], line: string, heading: string | null = null): TitledRow | null {
    const { form, titles } = this;
    const cells = form.cells ? form.cells(split, titles, line) : split;
    return cells === null || (!form.cells && cells.length !== titles.length)
      ? null
      : new TitledRow(titles, cells, heading);
  }

  /** @param value reads the cells of a table without `value` */
  write(row: TitledRow, at: Moment, value = quantity): void {
    const { form, metrics } = this;
    const values = metrics.counters.map((counter, column) => {
      const cell = row.cells[column];
      if (counter === null || cell === undefined) return Number.NaN;
      return form.value ? form.value(cell, counter) : value(cell, counter.unit);
    });
    metrics.write(form.owner?.(row) ?? null, values, at);
  }
}

export class TitledReader<Clock = undefined> extends TextReader {
  private readonly times = new ReportTimes(this.out, this.options);
  private readonly tables = new MetricTables(this.out);
  private readonly clock: (Clock & { finish?(): void }) | undefined;
  private heading: string | null = null;
  private open: OpenTable<Clock> | null = null;
  /** Headings or owners of the sample. */
  private readonly seen = new Set<string | null>();
  private lastTs = Number.NaN;

  constructor(
    out: Output,
    options: Options,
    private readonly format: TitledFormat<Clock>,
  ) {
    super(out, options);
    this.clock = format.clock?.(out, options, (...problem) => this.problem(...problem));
  }

  protected read(line: string): Verdict {
    const { format } = this;
    const heading = format.heading?.(line, this.heading) ?? null;
    if (heading !== null) return this.beginSection(heading);
    if (format.heading !== undefined && this.heading === null) return this.unknown();
    const split = words(line);
    for (const table of format.tables) {
      const titles = table.titles(split, line);
      if (titles === null) continue;
      this.open = new OpenTable(this.tables, table, titles);
      if (table.sample === 'titles') this.times.next();
      return 'used';
    }
    const mayBeDate = split.length <= longestDate && this.open?.form.time === undefined;
    const isDate = mayBeDate && this.times.read(line);
    if (isDate || format.ignored?.test(line)) return 'used';
    return this.row(split, line) ? 'used' : this.other(line);
  }

  /** A line that is nothing declared. */
  protected other(_line: string): Verdict {
    return this.unknown(
      this.open === null
        ? 'A row without column titles before it was skipped.'
        : 'A row that does not fit the column titles was skipped.',
    );
  }

  /** True after the first titles. */
  protected get hasTitles(): boolean {
    return this.open !== null;
  }

  /** The sample that is being read. */
  protected get moment(): Moment {
    return this.times.moment;
  }

  private beginSection(name: string): Verdict {
    this.noteSeen(name);
    this.heading = name;
    this.open = null;
    return 'used';
  }

  private noteSeen(name: string | null): void {
    if (this.seen.size === 0 || this.seen.has(name)) {
      this.seen.clear();
      this.times.next();
    }
    this.seen.add(name);
  }

  private row(split: readonly string[], line: string): boolean {
    const { open } = this;
    const row = open?.row(split, line, this.heading) ?? null;
    if (open === null || row === null) return false;
    const { form } = open;
    const ts = form.time?.(this.clock as Clock, row);
    if (ts === null) return false;
    if (form.sample === 'owner') {
      const owner = form.owner?.(row) ?? null;
      this.noteSeen(typeof owner === 'object' ? null : owner);
    }
    if (form.sample === 'time' && ts !== undefined) {
      // Rows of one interval differ by milliseconds.
      if (!(Math.abs(ts - this.lastTs) < 1e8)) this.times.next();
      this.lastTs = ts;
    }
    const { sample } = this.times;
    const at = ts === undefined ? this.times.moment : { ts, row: sample, sinceBoot: false };
    open.write(row, { ...at, sinceBoot: this.format.sinceBoot === true && sample === 0 }, (cell, unit) =>
      this.value(cell, unit),
    );
    return true;
  }

  protected override finish(): void {
    this.clock?.finish?.();
  }
}

/** Opens the reader of a format without other lines. */
export const titledReader =
  <Clock = undefined>(format: TitledFormat<Clock>) =>
  (out: Output, options: Options): TitledReader<Clock> =>
    new TitledReader(out, options, format);
