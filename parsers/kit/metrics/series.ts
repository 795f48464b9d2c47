/** Turns tables of numbers into series. A series is interned once, with its first value. */
import type { Meaning, Output, SeriesId, Task } from '../../contract.ts';
import { isSmall } from '../bounds.ts';
import { grown } from '../intern.ts';
import { isUnended, offer } from '../unended.ts';
import { operationColumns } from './operations.ts';
import { unitOf } from './values.ts';

/** One column of values. */
export interface Counter {
  readonly counter: string;
  readonly unit: string | null;
  /** Set if it differs from the object of the table. */
  readonly object?: string;
  /** True for a count that only grows. */
  readonly cumulative?: boolean;
  /** Replaces the meaning that `Format.meanings` gives to series of this name. */
  readonly meaning?: Meaning;
}

/** The time of a row: `ts` in ns since the capture's zero, `NaN` without a clock. */
export interface Moment {
  readonly ts: number;
  /** Number of the sample in the file, from 0. */
  readonly row: number;
  readonly sinceBoot: boolean;
}

/** The counter of a column title, with the unit in the title. */
export const counterOf = (title: string): Counter => ({ counter: title, unit: unitOf(title) });

/** Instance name of a process, or of one of its threads: `postgres (972)`, `java (29/31)`. */
export const taskName = ({ process, pid, tid }: Task): string =>
  `${process} (${[pid, tid].filter(id => id >= 0).join('/')})`;

/** The process with that pid, which may be the text of a cell. */
export const processTask = (process: string, pid: string | number): Task => ({
  process,
  pid: idOf(pid),
  tid: -1,
});

/** Id of a process or a thread; -1 if the cell has none. */
export function idOf(cell: string | number | undefined): number {
  const id = cell === undefined || cell === '' ? -1 : Number(cell);
  return isSmall(id) ? id : -1;
}

/** The columns of one table. */
export class MetricTable {
  /** Per instance, the index in `ids` of the series of its first column. */
  private readonly byInstance = new Map<string | null, number>();
  /** Ids of series, instance by instance, by column; -1 before their first value. */
  private ids = new Int32Array(0);
  private readonly operations: ReadonlyMap<number, readonly number[]>;

  /**
   * @param object object of counters that do not name their own
   * @param counters null for a column that is not a metric
   */
  constructor(
    private readonly out: Output,
    private readonly host: string | null,
    readonly object: string,
    readonly counters: readonly (Counter | null)[],
  ) {
    this.operations = operationColumns(counters);
  }

  /**
   * Writes the row of an instance, in the order of the columns. `NaN`, missing cells at the end, and averages
   * over no operations are not written.
   *
   * @param host the instance's own, in a table about many hosts
   */
  write(
    owner: string | Task | null,
    values: ArrayLike<number>,
    at: Moment,
    host: string | null = this.host,
  ): void {
    const task = typeof owner === 'object' ? owner : null;
    const instance = typeof owner === 'object' ? owner && taskName(owner) : owner;
    const first = this.firstOf(host === this.host ? instance : `${host}\n${instance ?? ''}`);
    const length = Math.min(values.length, this.counters.length);
    const mayBeCut = isUnended(this.out);
    for (let column = 0; column < length; column++) {
      const value = values[column]!;
      if (!Number.isFinite(value) || (value === 0 && this.isWithoutOperations(column, values))) continue;
      const counter = this.counters[column];
      if (counter === null || counter === undefined) continue;
      let id = this.ids[first + column]!;
      if (id < 0) {
        id = this.intern(host, instance, counter, task);
        this.ids[first + column] = id;
      }
      if (mayBeCut) offer(() => this.out.metric(id as SeriesId, at.ts, value, at.row, at.sinceBoot));
      else this.out.metric(id as SeriesId, at.ts, value, at.row, at.sinceBoot);
    }
  }

  private isWithoutOperations(column: number, values: ArrayLike<number>): boolean {
    return this.operations.get(column)?.every(operations => values[operations] === 0) ?? false;
  }

  private firstOf(instance: string | null): number {
    const known = this.byInstance.get(instance);
    if (known !== undefined) return known;
    const width = this.counters.length;
    const first = this.byInstance.size * width;
    if (first + width > this.ids.length) this.ids = grown(this.ids, first + width);
    this.ids.fill(-1, first, first + width);
    this.byInstance.set(instance, first);
    return first;
  }

  private intern(host: string | null, instance: string | null, column: Counter, task: Task | null): SeriesId {
    const { counter, unit, object, cumulative, meaning } = column;
    return this.out.series({
      object: object ?? this.object,
      instance,
      counter,
      unit,
      host,
      cumulative: cumulative ?? false,
      ...(task && { task }),
      ...(meaning && { meaning }),
    });
  }
}

/** Tables by key, for a reader that meets them as it goes. */
export class MetricTables {
  private readonly tables = new Map<string, MetricTable>();

  constructor(private readonly out: Output) {}

  /** The table of this key; at first it is made of `counters`. */
  of(
    key: string,
    object: string,
    counters: () => readonly (Counter | null)[],
    host: string | null = null,
  ): MetricTable {
    let table = this.tables.get(key);
    if (table === undefined) {
      table = new MetricTable(this.out, host, object, counters());
      this.tables.set(key, table);
    }
    return table;
  }
}
