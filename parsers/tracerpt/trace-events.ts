/** What both forms of tracerpt give on: an event of a trace. */
import type { BulkOutput } from '../bulk.ts';
import {
  type FieldSchemaId,
  type FieldType,
  type None,
  none,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import type { Level } from '../levels.ts';
import { roleOf, wordOf } from './kernel-events.ts';

export interface TraceEvent {
  /** ns; NaN where the time could not be read. */
  readonly ts: number;
  readonly kind: string;
  readonly component: string | null;
  readonly level: Level | null;
  readonly pid: number;
  readonly tid: number;
  readonly cpu: number;
  readonly message: string;
  readonly fields: readonly (readonly [key: string, value: string])[];
  readonly line: number;
  readonly lines: number;
  readonly offset: number;
}

/** Levels of ETW; 0 is whatever is always logged. */
export const levelOf = (level: number): Level | null =>
  (['fatal', 'error', 'warning', 'info', 'debug'] as const)[level - 1] ?? null;

const mostProcesses = 1 << 16;

export class TraceEvents {
  private readonly encoder = new TextEncoder();
  private readonly schemas = new Map<string, FieldSchemaId>();
  private readonly processes = new Map<number, TextId>();

  constructor(private readonly out: BulkOutput) {}

  /** From now on the process has this name. */
  named(pid: number, name: string): void {
    if (pid < 0) return;
    if (this.processes.size >= mostProcesses) this.processes.clear();
    this.processes.set(pid, this.out.string(name));
  }

  thread(pid: number, tid: number): ThreadId | None {
    return pid < 0 && tid < 0 ? none : this.out.thread(this.processes.get(pid) ?? none, pid, tid);
  }

  add({ fields, kind, ...event }: TraceEvent): void {
    const types: FieldType[] = [];
    const values: number[] = [];
    const keys = new Set<string>();
    for (const [name, cell] of fields) {
      if (cell === '') continue;
      let key = name;
      for (let n = 2; keys.has(key); n++) key = `${name} ${n}`;
      keys.add(key);
      const role = roleOf(kind, key);
      const value = wordOf(kind, key, cell);
      const number = numberOf(value, role?.endsWith('.tid') === true);
      const isNumber = !Number.isNaN(number);
      types.push({ key, type: isNumber ? 'number' : 'text', ...(role !== undefined && { role }) });
      if (isNumber) values.push(number);
      else {
        const bytes = this.encoder.encode(value);
        values.push(this.out.fieldValue(bytes, 0, bytes.length, values.length));
      }
    }
    const message = this.encoder.encode(event.message);
    this.out.event({
      ts: event.ts,
      kind: this.out.string(kind),
      component: event.component === null ? none : this.out.string(event.component),
      level: event.level,
      thread: this.thread(event.pid, event.tid),
      cpu: event.cpu,
      message: message.length === 0 ? null : { bytes: message, start: 0, end: message.length },
      fieldSchema: types.length === 0 ? none : this.schema(types),
      fields: values,
      stack: none,
      line: event.line,
      lines: event.lines,
      offset: event.offset,
    });
  }

  private schema(types: readonly FieldType[]): FieldSchemaId {
    const key = JSON.stringify(types);
    const known = this.schemas.get(key);
    if (known !== undefined) return known;
    const id = this.out.fieldSchema(types);
    if (this.schemas.size >= 1 << 14) this.schemas.clear();
    this.schemas.set(key, id);
    return id;
  }
}

/** Decimal numbers; hexadecimal ones where an id is meant, as addresses and flags are read as they are printed. */
export function numberOf(cell: string, isId = false): number {
  if (isId) return idOf(cell);
  const value = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,9})?$/.test(cell) ? Number(cell) : Number.NaN;
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
}

/** `0x1A2C`, `6700`: NaN where it is none, or means nobody (`0xFFFFFFFF`). */
export function idOf(cell: string): number {
  const value = /^(?:0x[0-9a-f]{1,16}|\d{1,10})$/i.test(cell) ? Number(cell) : Number.NaN;
  return value <= 0x7fff_ffff ? value : Number.NaN;
}

export const orNone = (id: number): number => (Number.isNaN(id) ? -1 : id);
