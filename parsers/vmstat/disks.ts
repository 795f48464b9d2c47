/** `vmstat -d`: a line per disk, counts since boot; the titles repeat by group (`total` of reads, of writes). */
import type { Output } from '../contract.ts';
import { type Counter, MetricTable, type Moment } from '../kit/metrics/series.ts';

const counters: readonly Counter[] = [
  ...['reads', 'writes'].flatMap(group => [
    { counter: `${group} total`, unit: 'count', cumulative: true },
    { counter: `${group} merged`, unit: 'count', cumulative: true },
    { counter: `${group} sectors`, unit: 'sectors', cumulative: true },
    { counter: `${group} ms`, unit: 'ms', cumulative: true },
  ]),
  { counter: 'IO cur', unit: 'count' },
  { counter: 'IO sec', unit: 's', cumulative: true },
];

export class DiskTable {
  private readonly metrics: MetricTable;
  private readonly disksRead = new Set<string>();
  private row = 0;

  constructor(out: Output) {
    this.metrics = new MetricTable(out, null, 'disk', counters);
  }

  /** The sample of a line: a disk that comes again begins the next. */
  rowOf(disk: string): number {
    if (this.disksRead.has(disk)) {
      this.disksRead.clear();
      this.row++;
    }
    this.disksRead.add(disk);
    return this.row;
  }

  write(disk: string, values: readonly number[], at: Moment): void {
    this.metrics.write(disk, values, at);
  }
}
