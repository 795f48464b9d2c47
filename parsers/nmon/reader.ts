/**
 * nmon of Linux and AIX (topas): a section names its columns once, and has a row for each snapshot.
 *
 *     CPU_ALL,CPU Total web1,User%,Sys%,Wait%,Idle%,Busy,CPUs
 *     ZZZZ,T0001,14:31:35,08-NOV-2024
 *     CPU_ALL,T0001,44.9,37.2,1.3,16.7,,2
 *
 * nmon's documentation suggests sorting the file by its lines, which puts all times after all rows.
 */
import { daysFromCivil, monthNumber } from '../kit/civil.ts';
import { MetricTable, processTask } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';
import { columnsOf, type NmonColumn, operationSections, topCounter } from './sections.ts';

interface Section {
  readonly columns: readonly NmonColumn[];
  /** One table of one counter for each column. */
  readonly tables: readonly MetricTable[];
  /** The sections that count the operations of averages. */
  readonly operations: readonly string[];
  /** The last row of the section. */
  last: Row | null;
  /** Rows of averages before the section that counts their operations, as in a sorted file. */
  readonly held: Row[];
}

interface Row {
  readonly snapshot: string;
  readonly values: readonly number[];
}

/** Sections that are not metrics: configuration, command lines of processes. */
const text = /^(?:BBB.|UARG|PROCCOUNT)$/;
const factNames = [
  'progname',
  'version',
  'build',
  'runname',
  'interval',
  'snapshots',
  'hardware',
  'kernel',
  'MachineType',
];

export class NmonReader extends TextReader {
  private readonly sections = new Map<string, Section>();
  private top: {
    readonly names: readonly string[];
    readonly table: MetricTable;
    readonly command: number;
  } | null = null;
  private host: string | null = null;
  private readonly facts = new Map<string, string>();
  private readonly times = new Map<string, number>();
  private readonly clock = new WallClock(this.out, this.options, {
    domain: 'local',
    zone: null,
    source: 'report-times',
    error: 1e9,
  });
  private hasReportedUntimed = false;

  protected read(line: string): Verdict {
    const cells = line.split(',');
    const section = cells[0]!;
    if (section === 'AAA') return this.fact(cells.slice(1));
    if (section === 'ZZZZ') return this.time(cells);
    if (text.test(section) || section === 'ERROR') return 'used';
    if (section === 'TOP') return this.process(cells);
    if (/^T\d{4,9}$/.test(cells[1] ?? '')) return this.row(section, cells);
    if (cells.length < 2 || !/^[A-Z][A-Z0-9_]*$/.test(section)) return this.unknown();
    const columns = columnsOf(section, cells[1]!, named(cells.slice(2)));
    const tables = columns.map(
      ({ object, counter }) => new MetricTable(this.out, this.host, object, [counter]),
    );
    const operations = operationSections(section);
    this.sections.set(section, { columns, tables, operations, last: null, held: [] });
    return 'used';
  }

  private fact([name = '', ...values]: readonly string[]): Verdict {
    const value = values.join(',').trim();
    this.facts.set(name, value);
    if (name === 'host') {
      this.host = value;
      this.out.about({ host: value });
    } else if (name === 'OS') this.out.about({ os: values.slice(0, 2).join(' ') });
    else if (name === 'AIX') this.out.about({ os: `AIX ${value}` });
    else if (name === 'command') this.out.about({ command: value });
    else if (name === 'cpus' && Number(values.at(-1)) > 0) this.out.about({ cpus: Number(values.at(-1)) });
    else if (factNames.includes(name)) this.out.about({ other: { [name]: value } });
    return 'used';
  }

  private time([, snapshot = '', clock = '', date]: readonly string[]): Verdict {
    const seconds = this.secondsOf(clock, date ?? this.facts.get('date') ?? '');
    if (seconds === null) return this.unknown('A time of a snapshot that cannot be read was skipped.');
    this.times.set(snapshot, this.clock.at(seconds));
    return 'used';
  }

