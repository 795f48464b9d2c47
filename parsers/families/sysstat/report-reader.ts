/**
 * Reports as the iostat family prints them: an optional line with the time, then tables. Each table begins
 * with a line of titles, and its rows have no time.
 *
 *     2026-11-21T04:23:38+0000
 *     avg-cpu:  %user   %nice %system %iowait  %steal   %idle
 *               26.50    0.00    4.47    0.60    0.30   68.13
 *
 *     Device            r/s     rkB/s   rrqm/s  %rrqm r_await …
 *     vda             64.78   3043.19    11.54  15.12    1.28 …
 *
 * A report ends at the next time, or at titles that it already had. The first report counts as an average
 * since boot; the text does not show whether `iostat -y` left that report out. An excerpt need not begin with the
 * first report, so that this is only assumed after the banner, if the tool prints one. In a collector's file, each run
 * of the tool begins with such a report.
 */
import type { Options, Output } from '../../contract.ts';
import { type CollectorRun, collectorRun, isOfCollector } from '../../kit/metrics/collector.ts';
import { certain, clockOf, type ReadMoment, readMoment } from '../../kit/metrics/moments.ts';
import { type Counter, MetricTable } from '../../kit/metrics/series.ts';
import { withoutEscapes, words } from '../../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../../kit/metrics/text-reader.ts';
import { isValue } from '../../kit/metrics/values.ts';
import { PacedClock, timeOfDay, WallClock } from '../../kit/metrics/wall-clock.ts';
import { readBanner } from './banner.ts';

export interface ReportLayout {
  readonly object: string;
  /** One counter per cell of a row; null at the name of the device. */
  readonly counters: readonly (Counter | null)[];
  /** The cell that names the instance: the first, the last, or none. */
  readonly name: 'first' | 'last' | 'none';
  /** A table printed to the right: its cells follow those of the first row alone. */
  readonly beside?: readonly ReportLayout[];
}

interface OpenTable {
  readonly layout: ReportLayout;
  readonly metrics: MetricTable;
  readonly beside: readonly OpenTable[];
}

export abstract class ReportReader extends TextReader {
  #host: string | null = null;
  /** Date of the banner in days since 1970, for times without a date. */
  #date: number | null = null;
  #wall: WallClock | null = null;
  #paced: PacedClock | null = null;
  readonly #tables = new Map<string, OpenTable>();
  #table: OpenTable | null = null;
  readonly #titlesInReport = new Set<string>();
  #ts = Number.NaN;
  #row = -1;
  /** True if the report covers the time since boot. */
  #isSinceBoot = false;
  #hasBanner = false;
  /** The run that a collector states; null without a collector. */
  #run: CollectorRun | null = null;
  /** A name too long for its column: it fills a line, and its values follow on the next. */
  #wrappedName: string | null = null;

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  /** The layout of a table with these titles; null if the format has no such table. */
  protected abstract layout(titles: readonly string[]): ReportLayout | null;

  /** True for lines that belong to the format and hold no values (headings). */
  protected abstract decoration(line: string): boolean;

  /** True if the tool prints a banner before its first report, so that a text without it is an excerpt. */
  protected hasBanner(_titles: readonly string[]): boolean {
    return false;
  }

  /** The titles in a line of titles. */
  protected titles(line: string): string[] {
    return words(line);
  }

