/**
 * `sadf -d`: cells separated by semicolons; a `#` line has the titles of the rows after it.
 *
 *     # hostname;interval;timestamp;CPU;%usr;%nice
 *     web1;600;2026-11-21 13:20:19 UTC;-1;2.15;12.50
 *     web1;-1;2026-11-21 13:37:29 UTC;LINUX-RESTART	(8 CPU)
 */
import { noteEvent } from '../families/sysstat/events.ts';
import { counterOf, nameOf, objectOf } from '../families/sysstat/objects.ts';
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { type Counter, MetricTable } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';

interface Table {
  readonly counters: readonly (Counter | null)[];
  readonly object: string;
  readonly name: number;
  /** `CPU*`: one column per CPU, whose numbers the title does not state. */
  readonly perCpu: boolean;
  readonly byHost: Map<string, MetricTable>;
}

export class SadfTables extends TextReader {
  private readonly clock = new MomentClock(this.out, this.options, 'row-times');
  private readonly rows = new Map<number, number>();
  private readonly tables = new Map<string, Table>();
  private table: Table | null = null;
  /** By time, the CPUs in the table of CPUs, in their order. The texts are few and shared. */
  private readonly cpus = new Map<number, string>();
  private readonly lists = new Map<string, string>();

  protected read(line: string): Verdict {
    if (line.startsWith('#')) return this.titles(line.slice(1).trim());
    const [host, interval, time, ...cells] = line.split(';');
    const ts = time === undefined ? null : this.clock.read(time);
    if (ts === null || cells.length === 0) return this.unknown();
    const event = interval === '-1' ? /^(LINUX-RESTART|COM )(.*)/.exec(cells.join(';')) : null;
    if (event !== null) return this.event(ts, event[1]!, event[2]!);
    return this.row(host!, ts, cells);
  }

  private event(ts: number, what: string, rest: string): Verdict {
    const kind = what === 'COM ' ? 'comment' : 'restart';
    const text = kind === 'comment' ? rest : `${what}${rest}`;
    noteEvent(this.out, { ts, kind, text, line: this.lineNumber, offset: this.lineOffset });
    return 'used';
  }

  private titles(line: string): Verdict {
    const [host, interval, time, ...given] = line.split(';');
    // sadf prints the titles of USB devices in another order than the cells.
    const titles = given[0] === 'manufact' ? [...given.slice(2), ...given.slice(0, 2)] : given;
    if (host !== 'hostname' || interval !== 'interval' || time !== 'timestamp') return this.unknown();
    this.table = this.tables.get(line) ?? null;
    if (this.table !== null) return 'used';
    const object = objectOf(titles);
    if (object === null || line.includes('[...]')) {
      const why =
        object === null ? 'No table of sar has' : 'With -h rows repeat their columns without distinction:';
      return this.unknown(`${why} “${titles.join(';')}”; its rows are left out.`);
    }
    this.table = {
      counters: titles.map(title => counterOf(title, object)),
      object,
      name: nameOf(titles),
      perCpu: titles.at(-1) === 'CPU*',
      byHost: new Map(),
    };
    this.tables.set(line, this.table);
    return 'used';
  }

  private row(host: string, ts: number, cells: readonly string[]): Verdict {
    const { table } = this;
    if (table === null) return this.unknown('A row without column titles before it was skipped.');
    const { counters, name, perCpu } = table;
    if (perCpu ? cells.length < 2 : cells.length !== counters.length) {
      return this.unknown('A row that does not fit the column titles was skipped.');
    }
    const instance = name < 0 ? null : instanceOf(table.object, cells[name]!, cells.slice(name + 1));
    if (table.object === 'cpu' && instance !== null) this.addCpu(ts, instance);
    const values = perCpu
      ? cells.map((cell, at) => (at === name ? Number.NaN : this.value(cell, '/s')))
      : counters.map((counter, at) => (counter === null ? Number.NaN : this.value(cells[at]!, counter.unit)));
    this.metrics(table, host, ts, cells.length).write(instance, values, {
      ts,
      row: this.rowOf(ts),
      sinceBoot: false,
    });
    return 'used';
  }

  private metrics(table: Table, host: string, ts: number, width: number): MetricTable {
    const cpus = table.perCpu ? (this.cpus.get(ts) ?? '') : '';
    const key = `${host};${table.perCpu ? width : ''};${cpus}`;
    let metrics = table.byHost.get(key);
    if (metrics === undefined) {
      const counters = table.perCpu ? perCpu(cpus.split(' '), width - 1) : table.counters;
      metrics = new MetricTable(this.out, host, table.object, counters);
      table.byHost.set(key, metrics);
    }
    return metrics;
  }

  private addCpu(ts: number, cpu: string): void {
    const known = this.cpus.get(ts);
    if (known?.split(' ').includes(cpu)) return;
    const list = known === undefined ? cpu : `${known} ${cpu}`;
    const shared = this.lists.get(list) ?? list;
    this.lists.set(shared, shared);
    this.cpus.set(ts, shared);
  }

  private rowOf(ts: number): number {
    let row = this.rows.get(ts);
    if (row === undefined) {
      row = this.rows.size;
      this.rows.set(ts, row);
    }
    return row;
  }
}

/** One counter per CPU, named as in the table of CPUs if that has as many, else by position. */
function perCpu(cpus: readonly string[], count: number): (Counter | null)[] {
  const named = cpus.length === count;
  const counters = Array.from({ length: count }, (_, at): Counter => {
    const cpu = named ? cpus[at]! : null;
    return { counter: cpu === null ? `CPU* ${at}` : cpu === 'all' ? 'all' : `CPU${cpu}`, unit: '/s' };
  });
  return [null, ...counters];
}

/** sadf writes -1 for all CPUs together; a USB device is named by its bus, vendor and product. */
export function instanceOf(object: string, cell: string, further: readonly string[] = []): string {
  if (object === 'usb' && further.length >= 2) return `${cell} ${further[0]}:${further[1]}`;
  return cell === '-1' && (object === 'cpu' || object === 'softnet') ? 'all' : cell;
}
