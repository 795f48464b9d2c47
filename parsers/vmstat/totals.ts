/** `vmstat -s` and `-D`: a number and its name per line; counts since boot, except for memory and current amounts. */
import type { Output } from '../contract.ts';
import { type MetricTable, MetricTables } from '../kit/metrics/series.ts';

const isNow = /memory|swap$|buffer|^disks$|^partitions$|^inprogress|^boot time/;

export class Totals {
  private readonly tables: MetricTables;
  private readonly rows = new Map<string, number>();

  constructor(out: Output) {
    this.tables = new MetricTables(out);
  }

  /** False if the line is not of this form. */
  read(line: string, timeOf: (row: number) => number): boolean {
    const match = /^\s*(\d+)\s+(?:([KkMm])\s+)?([A-Za-z].*)$/.exec(line);
    if (match === null) return false;
    const [, value, size, name] = match as unknown as [string, string, string | undefined, string];
    const row = this.rows.get(name) ?? 0;
    this.rows.set(name, row + 1);
    this.table(name, size).write(null, [Number(value)], { ts: timeOf(row), row, sinceBoot: false });
    return true;
  }

  private table(name: string, size: string | undefined): MetricTable {
    const unit =
      size === undefined ? (/ticks$/.test(name) ? 'ticks' : 'count') : `${size === 'M' ? 'M' : 'k'}B`;
    const object = size === undefined ? (/cpu ticks$/.test(name) ? 'cpu' : 'system') : 'memory';
    return this.tables.of(name, object, () => [
      {
        counter: name,
        unit: name === 'boot time' ? 's' : unit,
        cumulative: size === undefined && !isNow.test(name),
      },
    ]);
  }
}