  protected read(raw: string): Verdict {
    const line = withoutEscapes(raw);
    const banner = readBanner(line, this.options);
    if (banner !== null) {
      this.out.about(banner.facts);
      this.#host = banner.host;
      this.#date = banner.days;
      this.#tables.clear();
      this.#hasBanner = true;
      return 'used';
    }
    const run = collectorRun(line, this.options.modified);
    if (run !== null) return this.#beginRun(run);
    if (isOfCollector(line) || this.decoration(line)) return 'used';
    const moment = this.#momentOf(line);
    if (moment !== null) {
      this.#beginReport();
      this.#wall ??= new WallClock(this.out, this.options, {
        ...clockOf(moment),
        ...(moment.dated ? {} : { dateFrom: 'banner' }),
        source: 'report-times',
      });
      this.#wall.setDate(Math.floor(moment.seconds / 86400));
      this.#ts = this.#wall.at(moment.seconds, moment.nanos);
      return 'used';
    }
    const cells = words(line);
    if (this.#table !== null && this.#wrappedName === null && cells.length === 1 && !isValue(line))
      return this.#readWrappedName(line);
    return cells.some(isValue) ? this.#values(cells) : this.#header(line);
  }

  #beginRun(run: CollectorRun): Verdict {
    const { begin } = run;
    this.#run = run;
    this.#titlesInReport.clear();
    this.#table = null;
    this.#wall ??= new WallClock(this.out, this.options, { ...clockOf(begin), source: 'report-times' });
    this.#wall.setDate(Math.floor(begin.seconds / 86400));
    this.#ts = this.#wall.at(begin.seconds, begin.nanos);
    return 'used';
  }

  /** The time in a line, or null. `dated`: true if the line states the date as well. */
  #momentOf(line: string): (ReadMoment & { readonly dated: boolean }) | null {
    if (!mayBeTime(line)) return null;
    const text = line.replace(/^Time:\s*/, '');
    const moment = readMoment(text, this.options.modified);
    if (moment !== null) return { ...moment, dated: true };
    if (this.#date === null) return null;
    // Before sysstat 8: `Time: 10:43:20 AM`, on the date of the banner.
    const time = timeOfDay(text);
    if (time === null || time.end < text.length) return null;
    const seconds = this.#wall?.nearestSeconds(time.seconds) ?? this.#date * 86400 + time.seconds;
    const { nanos, precision } = time;
    return { seconds, nanos, precision, utc: false, ...certain, dated: false };
  }

  #header(line: string): Verdict {
    const titles = this.titles(line);
    const key = titles.join(' ');
    let table = this.#tables.get(key);
    if (table === undefined) {
      const layout = this.layout(titles);
      if (layout === null) {
        this.#table = null;
        return this.unknown(`A table was skipped: this format has none with the columns “${line.trim()}”.`);
      }
      table = this.#open(layout);
      this.#tables.set(key, table);
    }
    if (this.#row < 0 || this.#run?.reports === 0 || this.#titlesInReport.has(key)) this.#beginReport();
    if (
      this.#row === 0 &&
      this.#isSinceBoot &&
      this.#run === null &&
      !this.#hasBanner &&
      this.hasBanner(titles)
    )
      this.#excerpt();
    this.#titlesInReport.add(key);
    this.#table = table;
    return 'used';
  }

  #open(layout: ReportLayout): OpenTable {
    return {
      layout,
      metrics: new MetricTable(this.out, this.#host, layout.object, layout.counters),
      beside: (layout.beside ?? []).map(each => this.#open(each)),
    };
  }

  #excerpt(): void {
    this.#isSinceBoot = false;
    this.problem(
      'no-banner',
      'notice',
      'The text begins without the banner of the tool (`Linux …`), so it may be an excerpt: its first report was not taken for the average since boot.',
    );
  }

  /** Begins a report. */
  #beginReport(): void {
    // The report was already begun by a time, before its titles.
    const run = this.#run;
    if (this.#titlesInReport.size === 0 && this.#row >= 0 && run?.reports !== 0) return;
    this.#titlesInReport.clear();
    this.#row++;
    this.#isSinceBoot = (run?.reports ?? this.#row) === 0;
    if (run !== null) {
      if (run.reports > 1) this.#ts = this.#wall!.at(run.seconds, run.begin.nanos);
      run.reports++;
    }
    this.#wrappedName = null;
    if (this.#wall === null) this.#ts = this.#paced?.at(this.#row) ?? Number.NaN;
  }

  #values(row: string[]): Verdict {
    const table = this.#table;
    if (table === null) return this.unknown('A row without column titles before it was skipped.');
    const { layout } = table;
    const width = layout.counters.length;
    const isWide =
      row.length === width + table.beside.reduce((sum, each) => sum + each.layout.counters.length, 0);
    const cells = this.#alignCells(isWide ? row.slice(0, width) : row, layout);
    if (cells === null) return this.unknown('A row that does not fit the column titles was skipped.');
    const { name } = layout;
    this.#write(table, cells, name === 'none' ? null : name === 'first' ? cells[0]! : cells.at(-1)!);
    let from = width;
    for (const each of isWide ? table.beside : []) {
      const to = from + each.layout.counters.length;
      this.#write(each, row.slice(from, to), null);
      from = to;
    }
    return 'used';
  }

  #write({ layout, metrics }: OpenTable, cells: readonly string[], instance: string | null): void {
    const values = layout.counters.map((counter, column) =>
      counter === null ? Number.NaN : this.value(cells[column]!, counter.unit),
    );
    metrics.write(instance, values, { ts: this.#time(), row: this.#row, sinceBoot: this.#isSinceBoot });
  }

  #time(): number {
    if (this.#wall !== null) return this.#ts;
    this.#paced ??= new PacedClock(this.out, this.options);
    return this.#paced.at(this.#row);
  }

  #readWrappedName(line: string): Verdict {
    if (this.#table!.layout.name !== 'first') return this.#header(line);
    this.#wrappedName = line.trim();
    return 'used';
  }

  /** The cells of a row by column: joins the words of a name, and puts a name from the line before first. */
  #alignCells(row: string[], { counters, name }: ReportLayout): string[] | null {
    const cells = this.#wrappedName === null ? row : [this.#wrappedName, ...row];
    this.#wrappedName = null;
    const extra = cells.length - counters.length;
    if (extra === 0) return cells;
    if (extra < 0 || name === 'none') return null;
    const values = counters.length - 1;
    return name === 'first'
      ? [cells.slice(0, extra + 1).join(' '), ...cells.slice(extra + 1)]
      : [...cells.slice(0, values), cells.slice(values).join(' ')];
  }

  protected override finish(): void {
    this.#wall?.finish();
  }
}

/** True if a line may be a time; rules out most lines, which are rows, cheaply. */
const mayBeTime = (line: string): boolean => /^\S{0,20}\d/.test(line) || /^(?:Time:|[A-Z][a-z]+ )/.test(line);
