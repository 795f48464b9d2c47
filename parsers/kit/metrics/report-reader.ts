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
 * A report ends at the next time, or at titles that it already had. The first report covers the time since
 * boot.
 */
import type { Options, Output } from '../../contract.ts';
import { certain, clockOf, type ReadMoment, readMoment } from './moments.ts';
import { type Counter, MetricTable } from './series.ts';
import { readBanner } from './sysstat-banner.ts';
import { TextReader, type Verdict, withoutEscapes, words } from './text-reader.ts';
import { isValue } from './values.ts';
import { PacedClock, timeOfDay, WallClock } from './wall-clock.ts';

export interface ReportLayout {
  readonly object: string;
  /** One counter per cell of a row; null at the name of the device. */
  readonly counters: readonly (Counter | null)[];
  /** The cell that names the instance: the first, the last, or none. */
  readonly name: 'first' | 'last' | 'none';
}

interface OpenTable {
  readonly layout: ReportLayout;
  readonly metrics: MetricTable;
}

export abstract class ReportReader extends TextReader {
  #host: string | null = null;
  /** Date of the banner in days since 1970, for times without a date. */
  #date: number | null = null;
  #wall: WallClock | null = null;
  #paced: PacedClock | null = null;
  readonly #tables = new Map<string, OpenTable>();
  #table: OpenTable | null = null;
  /** Titles that this report already had. */
  readonly #had = new Set<string>();
  #ts = Number.NaN;
  #row = -1;
  /** A device whose name was too long for its column: its values follow on the next line. */
  #name: string | null = null;

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  /** The layout of a table with these titles; null if the format has no such table. */
  protected abstract layout(titles: readonly string[]): ReportLayout | null;

  /** True for lines that belong to the format and hold no values (headings). */
  protected abstract decoration(line: string): boolean;

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
      return 'used';
    }
    if (this.decoration(line)) return 'used';
    const moment = this.#momentOf(line);
    if (moment !== null) {
      this.#begin();
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
    if (this.#table !== null && this.#name === null && cells.length === 1 && !isValue(line))
      return this.#long(line);
    return cells.some(isValue) ? this.#values(cells) : this.#header(line);
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
    const seconds = this.#wall?.dateOf(time.seconds) ?? this.#date * 86400 + time.seconds;
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
        return this.unknown(`No table of this format has the columns of “${line.trim()}”; it was left out.`);
      }
      table = { layout, metrics: new MetricTable(this.out, this.#host, layout.object, layout.counters) };
      this.#tables.set(key, table);
    }
    if (this.#row < 0 || this.#had.has(key)) this.#begin();
    this.#had.add(key);
    this.#table = table;
    return 'used';
  }

  /** Begins a report. */
  #begin(): void {
    // The report was already begun by a time, before its titles.
    if (this.#had.size === 0 && this.#row >= 0) return;
    this.#had.clear();
    this.#row++;
    this.#name = null;
    if (this.#wall === null) this.#ts = this.#paced?.at(this.#row) ?? Number.NaN;
  }

  #values(given: string[]): Verdict {
    const table = this.#table;
    if (table === null) return this.unknown('A row without the titles of its columns was left out.');
    const { layout, metrics } = table;
    const cells = this.#fit(given, layout);
    if (cells === null)
      return this.unknown('A row that does not fit the titles of its columns was left out.');
    const { name } = layout;
    const instance = name === 'none' ? null : name === 'first' ? cells[0]! : cells.at(-1)!;
    const values = layout.counters.map((counter, column) =>
      counter === null ? Number.NaN : this.value(cells[column]!, counter.unit),
    );
    metrics.write(instance, values, { ts: this.#time(), row: this.#row, sinceBoot: this.#row === 0 });
    return 'used';
  }

  #time(): number {
    if (this.#wall !== null) return this.#ts;
    this.#paced ??= new PacedClock(this.out, this.options);
    return this.#paced.at(this.#row);
  }

  #long(line: string): Verdict {
    if (this.#table!.layout.name !== 'first') return this.#header(line);
    this.#name = line.trim();
    return 'used';
  }

  /** The cells of a row: the words of a name are joined, and a name from the line before comes first. */
  #fit(given: string[], { counters, name }: ReportLayout): string[] | null {
    const cells = this.#name === null ? given : [this.#name, ...given];
    this.#name = null;
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
