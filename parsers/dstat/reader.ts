/**
 * `dstat --output` and pcp-dstat: a preamble, two lines of titles (groups, then columns), then a line per sample. What they
 * print on a terminal is read by `terminal.ts`.
 *
 *     "Host:","web1",,,,"User:","root"
 *     "Cmdline:","dstat -tc --output x.csv 1",,,,"Date:","21 Nov 2026 19:09:40 UTC"
 *     "system","total cpu usage",,,,
 *     "time","usr","sys","idl","wai","stl"
 *     21-11 19:09:40,55.138,5.517,39.013,0.102,0.230
 *
 * The first sample of dstat covers the time since boot; that of pcp-dstat does not.
 */
import type { YearFrom, ZoneFrom } from '../clock.ts';
import { abbreviationOffset, daysFromCivil, monthNumber, offsetText, parseOffset } from '../kit/civil.ts';
import { cellsOf } from '../kit/csv.ts';
import { MetricTable } from '../kit/metrics/series.ts';
import { withoutEscapes } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { PacedClock, timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';
import { columnOf, type DstatColumn } from './columns.ts';
import { isGroups, Screen } from './terminal.ts';

export class DstatReader extends TextReader {
  private groups: readonly string[] | null = null;
  private columns: readonly (DstatColumn | 'time' | 'epoch')[] | null = null;
  private tables: readonly (MetricTable | null)[] = [];
  private host: string | null = null;
  private firstSinceBoot = false;
  /** Year of the start, which the times of the rows leave out. */
  private year = Number.NaN;
  private zone: { readonly name: string | null; readonly from: ZoneFrom } | null = null;
  private wall: WallClock | null = null;
  private paced: PacedClock | null = null;
  private rows = 0;
  /** Line of groups, whose titles are on the next line. */
  private groupLine: string | null = null;
  private screen: Screen | null = null;

  protected read(raw: string): Verdict {
    const line = withoutEscapes(raw).trimEnd();
    if (/^"?(?:pcp-)?dstat [\d.]+ csv output"?/i.test(line)) {
      this.groups = this.columns = null;
      this.firstSinceBoot = /^"?dstat/i.test(line);
      this.out.about({ other: { tool: line.replace(/^"|"?,{0,64}$/g, '') } });
      return 'used';
    }
    if (line.startsWith('"Author:"')) return 'used';
    if (isGroups(line)) {
      this.groupLine = line;
      return 'used';
    }
    if (this.groupLine !== null) return this.screenTitles(this.groupLine, line);
    if (this.screen !== null) {
      const cells = this.screen.cells(line);
      return cells === null ? this.unknown() : this.sample(cells);
    }
    if (/^You did not select any stats/.test(line)) return 'used';
    const cells = cellsOf(line);
    if (cells[0] === 'Host:' || cells[0] === 'Cmdline:') return this.preamble(cells);
    // Titles are quoted, and may be numbers (of interrupts); values are not.
    if (line.startsWith('"')) return this.titles(cells);
    return this.sample(cells);
  }

  private preamble(cells: readonly string[]): Verdict {
    if (cells[0] === 'Cmdline:') this.out.about({ command: cells[1] ?? '' });
    else {
      this.host = cells[1] || null;
      this.out.about({ host: cells[1] ?? '' });
    }
    const date = cells[cells.indexOf('Date:') + 1] ?? '';
    const [, , , year, zone] = /^(\d{1,2}) (\p{L}+) (\d{4}) \d\d:\d\d:\d\d ?(\S*)$/u.exec(date) ?? [];
    if (year === undefined) return 'used';
    this.year = Number(year);
    const sure = parseOffset(zone ?? '');
    const likely = sure ?? abbreviationOffset(zone ?? '');
    if (sure !== null) this.zone = { name: zone!, from: 'stated' };
    else if (likely !== null) this.zone = { name: offsetText(likely), from: 'abbreviation' };
    return 'used';
  }

  /** Titles are printed again for each screen. */
  private screenTitles(groupLine: string, titleLine: string): Verdict {
    this.groupLine = null;
    if (this.screen?.titleLine === titleLine) return 'used';
    this.screen = new Screen(groupLine, titleLine);
    // pcp-dstat, whose first sample is not since boot, names the group otherwise.
    this.firstSinceBoot = !this.screen.groups.includes('total usage');
    this.groups = this.screen.groups;
    this.columns = null;
    return this.titles(this.screen.titles);
  }

  private titles(cells: readonly string[]): Verdict {
    if (this.groups === null || this.columns !== null) {
      // A group spans several columns; the cells after its name are blank.
      let group = '';
      this.groups = cells.map(cell => {
        if (cell !== '') group = cell;
        return group;
      });
      this.columns = null;
      return 'used';
    }
    const { groups } = this;
    this.columns = cells.map((title, index) =>
      title === 'time' || title === 'epoch' ? title : columnOf(groups[index] ?? '', title),
    );
    this.tables = this.columns.map(column =>
      typeof column === 'string'
        ? null
        : new MetricTable(this.out, this.host, column.object, [column.counter]),
    );
    return 'used';
  }

  private sample(cells: readonly string[]): Verdict {
    const { columns } = this;
    if (columns === null) return this.unknown('A row without column titles before it was skipped.');
    const ts = this.timeOf(cells, columns);
    if (ts === null || cells.length < columns.length)
      return this.unknown('A row that does not fit the column titles was skipped.');
    const at = { ts, row: this.rows, sinceBoot: this.firstSinceBoot && this.rows === 0 };
    this.rows++;
    for (const [index, column] of columns.entries()) {
      if (typeof column === 'string') continue;
      this.tables[index]?.write(column.instance, [this.value(cells[index]!, column.counter.unit)], at);
    }
    return 'used';
  }

  private timeOf(cells: readonly string[], columns: readonly unknown[]): number | null {
    const epoch = columns.indexOf('epoch');
    if (epoch >= 0) {
      const [whole = '', fraction = ''] = (cells[epoch] ?? '').split('.');
      if (!/^\d{9,10}$/.test(whole) || !/^\d*$/.test(fraction)) return null;
      this.wall ??= this.clock('utc');
      return this.wall.at(Number(whole), Number(fraction.padEnd(9, '0').slice(0, 9)));
    }
    const timeColumn = columns.indexOf('time');
    if (timeColumn < 0) {
      this.paced ??= new PacedClock(this.out, this.options);
      return this.paced.at(this.rows);
    }
    const [date = '', clock = ''] = (cells[timeColumn] ?? '').split(' ');
    const [, day, month] = /^(\d{1,2})-(\d{1,2}|\p{L}+)$/u.exec(date) ?? [];
    const time = timeOfDay(clock);
    if (day === undefined || time === null) return null;
    this.wall ??= this.clock('local');
    const number = /\d/.test(month!) ? Number(month) : monthNumber(month!);
    const at = (year: number) => daysFromCivil(year, number, Number(day)) * 86400 + time.seconds;
    let seconds = at(this.year);
    // Turn of the year.
    if (seconds < this.wall.latest - 180 * 86400) seconds = at(++this.year);
    if (Number.isNaN(seconds)) return null;
    this.wall.setDate(Math.floor(seconds / 86400));
    return this.wall.at(seconds, time.nanos);
  }

  private yearFrom(): YearFrom {
    if (!Number.isNaN(this.year)) return 'header';
    if (this.options.year !== null) return 'set';
    return this.options.modified === null ? 'unknown' : 'file-time';
  }

  private clock(domain: 'utc' | 'local'): WallClock {
    const { out, options, zone } = this;
    if (domain === 'utc')
      return new WallClock(out, options, { domain, zone: null, source: 'epoch-seconds', error: 1e6 });
    const yearFrom = this.yearFrom();
    if (yearFrom !== 'header') this.year = options.year ?? yearOf(options.modified);
    return new WallClock(out, options, {
      domain,
      zone: zone?.name ?? null,
      source: 'row-times',
      yearFrom,
      ...(zone ? { zoneFrom: zone.from } : {}),
      error: 1e9,
    });
  }
}

const yearOf = (modified: bigint | null): number =>
  modified === null ? 1970 : 1970 + Math.floor(Number(modified / 1_000_000_000n) / 31_556_952);
