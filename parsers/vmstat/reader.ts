/**
 * vmstat of Linux, Solaris and AIX. Two lines of titles, the groups and the columns, then a line per sample:
 *
 *     procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----
 *      r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 UTC
 *      3  0      0 209891  24488 340312    0    0  1524  4841  563 1709 26  4 68  1  0 2026-11-21 04:23:38
 *
 * The first sample covers the time since boot; in a collector's file, the first of each run does. Only `-t` prints the
 * time, in the zone that is the title of its column.
 */
import { abbreviationOffset, epochSeconds, offsetName, parseOffset } from '../kit/civil.ts';
import { type CollectorRun, collectorRun, isOfCollector } from '../kit/metrics/collector.ts';
import { type MemoryUnit, memoryUnitOf } from '../kit/metrics/memory-unit.ts';
import { clockOf } from '../kit/metrics/moments.ts';
import { MetricTable } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { PacedClock, timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';
import { columnsOf, systemOf, type VmstatColumn } from './columns.ts';
import { DiskTable } from './disks.ts';
import { Totals } from './totals.ts';

type Part = 'start' | 'samples' | 'disks' | 'totals';

export class VmstatReader extends TextReader {
  private part: Part = 'start';
  private columns: readonly VmstatColumn[] = [];
  private metrics: MetricTable | null = null;
  private disks = new MetricTable(this.out, null, 'disk', [{ counter: 'operations', unit: '/s' }]);
  private readonly devices = new DiskTable(this.out);
  private readonly totals = new Totals(this.out);
  /** Of the first row of Linux; `-S` does not change the titles. */
  private unit: MemoryUnit | null = null;
  private wall: WallClock | null = null;
  private paced: PacedClock | null = null;
  private timed = false;
  private isLinux = false;
  private samples = 0;
  /** The run that a collector states; null without a collector. */
  private run: CollectorRun | null = null;

  protected read(line: string): Verdict {
    const cells = words(line);
    const run = collectorRun(line, this.options.modified);
    if (run !== null) return this.beginRun(run);
    if (isOfCollector(line)) return 'used';
    if (isGroups(line)) return this.groups(line);
    if (cells[0] === 'r' && cells[1] === 'b') return this.titles(cells);
    if (cells[0] === 'total' && cells[1] === 'merged') return this.diskTitles(cells);
    if (/^-[- ]*$/.test(line)) return 'used';
    const configuration = /^System configuration: (.*)/.exec(line);
    if (configuration !== null) {
      this.out.about({ other: { configuration: configuration[1]! } });
      return 'used';
    }
    if (this.part === 'samples') return this.sample(cells);
    if (this.part === 'disks') return this.disk(cells);
    return this.total(line);
  }

  private beginRun(run: CollectorRun): Verdict {
    const { begin } = run;
    this.run = run;
    this.wall ??= new WallClock(this.out, this.options, { ...clockOf(begin), source: 'report-times' });
    this.wall.setDate(Math.floor(begin.seconds / 86400));
    return 'used';
  }

  private groups(line: string): Verdict {
    this.timed = /timestamp|\btime\b/.test(line);
    return 'used';
  }

  private titles(given: readonly string[]): Verdict {
    const titles = this.timeTitle(given);
    this.part = 'samples';
    if (this.columns.length === titles.length && this.metrics !== null) return 'used';
    this.columns = columnsOf(titles);
    const counters = this.columns.map(column => ('counter' in column ? column.counter : null));
    this.metrics = new MetricTable(this.out, null, 'system', counters);
    this.isLinux = systemOf(titles) === 'linux';
    this.out.about({ os: { linux: 'Linux', solaris: 'Solaris', aix: 'AIX' }[systemOf(titles)] });
    return 'used';
  }

  /** Removes the title of the time, which is the zone, or on AIX `hr mi se`. */
  private timeTitle(titles: readonly string[]): readonly string[] {
    if (!this.timed) {
      if (this.run !== null) return titles;
      this.paced ??= new PacedClock(this.out, this.options);
      return titles;
    }
    const aix = titles.at(-1) === 'se';
    const zone = aix ? null : titles.at(-1)!;
    this.wall ??= this.newClock(zone);
    return titles.slice(0, aix ? -3 : -1);
  }

  private newClock(title: string | null): WallClock {
    const offset = title === null ? null : (parseOffset(title) ?? abbreviationOffset(title));
    const sure = title !== null && parseOffset(title) !== null;
    return new WallClock(this.out, this.options, {
      domain: 'local',
      zone: offset === null ? null : sure ? title : offsetName(offset),
      source: 'row-times',
      ...(offset === null ? {} : { zoneFrom: sure ? 'stated' : 'abbreviation' }),
      error: 1e9,
    });
  }

  private diskTitles(titles: readonly string[]): Verdict {
    this.part = 'disks';
    this.timeTitle(this.timed ? titles : [...titles]);
    return 'used';
  }

  private sample(cells: string[]): Verdict {
    const ts = this.time(cells, this.samples);
    if (ts === null || cells.length !== this.columns.length || this.metrics === null) {
      return this.unknown('A row that does not fit the column titles was skipped.');
    }
    // Adding 0 turns -0, which Solaris prints for missing disks, into 0.
    const values = cells.map(cell => this.value(cell, null) + 0);
    this.scaleMemory(values);
    const at = { ts, row: this.samples, sinceBoot: (this.run?.reports ?? this.samples) === 0 };
    this.columns.forEach((column, index) => {
      if ('disk' in column) this.disks.write(column.disk, [values[index]!], at);
    });
    // The last column of a row is written last.
    this.metrics.write(null, values, at);
    this.samples++;
    if (this.run !== null) this.run.reports++;
    return 'used';
  }

  private scaleMemory(values: number[]): void {
    const isOf = (index: number, object: string): boolean => {
      const column = this.columns[index]!;
      return (
        'counter' in column &&
        column.counter?.object === object &&
        column.counter.unit?.startsWith('kB') === true
      );
    };
    if (!this.isLinux) return;
    if (this.unit === null) {
      this.unit = memoryUnitOf(values.filter((_, index) => isOf(index, 'memory')));
      if (this.unit.guess !== null) this.problem('unit-guessed', 'notice', this.unit.guess);
    }
    const { factor } = this.unit;
    if (factor === 1) return;
    values.forEach((value, index) => {
      if (isOf(index, 'memory') || isOf(index, 'swap')) values[index] = value * factor;
    });
  }

  private disk(cells: string[]): Verdict {
    const row = this.devices.rowOf(cells[0]!);
    const ts = this.time(cells, row);
    const values = cells.slice(1).map(number);
    if (ts === null || values.length !== 10 || values.some(Number.isNaN)) return this.unknown();
    this.devices.write(cells[0]!, values, { ts, row, sinceBoot: false });
    return 'used';
  }

  private total(line: string): Verdict {
    this.paced ??= new PacedClock(this.out, this.options);
    if (!this.totals.read(line, row => this.paced!.at(row))) return this.unknown();
    this.part = 'totals';
    return 'used';
  }

  /** Removes the time at the end of a row; null if it is missing. */
  private time(cells: string[], row: number): number | null {
    if (this.wall === null) return this.paced?.at(row) ?? Number.NaN;
    if (this.run !== null && !this.timed) return this.wall.at(this.run.seconds, this.run.begin.nanos);
    const clock = timeOfDay(cells.at(-1) ?? '');
    const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cells.at(-2) ?? '');
    if (clock === null) return null;
    cells.pop();
    if (date === null) return this.wall.at(this.wall.nearestSeconds(clock.seconds));
    cells.pop();
    const midnight = epochSeconds(Number(date[1]), Number(date[2]), Number(date[3]));
    if (Number.isNaN(midnight)) return null;
    this.wall.setDate(midnight / 86400);
    return this.wall.at(midnight + clock.seconds);
  }

  protected override finish(): void {
    this.wall?.finish();
  }
}

const isGroups = (line: string): boolean =>
  /^\s*-*(?:procs|kthr|disk)-*\s/.test(line) && /memory|reads/.test(line);
