/** Converts events to rows of `event`, with their arguments as fields. */
import { type None, none, type Output, type ThreadId } from '../contract.ts';
import { EventFields, type FieldKind } from '../kit/event-fields.ts';
import { ReusedRow } from '../kit/event-row.ts';
import { isObject, type Json, type JsonObject, numberOf, objectOf, textOf } from '../kit/json-values.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';

/** Position of an event in the file. */
export interface Position {
  readonly line: number;
  readonly lines: number;
  readonly offset: number;
}

const longestText = 4096;
/** Maximum depth at which nested arguments become fields, such as `data.frame`; deeper ones are JSON. */
const maxDepth = 2;
const maxFields = 256;

export interface Timed {
  /** ns since the capture's zero. */
  readonly ts: number;
  /** ns; NaN if it has none, or no known end. */
  readonly duration: number;
  readonly thread: ThreadId | None;
}

export class TraceEvents {
  private readonly row: ReusedRow;
  private readonly fields: EventFields;
  private readonly text = new Utf8Buffer();
  private readonly slice: FieldKind;
  private readonly plainName: FieldKind;
  private readonly id: FieldKind;
  private readonly threadName: FieldKind;
  private readonly known = new Map<string, FieldKind>();

  /** @param threads names, by `pid tid` */
  constructor(
    private readonly out: Output,
    private readonly threads: ReadonlyMap<string, string>,
  ) {
    this.row = new ReusedRow(out.string('slice'));
    this.fields = new EventFields(out);
    this.slice = this.fields.kind({ key: 'name', type: 'text', role: 'slice.name' });
    this.plainName = this.fields.kind({ key: 'name', type: 'text' });
    this.id = this.fields.kind({ key: 'id', type: 'text' });
    this.threadName = this.fields.kind({ key: 'thread.name', type: 'text' });
  }

  /** @param more arguments of its end event */
  give(
    kind: string,
    event: JsonObject,
    { ts, duration, thread }: Timed,
    at: Position,
    more: Json | undefined = undefined,
  ): void {
    const { row, fields } = this;
    const name = textOf(event.name).slice(0, longestText);
    row.kind = this.out.string(kind);
    row.ts = ts;
    row.duration = duration;
    row.thread = thread;
    const category = textOf(event.cat).slice(0, longestText);
    row.component = category === '' ? none : this.out.string(category);
    Object.assign(row, { line: at.line, lines: at.lines, offset: at.offset });
    fields.begin();
    const given = new Set(['name', 'id', 'thread.name']);
    fields.add(kind === 'slice' ? this.slice : this.plainName, this.out.string(name));
    const id = idOf(event);
    if (id !== '') fields.add(this.id, this.out.string(id));
    const threadName = this.threads.get(threadKey(event));
    if (threadName !== undefined) fields.add(this.threadName, this.out.string(threadName.slice(0, 256)));
    this.addAll('', objectOf(event.args), 0, given);
    this.addAll('', objectOf(more), 0, given);
    this.text.write(name);
    row.message.bytes = this.text.bytes;
    row.message.end = this.text.length;
    row.fieldSchema = fields.schema();
    row.fields = fields.values;
    this.out.event(row);
  }

  private addAll(prefix: string, args: JsonObject, depth: number, given: Set<string>): void {
    for (const [key, value] of Object.entries(args)) {
      const name = `${prefix}${key}`.slice(0, 256);
      if (value === undefined || value === null || given.has(name) || given.size >= maxFields) continue;
      if (isObject(value) && depth < maxDepth) {
        this.addAll(`${name}.`, value, depth + 1, given);
        continue;
      }
      given.add(name);
      // JSON can write numbers beyond all doubles, which are read as Infinity.
      const isNumber = typeof value === 'number' && Number.isFinite(value);
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      this.fields.add(
        this.kind(name, isNumber),
        isNumber ? value : this.out.string(text.slice(0, longestText)),
      );
    }
  }

  private kind(key: string, isNumber: boolean): FieldKind {
    const name = `${isNumber ? 'number' : 'text'} ${key}`;
    let kind = this.known.get(name);
    if (kind === undefined) {
      kind = this.fields.kind({ key, type: isNumber ? 'number' : 'text' });
      if (this.known.size < 1 << 14) this.known.set(name, kind);
    }
    return kind;
  }
}

/** Id that connects the events of one asynchronous slice; empty if there is none. */
export function idOf({ id, id2 }: JsonObject): string {
  const given = id ?? objectOf(id2).global ?? objectOf(id2).local;
  return typeof given === 'number' ? String(given) : textOf(given).slice(0, 256);
}

/** True if the id is local to its process. */
export const isLocalId = ({ id2 }: JsonObject): boolean => objectOf(id2).local !== undefined;

export const threadKey = ({ pid, tid }: JsonObject): string => `${pidOf(pid)} ${pidOf(tid)}`;

export const pidOf = (value: Json | undefined): number => {
  const id = numberOf(value);
  return Number.isInteger(id) && id >= 0 && id < 2 ** 31 ? id : -1;
};
