/** Turns rows of sysstat's JSON and XML into series. */
import type { Output } from '../../contract.ts';
import { type Counter, MetricTable, type Moment } from '../../kit/metrics/series.ts';
import { countersOfRow, instanceOfRow, objectOfRow, type Row } from './keys.ts';

interface ActivityTable {
  readonly counters: readonly (Counter | null)[];
  readonly table: MetricTable;
}

export class ActivityRows {
  private readonly tables = new Map<string, ActivityTable>();

  constructor(
    private readonly out: Output,
    private readonly host: string | null,
  ) {}

  /** Writes one row of an activity: its numbers, for the instance named by its other keys. */
  write(activity: string, row: Row, at: Moment): void {
    const keys = Object.keys(row);
    const object = objectOfRow(activity, row);
    const { counters, table } = this.tableOf(activity, object, row, keys);
    const values = keys.map((key, index) =>
      counters[index] === null ? Number.NaN : valueOfKey(key, row[key]),
    );
    table.write(instanceOfRow(activity, row), values, at);
  }

  /** Writes one value of a counter that the format itself names. */
  value(
    activity: string,
    object: string,
    instance: string | null,
    counter: Counter,
    value: number,
    at: Moment,
  ): void {
    const id = `${activity} ${object} ${counter.counter}`;
    let known = this.tables.get(id);
    if (known === undefined) {
      known = { counters: [counter], table: new MetricTable(this.out, this.host, object, [counter]) };
      this.tables.set(id, known);
    }
    known.table.write(instance, [value], at);
  }

  private tableOf(activity: string, object: string, row: Row, keys: readonly string[]): ActivityTable {
    const id = `${activity} ${object} ${keys.join(' ')}`;
    let known = this.tables.get(id);
    if (known === undefined) {
      const counters = countersOfRow(activity, row);
      known = { counters, table: new MetricTable(this.out, this.host, object, counters) };
      this.tables.set(id, known);
    }
    return known;
  }
}

/**
 * The value of a number, or of its text, as in XML. In the disk columns of tasks, -1 means that the kernel
 * denied access.
 */
function valueOfKey(key: string, value: unknown): number {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value !== ''
        ? Number(value)
        : Number.NaN;
  return number === -1 && key.startsWith('kB_') ? Number.NaN : number;
}
