/** Rows of sysstat's JSON and XML to series. */
import type { Output } from '../../contract.ts';
import { type Counter, MetricTable, type Moment } from './series.ts';
import { countersOfRow, instanceOfRow, objectOfRow, type Row } from './sysstat-keys.ts';

interface Keys {
  readonly counters: readonly (Counter | null)[];
  readonly table: MetricTable;
}

export class ActivityRows {
  private readonly known = new Map<string, Keys>();

  constructor(
    private readonly out: Output,
    private readonly host: string | null,
  ) {}

  /** One row of an activity: its numbers, and the keys that say which of them it is about. */
  write(activity: string, row: Row, at: Moment): void {
    const keys = Object.keys(row);
    const object = objectOfRow(activity, row);
    const { counters, table } = this.keysOf(activity, object, row, keys);
    const values = keys.map((key, index) =>
      counters[index] === null ? Number.NaN : valueOfKey(key, row[key]),
    );
    table.write(instanceOfRow(activity, row), values, at);
  }

  /** One value under a counter that the format itself names. */
  value(
    activity: string,
    object: string,
    instance: string | null,
    counter: Counter,
    value: number,
    at: Moment,
  ): void {
    const id = `${activity} ${object} ${counter.counter}`;
    let known = this.known.get(id);
    if (known === undefined) {
      known = { counters: [counter], table: new MetricTable(this.out, this.host, object, [counter]) };
      this.known.set(id, known);
    }
    known.table.write(instance, [value], at);
  }

  private keysOf(activity: string, object: string, row: Row, keys: readonly string[]): Keys {
    const id = `${activity} ${object} ${keys.join(' ')}`;
    let known = this.known.get(id);
    if (known === undefined) {
      const counters = countersOfRow(activity, row);
      known = { counters, table: new MetricTable(this.out, this.host, object, counters) };
      this.known.set(id, known);
    }
    return known;
  }
}

/** Numbers, and in XML their texts. -1 in the disk columns of tasks: the kernel did not let them be read. */
function valueOfKey(key: string, value: unknown): number {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value !== ''
        ? Number(value)
        : Number.NaN;
  return number === -1 && key.startsWith('kB_') ? Number.NaN : number;
}
