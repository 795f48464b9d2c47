/**
 * A network packet as an event, for all tools that print packets. Its field schema has only the fields that the tool
 * printed.
 */
import {
  type EventRow,
  type FieldSchemaId,
  type FieldType,
  type None,
  none,
  type Output,
  type TextId,
} from '../contract.ts';

/** Indexes of fields in {@link fieldTypes}. */
export const PacketField = {
  interface: 0,
  direction: 1,
  source: 2,
  sourcePort: 3,
  destination: 4,
  destinationPort: 5,
  protocol: 6,
  flags: 7,
  seq: 8,
  seqEnd: 9,
  ack: 10,
  win: 11,
  length: 12,
  ttl: 13,
} as const;

export type PacketField = (typeof PacketField)[keyof typeof PacketField];

/** Ports are texts because tools print service names for them. */
const fieldTypes: readonly FieldType[] = [
  { key: 'interface', type: 'text' },
  { key: 'direction', type: 'text' },
  { key: 'source', type: 'text' },
  { key: 'source_port', type: 'text' },
  { key: 'destination', type: 'text' },
  { key: 'destination_port', type: 'text' },
  { key: 'protocol', type: 'text' },
  { key: 'flags', type: 'text' },
  { key: 'seq', type: 'number' },
  { key: 'seq_end', type: 'number' },
  { key: 'ack', type: 'number' },
  { key: 'win', type: 'number' },
  { key: 'length', type: 'number', unit: 'B' },
  { key: 'ttl', type: 'number' },
];

/** Maximum length of the text of one packet, bytes; the rest is left out. */
const maxText = 64 << 10;

/** The packet that is being read: lines are added until the next begins. */
export class PacketRow implements EventRow {
  ts = Number.NaN;
  kind: TextId;
  readonly thread = none;
  readonly cpu = -1;
  readonly message = { bytes: new Uint8Array(512) as Uint8Array, start: 0, end: 0 };
  fieldSchema: FieldSchemaId | None = none;
  readonly fields: number[] = [];
  readonly stack = none;
  line = 0;
  lines = 0;
  offset = 0;

  open = false;
  private fieldBits = 0;
  private readonly values: number[] = fieldTypes.map(() => Number.NaN);
  private readonly schemas = new Map<number, FieldSchemaId>();

  constructor(private readonly out: Output) {
    this.kind = out.string('packet');
  }

  begin(ts: number, line: number, offset: number): void {
    this.open = true;
    this.ts = ts;
    this.line = line;
    this.offset = offset;
    this.lines = 1;
    this.fieldBits = 0;
    this.message.end = 0;
  }

  /** Sets a field to its first value; further values, and infinite ones, are ignored. */
  number(field: PacketField, value: number): void {
    if (!Number.isFinite(value) || this.has(field)) return;
    this.fieldBits |= 1 << field;
    this.values[field] = value;
  }

  text(field: PacketField, bytes: Uint8Array, start: number, end: number): void {
    if (end <= start || this.has(field)) return;
    this.fieldBits |= 1 << field;
    this.values[field] = this.out.text(bytes, start, end);
  }

  string(field: PacketField, text: string): void {
    if (this.has(field)) return;
    this.fieldBits |= 1 << field;
    this.values[field] = this.out.string(text);
  }

  has(field: PacketField): boolean {
    return (this.fieldBits & (1 << field)) !== 0;
  }

  /** Adds a line of the packet's text. @returns true if there was room for it */
  add(bytes: Uint8Array, start: number, end: number): boolean {
    const { message } = this;
    const gap = message.end > 0 ? 1 : 0;
    const room = maxText - message.end - gap;
    const stop = Math.min(end, start + Math.max(room, 0));
    const total = message.end + gap + stop - start;
    if (total > message.bytes.length) {
      const grown = new Uint8Array(Math.max(total, message.bytes.length * 2));
      grown.set(message.bytes.subarray(0, message.end));
      message.bytes = grown;
    }
    if (gap > 0 && room > 0) message.bytes[message.end++] = 0x0a;
    // Lines are short: a call costs more than this loop.
    for (let at = start; at < stop; at++) message.bytes[message.end++] = bytes[at]!;
    return stop === end;
  }

  /** Writes the packet, if one is open. */
  close(): void {
    if (!this.open) return;
    this.open = false;
    const { fields, fieldBits: present, values } = this;
    let schema = this.schemas.get(present);
    if (schema === undefined) {
      schema = this.out.fieldSchema(fieldTypes.filter((_, at) => (present & (1 << at)) !== 0));
      this.schemas.set(present, schema);
    }
    fields.length = 0;
    for (let at = 0; at < fieldTypes.length; at++) if ((present & (1 << at)) !== 0) fields.push(values[at]!);
    this.fieldSchema = schema;
    this.out.event(this);
  }
}
