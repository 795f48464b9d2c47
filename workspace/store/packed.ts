/**
 * Tables whose rows are stored in another layout: each is a view over the tables declared here (`events.ts`,
 * `metrics.ts`).
 *
 * Such a stored table has `capture` as its first column, unless it declares that column or its class implies it.
 */
import type { Column, ColumnType, RowTable } from '../../parsers/tables.ts';

/**
 * Column types that only these tables have.
 *
 * | type       | in a batch | stored    | null         | meaning |
 * |------------|------------|-----------|--------------|---------|
 * | `class`    | i32        | INTEGER   | never        | id in event_class |
 * | `times`    | f64[]      | BIGINT[]  | a value: NaN | ns since the capture's zero |
 * | `smalls`   | i32[]      | INTEGER[] | a value: -1  | |
 */
export type PackedType = 'class' | 'times' | 'smalls';

export interface StoredColumn extends Omit<Column, 'type'> {
  readonly type: ColumnType | PackedType;
}

export interface PackedTable {
  /** The table whose rows, or a part of whose rows, it stores. */
  readonly table: RowTable;
  readonly about: string;
  readonly columns: Readonly<Record<string, StoredColumn>>;
}

/**
 * Maximum number of values of a run (`metric_values`). Longer runs are not faster to read, and DuckDB compresses and writes only every
 * 122,880 rows: until then all their values wait in memory.
 */
export const maxRunPoints = 128;

export const packedTables = {
  event_class: {
    table: 'event',
    about: 'The shared columns of events that differ only in time, thread and values. Interned per capture.',
    columns: {
      id: { type: 'small', about: 'Dense, from 0.' },
      capture: { type: 'small', about: 'The capture they came from.' },
      kind: {
        type: 'text',
        about: 'Event type: the tracepoint (sched:sched_switch), `log`, the system call …',
      },
      level: { type: 'text', nullable: true, about: 'fatal, error, warning, notice, info, debug or trace.' },
      component: { type: 'text', nullable: true, about: 'Logger, subsystem, program or unit that wrote it.' },
      template: {
        type: 'text',
        nullable: true,
        about: 'The message with its variable parts masked; its template is in `template`.',
      },
      field_schema: {
        type: 'field_schema',
        nullable: true,
        formerly: 'shape',
        about: 'Names, types and units of its fields.',
      },
      lines: { type: 'small', nullable: true, about: 'Number of lines of the record.' },
      zone_differs: {
        type: 'flag',
        about:
          'Their times state a zone in a capture whose first time states none, or the reverse: another zone for the wall clock moves only one of both.',
      },
    },
  },
  event_rows: {
    table: 'event',
    about:
      'Events in the order of their files. The view `event` joins this table and event_lines with their classes.',
    columns: {
      class: { type: 'class', about: 'Class with the columns it shares with other events.' },
      ts: { type: 'time', nullable: true, about: 'See event.' },
      duration: { type: 'duration', nullable: true, about: 'See event.' },
      thread: { type: 'thread', nullable: true, about: 'See event.' },
      cpu: { type: 'small', nullable: true, about: 'See event.' },
      message: { type: 'bytes', nullable: true, about: 'See event.' },
      values: { type: 'values', about: 'See event.' },
      numbers: { type: 'numbers', about: 'See event.' },
      stack: { type: 'stack', nullable: true, about: 'See event.' },
      line: { type: 'line', nullable: true, about: 'See event.' },
      offset: { type: 'offset', nullable: true, unit: 'B', about: 'See event.' },
    },
  },
  event_lines: {
    table: 'event',
    about:
      'Events without duration, thread, CPU and stack, such as most lines of logs; otherwise like event_rows.',
    columns: {
      class: { type: 'class', about: 'Class with the columns it shares with other events.' },
      ts: { type: 'time', nullable: true, about: 'See event.' },
      message: { type: 'bytes', nullable: true, about: 'See event.' },
      values: { type: 'values', about: 'See event.' },
      numbers: { type: 'numbers', about: 'See event.' },
      line: { type: 'line', nullable: true, about: 'See event.' },
      offset: { type: 'offset', nullable: true, unit: 'B', about: 'See event.' },
    },
  },
  metric_times: {
    table: 'metric',
    about: 'Times of values: one list for all runs whose values were taken at the same times.',
    columns: {
      id: { type: 'small', about: 'From 0 in each capture.' },
      ts: { type: 'times', about: 'metric.ts of each value.' },
      row: { type: 'smalls', about: 'metric.row of each value.' },
      since_boot: { type: 'flag', about: 'metric.since_boot of all values.' },
    },
  },
  metric_values: {
    table: 'metric',
    about: 'A run: some values of one series. The view `metric` has one row per value, with its time.',
    columns: {
      series: { type: 'series', about: 'Which series.' },
      times: { type: 'small', about: 'metric_times.id within the capture: the times of the values.' },
      values: { type: 'numbers', about: 'metric.value of each point; as many as there are times.' },
    },
  },
} as const satisfies Record<string, PackedTable>;

export type PackedTableName = keyof typeof packedTables;
