import type { Cell } from '../state/paged-answer.ts';

type Row = Readonly<Record<string, Cell>>;

export interface BusyRow {
  readonly row: Row;
  /** Its self less that of idle CPUs. */
  readonly self: number;
  /** Most of its self is of idle CPUs: it is where they wait. */
  readonly isIdle: boolean;
}

/** Functions or modules with their self outside the idle process, of which `idle` has the same; heaviest first. */
export function busiest(rows: readonly Row[], idle: readonly Row[]): BusyRow[] {
  const key = (row: Row) => `${row.function} ${row.module}`;
  const ofIdle = new Map(idle.map(row => [key(row), Number(row.self)]));
  return rows
    .map(row => {
      const waits = ofIdle.get(key(row)) ?? 0;
      const self = Number(row.self) - waits;
      return { row, self, isIdle: waits > self };
    })
    .sort((a, b) => b.self - a.self);
}
