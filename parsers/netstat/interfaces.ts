/** `netstat -i`: packets and errors by interface, since boot; on macOS and the BSDs also by address. */
import type { Output } from '../contract.ts';
import { type Counter, type MetricTable, MetricTables, type Moment } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { number } from '../kit/metrics/values.ts';

const counts = /^(?:[RT]X-(?:OK|ERR|DRP|OVR)|[IO](?:pkts|errs|bytes|drop)|Coll|Drop|Collis|Queue)$/;

export class Interfaces {
  private readonly tables: MetricTables;
  private columns: readonly string[] = [];
  private metrics: MetricTable | null = null;

  constructor(out: Output) {
    this.tables = new MetricTables(out);
  }

  /** Reads the titles; false if the line has none. */
  titles(cells: readonly string[]): boolean {
    if (cells[0] !== 'Iface' && cells[0] !== 'Name') return false;
    if (!cells.some(cell => counts.test(cell))) return false;
    this.columns = cells;
    this.metrics = this.tables.of(cells.join(' '), 'network', () => cells.map(counter));
    return true;
  }

  read(line: string, at: Moment): boolean {
    const cells = words(line);
    const { columns, metrics } = this;
    if (metrics === null || cells.length < 3) return false;
    const address = columns.indexOf('Address');
    if (address < 0) {
      if (cells.length !== columns.length) return false;
      metrics.write(cells[0]!, cells.map(valueOrNone), at);
      return true;
    }
    // The address may be empty, so columns are counted from the right.
    const right = columns.length - 1 - address;
    const left = cells.slice(0, Math.max(0, cells.length - right));
    if (left.length < 2) return false;
    const values = [
      ...new Array<number>(address + 1).fill(Number.NaN),
      ...cells.slice(-right).map(valueOrNone),
    ];
    const link = left.some(cell => cell.startsWith('<Link#'));
    metrics.write(link ? left[0]! : `${left[0]} ${left.at(-1)}`, values, at);
    return true;
  }
}

const valueOrNone = (cell: string): number => number(cell);

function counter(title: string): Counter | null {
  if (!counts.test(title)) return null;
  return { counter: title, unit: /bytes$/.test(title) ? 'B' : 'count', cumulative: true };
}
