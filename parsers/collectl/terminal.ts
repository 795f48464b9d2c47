/**
 * collectl's output on a terminal: a line per sample under titles in groups,
 *
 *     #         <--------CPU--------><----------Disks----------->
 *     #Time     cpu sys inter  ctxsw KBRead  Reads KBWrit Writes
 *     21:26:52  100  17  3902   6112      0      0   2368     24
 *
 * or, with details or --verbose, a record per sample and a table for each kind of thing:
 *
 *     ### RECORD    1 >>> vm <<< (1795296434.010) (Sat Nov 21 21:27:14 2026) ###
 *     # DISK STATISTICS (/sec)
 *     #          <---------reads---------------><---------writes-------------->
 *     #Name       KBytes Merged  IOs Size  Wait  KBytes Merged  IOs Size  Wait
 *     vda              0      0    0    0     0    2893      0   81   36     0
 */
import { epochSeconds, isInstant } from '../kit/civil.ts';
import { type Counter, MetricTable, processTask } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { isNone, quantity } from '../kit/metrics/values.ts';
import { PacedClock, timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';
import { groups, record } from './entry.ts';
import { readHeader } from './header.ts';
import { groupsIn, type Title, titlesUnder } from './terminal-titles.ts';

const section = /^# ([A-Z][A-Z ()-]*?) (?:SUMMARY|STATISTICS)\b(.*)$/;

interface Table {
  readonly titles: readonly Title[];
  readonly metrics: MetricTable;
}

export class TerminalReader extends TextReader {
  private host: string | null = null;
  private wall: WallClock | null = null;
  private paced: PacedClock | null = null;
  /** ns between samples, as stated at the beginning. */
  private interval: number | null = null;
  private ts = Number.NaN;
  private row = -1;
  /** Object of the tables that follow in a record; null if lines are samples. */
  private object: string | null = null;
  private over: ReturnType<typeof groupsIn> = [];
  private table: Table | null = null;
  private readonly tables = new Map<string, Table>();

  protected read(line: string): Verdict {
    const waits = /^waiting for ([\d.]+) second sample/.exec(line);
    if (waits !== null) {
      const seconds = Number(waits[1]);
      this.interval = this.checkedTime(isInstant(seconds) ? seconds : Number.NaN) * 1e9;
      return 'used';
    }
    const begins = record.exec(line);
    if (begins !== null) return this.begin(begins[1]!, Number(begins[2]), Number(begins[3]) * 1e6);
    const about = section.exec(line);
    if (about !== null) return this.section(about[1]!);
    if (line.startsWith('#')) return this.titles(line);
    if (this.table === null) return this.unknown();
    return this.values(this.table, line);
  }

  private begin(host: string, seconds: number, nanos: number): Verdict {
    if (this.host === null) this.out.about({ host });
    this.host = host;
    this.wall ??= new WallClock(this.out, this.options, {
      domain: 'utc',
      zone: null,
      source: 'epoch-seconds',
      error: 1e6,
    });
    this.ts = this.wall.at(seconds, nanos);
    this.row++;
    this.table = null;
    return 'used';
  }

  private section(name: string): Verdict {
    this.object = objectOf(name.replace(/^SINGLE /, ''));
    this.over = [];
    this.table = null;
    return 'used';
  }

  private titles(line: string): Verdict {
    readHeader(line, this.out);
    if (/<-+[A-Za-z]/.test(line)) {
      this.over = groupsIn(line);
      if (groups.test(line)) this.object = null;
      return 'used';
    }
    if (this.object === null && this.over.length === 0) return 'used';
    const titles = titlesUnder(line, this.over);
    this.over = this.object === null ? this.over : [];
    const key = `${this.object}\n${titles.map(({ group, name }) => `${group}/${name}`).join('\n')}`;
    this.table = this.tables.get(key) ?? this.newTable(titles);
    this.tables.set(key, this.table);
    return 'used';
  }

  private newTable(titles: readonly Title[]): Table {
    const { object } = this;
    const counters = titles.map(({ group, name }): Counter | null => {
      if (isName(name)) return null;
      const objectName = object ?? objectOf(group ?? '');
      const isKind = object === null || group === null || /^Physical/.test(group);
      return {
        object: objectName,
        counter: isKind ? name : `${group} ${name}`,
        unit: unitOf(objectName, name),
      };
    });
    return { titles, metrics: new MetricTable(this.out, this.host, object ?? 'collectl', counters) };
  }

  private values({ titles, metrics }: Table, line: string): Verdict {
    const cells = words(line);
    const command = titles.findIndex(({ name }) => name === 'Command');
    if (command >= 0) cells.push(cells.splice(command).join(' '));
    if (cells.length !== titles.length)
      return this.unknown('A row that does not fit the column titles was skipped.');
    const cellOf = (name: string) => cells[titles.findIndex(title => title.name === name)];
    if (this.object === null) this.sample(cellOf('Date'), cellOf('Time'));
    if (this.row < 0) return this.unknown('A row before the first sample was skipped.');
    const values = titles.map(({ name }, i) => (isName(name) ? Number.NaN : this.valueIn(cells[i]!, name)));
    const pid = cellOf('PID');
    const instance =
      pid === undefined
        ? (cellOf('Cpu') ?? cellOf('Name') ?? null)
        : processTask(`${cellOf('Command')}`, pid);
    metrics.write(instance, values, { ts: this.ts, row: this.row, sinceBoot: false });
    return 'used';
  }

  /** A line that is a sample: with a time, a date and a time, or neither. */
  private sample(date: string | undefined, clock: string | undefined): void {
    this.row++;
    const time = clock === undefined ? null : timeOfDay(clock);
    if (time === null) {
      this.paced ??= new PacedClock(this.out, this.options, this.interval);
      this.ts = this.paced.at(this.row);
      return;
    }
    this.wall ??= new WallClock(this.out, this.options, {
      domain: 'local',
      zone: null,
      source: 'row-times',
      error: 1e9,
    });
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(date ?? '') ?? [];
    const midnight = epochSeconds(Number(year), Number(month), Number(day));
    if (Number.isNaN(midnight)) {
      this.ts = this.wall.at(this.wall.nearestSeconds(time.seconds), time.nanos);
      return;
    }
    this.wall.setDate(Math.floor(midnight / 86400));
    this.ts = this.wall.at(midnight + time.seconds, time.nanos);
  }

  private valueIn(cell: string, name: string): number {
    const value = quantity(cell, unitOf('', name));
    // Words and times among the columns of processes are not values.
    if (Number.isNaN(value) && !isNone(cell) && this.object !== 'process')
      this.problem('not-a-number', 'warning', 'A cell that is not a number was skipped.');
    return value;
  }

  protected override finish(): void {
    this.wall?.finish();
  }
}

const isName = (title: string): boolean => /^(?:Date|Time|Cpu|Name|Num|PID|Command)$/.test(title);

const objects: Readonly<Record<string, string>> = {
  disks: 'disk',
  int: 'interrupts',
  sockets: 'socket',
};

function objectOf(name: string): string {
  const plain = name.toLowerCase();
  return objects[plain] ?? plain;
}

const percent = /^(?:cpu|sys|User|Nice|Sys|Wait|IRQ|Soft|Steal|Guest|NiceG|Idle|Util|Pct)$/;

const perSecond =
  /^(?:inter|ctxsw|Intr|Ctxsw|Proc|Reads|Writes|Merged|IOs|[RW]Merged|Pkt(?:In|Out)|Mult[IO]|Cmp[IO]|Errs[IO]|Fault|MajFt|MajF|MinF|Cpu\d+)$/;

const sizes =
  /^(?:Free|Buff|Cach|Cached|Inac|Inact|Slab|Map|Mapped|Total|Used|Anon|AnonH|Commit|Locked|VSZ|RSS)$/;

/** @param object '' if only the scale of a cell's suffix matters */
function unitOf(object: string, name: string): string | null {
  if (sizes.test(name)) return 'kB';
  if (/^KB/.test(name) || /^[RW]KB$/.test(name)) return 'kB/s';
  // For a CPU, Wait is a share of its time; for a disk, a time per request.
  if (object === 'disk' && /^(?:Wait|SvcTim)$/.test(name)) return 'ms';
  if (percent.test(name)) return '%';
  return perSecond.test(name) ? '/s' : null;
}