  /** Seconds since 1970 of `14:31:35` or `19:07.46`, and `08-NOV-2024`. */
  private secondsOf(clock: string, date: string): number | null {
    const time = timeOfDay(clock.trim().replace(/^(\d+:\d\d)\.(\d\d)$/, '$1:$2'));
    const [, day, name, year] = /^(\d{1,2})-(\p{L}+)-(\d{4})$/u.exec(date.trim()) ?? [];
    const month = monthNumber(name ?? '');
    if (time === null || month === 0) return null;
    const days = daysFromCivil(Number(year), month, Number(day));
    this.clock.setDate(days);
    return days * 86400 + time.seconds;
  }

  private row(name: string, cells: readonly string[]): Verdict {
    const section = this.sections.get(name);
    if (section === undefined)
      return this.unknown('A row of a section whose columns are not named was skipped.');
    const snapshot = cells[1]!;
    section.last = { snapshot, values: section.columns.map((_, index) => value(cells[index + 2])) };
    if (section.operations.length > 0 && !this.counted(section, snapshot) && !this.times.has(snapshot))
      section.held.push(section.last);
    else this.write(section, section.last);
    for (const each of this.sections.values()) {
      if (!each.operations.includes(name)) continue;
      while (each.held[0]?.snapshot === snapshot) this.write(each, each.held.shift()!);
    }
    return 'used';
  }

  protected override finish(): void {
    for (const section of this.sections.values())
      for (const row of section.held.splice(0)) this.write(section, row);
  }

  /** The section's row that counts the operations of an average, at that snapshot. */
  private counted({ operations }: Section, snapshot: string): Section | undefined {
    return operations.map(name => this.sections.get(name)).find(each => each?.last?.snapshot === snapshot);
  }

  private write(section: Section, { snapshot, values }: Row): void {
    const at = this.at(snapshot);
    const counted = this.counted(section, snapshot);
    const isOverNone = (instance: string | null) => {
      const column = counted?.columns.findIndex(each => each.instance === instance) ?? -1;
      return counted?.last?.values[column] === 0;
    };
    for (const [index, table] of section.tables.entries()) {
      const { instance } = section.columns[index]!;
      if (values[index] !== 0 || !isOverNone(instance)) table.write(instance, [values[index]!], at);
    }
  }

  /** `TOP,+PID,Time,%CPU,…,Command` and `TOP,0013888,T0002,35.91,…,postgres`. */
  private process(cells: readonly string[]): Verdict {
    if (/^\+?PID$/.test(cells[1]?.trim() ?? '')) {
      const names = named(cells);
      const table = new MetricTable(this.out, this.host, 'process', [
        null,
        ...names.slice(1).map(topCounter),
      ]);
      this.top = { names, table, command: names.indexOf('Command') };
      return 'used';
    }
    if (!/^T\d{4,9}$/.test(cells[2] ?? '')) return cells.length === 2 ? 'used' : this.unknown();
    if (this.top === null) return this.unknown('A process without column titles before it was skipped.');
    const command = cells[this.top.command]?.trim() ?? '?';
    this.top.table.write(processTask(command, cells[1]!), cells.map(value), this.at(cells[2]!));
    return 'used';
  }

  private at(snapshot: string) {
    const row = Number(snapshot.slice(1)) - 1;
    return {
      ts: this.times.get(snapshot) ?? this.assumed(snapshot, row),
      row: Math.max(0, row),
      sinceBoot: false,
    };
  }

  /** The time of a snapshot that was not read yet: in a sorted file it comes last. */
  private assumed(snapshot: string, row: number): number {
    const start = this.secondsOf(this.facts.get('time') ?? '', this.facts.get('date') ?? '');
    const interval = Number(this.facts.get('interval'));
    if (!this.hasReportedUntimed) {
      this.hasReportedUntimed = true;
      const message =
        'The rows come before the times of their snapshots, as in a sorted file; their times follow from the start and the interval.';
      this.problem('times-behind', 'notice', message);
    }
    if (start === null || !(interval > 0)) return Number.NaN;
    const ts = this.clock.at(start + row * interval);
    this.times.set(snapshot, ts);
    return ts;
  }
}

/** Titles of columns, without an empty one after a separator at the end of the line. */
const named = (cells: readonly string[]): string[] => {
  const names = cells.map(cell => cell.trim());
  while (names.at(-1) === '') names.pop();
  return names;
};

/** nmon writes -1 for values that the system does not provide; no counter can be negative. */
function value(cell: string | undefined): number {
  const read = number(cell?.trim() ?? '');
  return read < 0 ? Number.NaN : read + 0;
}
