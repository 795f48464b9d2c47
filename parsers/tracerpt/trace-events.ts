/** An event of a trace, as both output forms of tracerpt give it. */
import type { BulkOutput } from '../bulk.ts';
import { type None, none, type TextId, type ThreadId } from '../contract.ts';
import { EventFields, type FieldKind } from '../kit/event-fields.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import type { Level } from '../levels.ts';
import { roleOf, wordOf } from './kernel-events.ts';

export interface TraceEvent {
  /** ns; NaN if the time could not be read. */
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

/** Levels of ETW; level 0 is always logged. */
export const levelOf = (level: number): Level | null =>
  (['fatal', 'error', 'warning', 'info', 'debug'] as const)[level - 1] ?? null;

const maxProcesses = 1 << 16;
const maxKinds = 1 << 14;
const maxNames = 1 << 10;
/** More than the events of any known provider have. */
const maxFields = 256;

/** A field by its name, as a number and as a text. */
interface NamedField {
  readonly key: string;
  readonly isId: boolean;
  readonly number: FieldKind;
  readonly text: FieldKind;
  /** Its kind if the value is a number in hex. */
  readonly hex: FieldKind;
  /** The last row with the field. */
  row: number;
}

export class TraceEvents {
  private readonly buffer = new Utf8Buffer();
  private readonly fields: EventFields;
  /** Fields by kind of event and by name. */
  private readonly fieldsByKind = new Map<string, Map<string, NamedField>>();
  private readonly processes = new Map<number, TextId>();
  private row = 0;

  constructor(private readonly out: BulkOutput) {
    this.fields = new EventFields(out);
  }

  /** Changes the name of a process from now on. */
  rename(pid: number, name: string): void {
    if (pid < 0) return;
    if (this.processes.size >= maxProcesses) this.processes.clear();
    this.processes.set(pid, this.out.string(name));
  }

  thread(pid: number, tid: number): ThreadId | None {
    return pid < 0 && tid < 0 ? none : this.out.thread(this.processes.get(pid) ?? none, pid, tid);
  }

  add({ fields: cells, kind, ...event }: TraceEvent): void {
    const { fields } = this;
    fields.begin();
    const known = this.namedOf(kind);
    this.row++;
    for (const [name, cell] of cells.slice(0, maxFields)) {
      if (cell === '') continue;
      const field = this.fieldOf(known, kind, name);
      const value = wordOf(kind, field.key, cell);
      const number = numberOf(value, field.isId);
      if (!Number.isNaN(number)) fields.add(field.number, number);
      else fields.add(isHex(value) ? field.hex : field.text, this.textOf(value));
    }
    if (cells.length > maxFields) {
      this.out.problem({
        code: 'too-many-fields',
        severity: 'warning',
        line: event.line,
        offset: event.offset,
        message: `An event has ${cells.length} fields: those after the first ${maxFields} were not stored as fields.`,
      });
    }
    const { buffer } = this;
    buffer.write(event.message);
    this.out.event({
      ts: event.ts,
      kind: this.out.string(kind),
      component: event.component === null ? none : this.out.string(event.component),
      level: event.level,
      thread: this.thread(event.pid, event.tid),
      cpu: event.cpu,
      message: buffer.length === 0 ? null : { bytes: buffer.bytes, start: 0, end: buffer.length },
      fieldSchema: fields.schema(),
      fields: fields.values,
      stack: none,
      line: event.line,
      lines: event.lines,
      offset: event.offset,
    });
  }

  private textOf(value: string): number {
    const { buffer } = this;
    buffer.write(value);
    return this.out.fieldValue(buffer.bytes, 0, buffer.length, this.fields.values.length);
  }

  private namedOf(kind: string): Map<string, NamedField> {
    let known = this.fieldsByKind.get(kind);
    if (known === undefined) {
      if (this.fieldsByKind.size >= maxKinds) this.fieldsByKind.clear();
      known = new Map();
      this.fieldsByKind.set(kind, known);
    }
    return known;
  }

  /** The field with that name, numbered if the row already has it. */
  private fieldOf(known: Map<string, NamedField>, kind: string, name: string): NamedField {
    let field = known.get(name) ?? this.learn(known, kind, name);
    for (let n = 2; field.row === this.row; n++) {
      const key = `${name} ${n}`;
      field = known.get(key) ?? this.learn(known, kind, key);
    }
    field.row = this.row;
    return field;
  }

  private learn(known: Map<string, NamedField>, kind: string, key: string): NamedField {
    const role = roleOf(kind, key);
    const type = { key, ...(role !== undefined && { role }) };
    const field = {
      key,
      isId: role?.endsWith('.tid') === true,
      number: this.fields.kind({ ...type, type: 'number' }),
      text: this.fields.kind({ ...type, type: 'text' }),
      hex: this.fields.kind({ ...type, type: 'text', display: 'hex' }),
      row: -1,
    };
    if (known.size >= maxNames) forgetOthers(known, this.row);
    known.set(key, field);
    return field;
  }
}

/** Removes all fields but those of the current row, so that a name that occurs twice in it is still numbered. */
function forgetOthers(known: Map<string, NamedField>, row: number): void {
  for (const [key, field] of known) if (field.row !== row) known.delete(key);
}

/** Decimal numbers; hexadecimal ones only for ids, because addresses and flags are shown as printed. */
export function numberOf(cell: string, isId = false): number {
  if (isId) return idOf(cell);
  // Most cells are addresses or words.
  const first = cell.charCodeAt(0);
  if ((first < 0x30 || first > 0x39) && first !== 0x2d) return Number.NaN;
  if (cell.charCodeAt(1) === 0x78) return Number.NaN;
  const value = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,9})?$/.test(cell) ? Number(cell) : Number.NaN;
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
}

const isHex = (cell: string): boolean => cell.startsWith('0x') && /^0x[\da-f]{1,16}$/i.test(cell);

/** `0x1A2C`, `6700`; NaN if it is not an id, or means none (`0xFFFFFFFF`). */
export function idOf(cell: string): number {
  const value = /^(?:0x[0-9a-f]{1,16}|\d{1,10})$/i.test(cell) ? Number(cell) : Number.NaN;
  return value <= 0x7fff_ffff ? value : Number.NaN;
}

export const orNone = (id: number): number => (Number.isNaN(id) ? -1 : id);
