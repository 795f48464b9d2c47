/**
 * `netstat -i 5` of Solaris and `netstat -w 5` of the BSDs: a line per interval, the first since boot.
 *
 *         input   net0      output       input  (Total)    output
 *     packets errs  packets errs  colls  packets errs  packets errs  colls
 *     128     0     120     0     0      260     0     250     0     0
 */
import type { Output } from '../contract.ts';
import { MetricTable } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';

const heading = /^\s*input\s+(\S+)\s+output(?:\s+input\s+(\S+)\s+output)?\s*$/;

interface Group {
  readonly name: string;
  readonly metrics: MetricTable;
}

export class Intervals {
  private names: readonly string[] = [];
  private groups: readonly Group[] = [];
  private rows = 0;

  constructor(private readonly out: Output) {}

  static isHeading(line: string): boolean {
    return heading.test(line);
  }

  heading(line: string): void {
    const match = heading.exec(line);
    this.names = match === null ? [] : match.slice(1).filter(name => name !== undefined);
  }

  /** @param timeOf `ts` of a sample */
  read(line: string, timeOf: (row: number) => number): boolean {
    const cells = words(line);
    if (cells[0] === 'packets') return this.titles(cells);
    const width = this.groups[0]?.metrics.counters.length ?? 0;
    if (width === 0 || cells.length !== width * this.groups.length || !cells.every(isCount)) return false;
    const at = { ts: timeOf(this.rows), row: this.rows, sinceBoot: this.rows === 0 };
    this.groups.forEach(({ name, metrics }, index) => {
      metrics.write(name, cells.slice(index * width, (index + 1) * width).map(Number), at);
    });
    this.rows++;
    return true;
  }

  /**
   * If there are two interfaces side by side, half of the titles belong to the first; output begins with packets
   * again.
   */
  private titles(cells: readonly string[]): boolean {
    const width = cells.length / Math.max(1, this.names.length);
    if (!Number.isInteger(width)) return false;
    if (this.groups.length > 0) return true;
    const own = cells.slice(0, width);
    const output = own.lastIndexOf('packets');
    const counters = own.map((title, at) => ({
      counter: `${at < output ? 'input' : 'output'} ${title}`,
      unit: title === 'bytes' ? 'B' : 'count',
    }));
    this.groups = this.names.map(name => ({
      name,
      metrics: new MetricTable(this.out, null, 'network', counters),
    }));
    return true;
  }
}

const isCount = (cell: string): boolean => /^\d+$/.test(cell);
