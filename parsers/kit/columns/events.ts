/**
 * Turns rows of a table into events with thread, time and duration; every other cell is a field under its
 * title.
 */

import type { BulkOutput } from '../../bulk.ts';
import {
  type FieldSchemaId,
  type FieldType,
  type None,
  none,
  type StackId,
  type TextId,
  type ThreadId,
} from '../../contract.ts';
import type { FieldRole } from '../../event-meanings.ts';
import { isInstant } from '../civil.ts';
import { distinctKeys } from '../event-fields.ts';
import { idOf } from '../metrics/series.ts';
import { quantity } from '../metrics/values.ts';
import { Utf8Buffer } from '../utf8-buffer.ts';
import { inNanos } from './clock.ts';
import { type Columns, numberIn } from './columns.ts';
import type { Column, ColumnUse } from './titles.ts';

/** Facts about a table of events that its titles do not state. */
export interface EventTableFacts {
  readonly kind: string;
  /** Roles of columns in the meaning of the events, by title. */
  readonly roles?: Readonly<Record<string, FieldRole>>;
  /** True if the time of a row is when it ended, so that it began a duration earlier. */
  readonly timedAtEnd?: boolean;
}

/** Place of a row in the file. */
export interface RowPlace {
  readonly line: number;
  readonly offset: number;
  /** Number of lines of the row if a stack follows. */
  readonly lines?: number;
  readonly stack?: StackId | None;
}

/** Uses of columns that are properties of the event, not fields. */
const eventUses: ReadonlySet<ColumnUse> = new Set([
  'time',
  'pid',
  'tid',
  'pid/tid',
  'process',
  'cpu',
  'duration',
]);

export class ColumnEvents {
  private readonly kind: TextId;
  private readonly schema: FieldSchemaId | None;
  private readonly fieldColumns: readonly number[];
  private readonly fields: number[] = [];
  /** The first column of each use. */
  private readonly firsts = new Map<ColumnUse, number>();
  private readonly message = new Utf8Buffer();
  private readonly cell = new Utf8Buffer();

  constructor(
    private readonly out: BulkOutput,
    readonly table: Columns,
    private readonly facts: EventTableFacts,
  ) {
    const { columns } = table;
    this.kind = out.string(facts.kind);
    // Only the first column of each use is a property of the event; a second process or pid is a field.
    columns.forEach(({ use }, at) => {
      if (!this.firsts.has(use)) this.firsts.set(use, at);
    });
    const isEventProperty = ({ use }: Column, at: number) =>
      eventUses.has(use) && this.firsts.get(use) === at;
    this.fieldColumns = columns.flatMap((column, at) => (isEventProperty(column, at) ? [] : [at]));
    this.schema =
      this.fieldColumns.length === 0
        ? none
        : out.fieldSchema(this.fieldsOf(this.fieldColumns.map(at => columns[at]!)));
  }

  /** @param ts the time of the row */
  write(cells: readonly string[], ts: number, { line, offset, lines = 1, stack = none }: RowPlace): void {
    const { out, fields, message } = this;
    const duration = this.duration(cells, line, offset);
    this.fill(cells);
    message.write(this.text(cells));
    out.event({
      ts: this.facts.timedAtEnd && !Number.isNaN(duration) ? ts - duration : ts,
      duration,
      kind: this.kind,
      thread: this.thread(cells),
      cpu: idOf(this.cellOf(cells, 'cpu')),
      message: { bytes: message.bytes, start: 0, end: message.length },
      fieldSchema: this.schema,
      fields,
      stack,
      line,
      lines,
      offset,
    });
  }

  private text(cells: readonly string[]): string {
    let text = '';
    for (const at of this.fieldColumns) {
      const cell = cells[at]!;
      if (cell !== '') text += text === '' ? cell : ` ${cell}`;
    }
    return text;
  }

  /** The cell of the first column of that use. */
  cellOf(cells: readonly string[], use: ColumnUse): string | undefined {
    const at = this.firsts.get(use);
    return at === undefined ? undefined : cells[at];
  }

  private fieldsOf(columns: readonly Column[]): FieldType[] {
    const keys = distinctKeys(columns.map(({ title }) => title));
    return columns.map(({ title, unit, use }, at) => {
      const role = this.facts.roles?.[title];
      const type = use === 'text' || use === 'process' ? 'text' : 'number';
      return { key: keys[at]!, type, ...(unit !== null && { unit }), ...(role !== undefined && { role }) };
    });
  }

  private fill(cells: readonly string[]): void {
    const { out, fields, cell } = this;
    this.fieldColumns.forEach((at, field) => {
      const text = cells[at]!;
      const { use, unit } = this.table.columns[at]!;
      if (use !== 'text' && use !== 'process') fields[field] = numberWith(text, unit);
      else if (text === '') fields[field] = none;
      else {
        cell.write(text);
        fields[field] = out.fieldValue(cell.bytes, 0, cell.length, field);
      }
    });
  }

  private duration(cells: readonly string[], line: number, offset: number): number {
    const at = this.firsts.get('duration');
    if (at === undefined) return Number.NaN;
    const value = numberIn(cells[at]!);
    const ns = Math.round(inNanos(value, this.table.columns[at]!.unit));
    if (isInstant(ns / 1e9)) return ns;
    if (!Number.isNaN(value))
      this.out.problem({
        code: 'impossible-duration',
        severity: 'warning',
        line,
        offset,
        message: `A duration of ${cells[at]} ${this.table.columns[at]!.unit ?? ''} is not possible (a difference below zero is printed so): the event was read without it.`,
      });
    return Number.NaN;
  }

  private thread(cells: readonly string[]): ThreadId | None {
    const process = this.cellOf(cells, 'process');
    const [both, thread] = this.cellOf(cells, 'pid/tid')?.split('/') ?? [];
    const pid = idOf(both ?? this.cellOf(cells, 'pid'));
    const tid = idOf(thread?.replace(/:$/, '') ?? this.cellOf(cells, 'tid'));
    if (!process && pid < 0 && tid < 0) return none;
    return this.out.thread(process ? this.out.string(process) : none, pid, tid);
  }
}

/** A number in the unit of its column, converted if its suffix says another (`4K` in a column of bytes). */
const numberWith = (cell: string, unit: string | null): number => {
  const value = quantity(cell, unit);
  return Number.isNaN(value) ? numberIn(cell) : value;
};
