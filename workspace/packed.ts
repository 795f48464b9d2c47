/**
 * How rows of some tables are packed: instead of a table of the name there are these, and a view that unpacks them
 * (`events.ts`, `metrics.ts`).
 *
 * A packed table has `capture` in front, unless it has a column of that name or its class tells it.
 */
import type { Column, ColumnType, RowTable } from '../parsers/tables.ts';

/**
 * Column types that only packed tables have.
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
  /** Whose rows it holds, or a part of what they hold. */
  readonly of: RowTable;
  readonly about: string;
  readonly columns: Readonly<Record<string, StoredColumn>>;
}

export const packedTables = {
  event_class: {
    of: 'event',
    about: 'What events have in common that differ in when, who and how much only. Interned per capture.',
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
        about: 'The message with what is surely variable masked; its template is in `template`.',
      },
      field_schema: {
        type: 'field_schema',
        nullable: true,
        formerly: 'shape',
        about: 'Names, types and units of its fields.',
      },
      lines: { type: 'small', nullable: true, about: 'How many lines the record takes.' },
    },
  },
  event_rows: {
    of: 'event',
    about: 'Events in the order of their files. `event` is these and event_lines beside their classes.',
    columns: {
      class: { type: 'class', about: 'What it has in common with others.' },
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
    of: 'event',
    about: 'The same without duration, thread, CPU and stack: as most lines of logs are.',
    columns: {
      class: { type: 'class', about: 'What it has in common with others.' },
      ts: { type: 'time', nullable: true, about: 'See event.' },
      message: { type: 'bytes', nullable: true, about: 'See event.' },
      values: { type: 'values', about: 'See event.' },
      numbers: { type: 'numbers', about: 'See event.' },
      line: { type: 'line', nullable: true, about: 'See event.' },
      offset: { type: 'offset', nullable: true, unit: 'B', about: 'See event.' },
    },
  },
  metric_times: {
    of: 'metric',
    about: 'When values were taken: a list for all runs of values that were taken at the same times.',
    columns: {
      id: { type: 'small', about: 'From 0 in each capture.' },
      ts: { type: 'times', about: 'metric.ts of each value.' },
      row: { type: 'smalls', about: 'metric.row of each value.' },
      since_boot: { type: 'flag', about: 'metric.since_boot of all values.' },
    },
  },
  metric_values: {
    of: 'metric',
    about: 'A run: some values of one series. `metric` is these beside their times, a row each.',
    columns: {
      series: { type: 'series', about: 'Which series.' },
      times: { type: 'small', about: 'metric_times.id of the capture: when they were taken.' },
      values: { type: 'numbers', about: 'metric.value, one after the other; as many as there are times.' },
    },
  },
} as const satisfies Record<string, PackedTable>;

export type PackedTableName = keyof typeof packedTables;
