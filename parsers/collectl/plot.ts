/**
 * `collectl -P`: a line of titles, then a line per sample; the titles have subsystem and instance.
 *
 *     #Date Time [CPU]User% [CPU]Nice% … [DSK:vda]Name [DSK:vda]Reads …
 *     20261121 19:08:03 94 0 … vda 16 …
 */
import { epochSeconds } from '../kit/civil.ts';
import { cellsOf } from '../kit/csv.ts';
import { certain, type ReadMoment } from '../kit/metrics/moments.ts';
import { type Counter, MetricTable } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { fractionOf, timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';
import { titles } from './entry.ts';
import { readHeader } from './header.ts';

/** The columns of one instance: averages must find the columns that count their operations. */
interface Group {
  readonly instance: string | null;
  readonly table: MetricTable;
  /** Indices of its columns in a row. */
  readonly at: readonly number[];
}

const objects: Readonly<Record<string, string>> = { CPU: 'cpu', MEM: 'memory', DSK: 'disk', NET: 'network' };

export class PlotReader extends TextReader {
  private groups: readonly Group[] = [];
  private width = 0;
  private mark = ' ';
  private hasDate = true;
  private host: string | null = null;
  private zone: string | null = null;
  private wall: WallClock | null = null;
  private row = 0;

  protected read(line: string): Verdict {
    if (titles.test(line)) return this.titles(line);
    if (line.startsWith('#')) {
      const { host, zone } = readHeader(line, this.out);
      this.host = host ?? this.host;
      this.zone = zone ?? this.zone;
      return 'used';
    }
    if (/^waiting for [\d.]+ second sample/.test(line)) return 'used';
    const cells = this.cells(line);
    const ts = cells.length === this.width ? this.time(cells) : null;
    if (ts === null) return this.unknown('A row that does not fit the column titles was skipped.');
    const moment = { ts, row: this.row++, sinceBoot: false };
    for (const { instance, table, at } of this.groups)
      table.write(
        instance,
        at.map(index => number(cells[index]!)),
        moment,
      );
    return 'used';
  }

  private cells(line: string): string[] {
    return this.mark === ' ' ? words(line) : cellsOf(line, this.mark);
  }

  private titles(line: string): Verdict {
    this.hasDate = line.startsWith('#Date');
    this.mark = line[this.hasDate ? 5 : 4]!;
    const found = new Map<
      string,
      { object: string; instance: string | null; at: number[]; counters: Counter[] }
    >();
    const titles = this.cells(line);
    this.width = titles.length;
    for (const [index, title] of titles.entries()) {
      const match = /^\[([A-Z]+)(?::(.{1,256}?))?\](.+)$/.exec(title);
      if (match === null || match[3] === 'Name') continue;
      const [, subsystem, named, name] = match as unknown as [string, string, string | undefined, string];
      const object = objects[subsystem] ?? subsystem.toLowerCase();
      const instance = named ?? (subsystem === 'CPU' && name.endsWith('%') ? 'all' : null);
      const key = JSON.stringify([object, instance]);
      const group = found.get(key) ?? { object, instance, at: [], counters: [] };
      group.at.push(index);
      group.counters.push({ counter: name, unit: unitOf(subsystem, name) });
      found.set(key, group);
    }
    this.groups = [...found.values()].map(({ object, instance, at, counters }) => ({
      instance,
      at,
      table: new MetricTable(this.out, this.host, object, counters),
    }));
    return 'used';
  }

  private time(cells: readonly string[]): number | null {
    const moment = this.hasDate ? civil(cells[0]!, cells[1]!) : epoch(cells[0]!);
    if (moment === null) return null;
    this.wall ??= new WallClock(this.out, this.options, {
      domain: moment.utc ? 'utc' : 'local',
      zone: this.zone,
      source: moment.utc ? 'epoch-seconds' : 'row-times',
      error: moment.precision,
    });
    this.wall.setDate(Math.floor(moment.seconds / 86400));
    return this.wall.at(moment.seconds, moment.nanos);
  }
}

function civil(date: string, clock: string): ReadMoment | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(date) ?? [];
  const midnight = epochSeconds(Number(year), Number(month), Number(day));
  const time = timeOfDay(clock);
  if (Number.isNaN(midnight) || time === null) return null;
  const { nanos, precision } = time;
  return { seconds: midnight + time.seconds, nanos, precision, utc: false, ...certain };
}

function epoch(text: string): ReadMoment | null {
  const [, seconds, fraction] = /^(\d{9,11})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (seconds === undefined) return null;
  return { seconds: Number(seconds), ...fractionOf(fraction), utc: true, ...certain };
}

function unitOf(subsystem: string, name: string): string | null {
  if (name.endsWith('%') || name === 'Util') return '%';
  if (name.endsWith('/sec')) return '/s';
  if (subsystem === 'MEM') {
    if (/^(?:Page|Swap)(?:In|Out|Faults|MajFaults)$/.test(name)) return '/s';
    return /^Huge/.test(name) ? null : 'kB';
  }
  if (subsystem !== 'DSK' && subsystem !== 'NET') return null;
  if (/KB|Kb/.test(name)) return 'kB/s';
  if (/^(?:Wait[RW]?|SvcTim)$/.test(name)) return 'ms';
  return /^(?:QueLen|Request)$/.test(name) ? null : '/s';
}
