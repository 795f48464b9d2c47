/** What all readers of records share: the event being made, and where what they need comes from. */
import type { BulkOutput } from '../bulk.ts';
import {
  type EventRow,
  type FieldSchemaId,
  type None,
  none,
  type Slice,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import type { Level } from '../levels.ts';
import { FieldSchemas } from './field-schemas.ts';
import type { Match } from './match.ts';
import type { ReadTime } from './time.ts';

/** Longest message that is kept, bytes. */
export const maxMessage = 1 << 20;

/** A message, as bytes that stay valid until the event is given out. */
export class Text implements Slice {
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;

  set(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  get length(): number {
    return this.end - this.start;
  }
}

/** The event as a record reader fills it in. One object for all events. */
export class Draft {
  time: ReadTime | null = null;
  level: Level | null = null;
  component: TextId | None = none;
  process: TextId | None = none;
  pid = -1;
  tid = -1;
  readonly message = new Text();
  hasMessage = false;
  /** The message was taken out of quotes: it may hold line ends though its record is one line. */
  unescaped = false;
  /** The message goes on in the next record of its stream. */
  open = false;
  /** Whether pairs in the message become fields. */
  pairs = true;
  /** A stack trace that stands beside the message. */
  readonly trace = new Text();
  /** Pairs that stand beside the message. */
  readonly morePairs = new Text();
  readonly schemas: FieldSchemas;
  private hostKnown = false;

  constructor(readonly out: BulkOutput) {
    this.schemas = new FieldSchemas(out);
  }

  /** Tells of the machine that the first event names. */
  host(bytes: Uint8Array, start: number, end: number): void {
    if (this.hostKnown) return;
    this.hostKnown = true;
    this.out.about({ host: decode(bytes, start, end) });
  }

  clear(): void {
    this.time = null;
    this.level = null;
    this.component = none;
    this.process = none;
    this.pid = -1;
    this.tid = -1;
    this.hasMessage = false;
    this.unescaped = false;
    this.open = false;
    this.pairs = true;
    this.morePairs.set(this.morePairs.bytes, 0, 0);
    this.trace.set(this.trace.bytes, 0, 0);
  }
}

/** Reads the records of one format. Positions are in `bytes`. */
export interface RecordReader {
  /**
   * Whether a record begins with this line. Cheap: it is asked for every line. What it finds goes into `into`.
   */
  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean;
  /**
   * Whether these bytes, a line or a whole record, are sure to be of this format, time and all: asked out of the blue.
   * `draft` is for trying; it must always be the same.
   */
  proves(bytes: Uint8Array, start: number, end: number, into: Match, draft: Draft): boolean;
  /** How much it proves that a line is of this format, which `match` is of. */
  weight(match: Match): number;
  /** The most that a line can prove. */
  readonly heaviest: number;
  /** Whether the line says something about the lines that follow and is no record: a header. */
  isDirective?(bytes: Uint8Array, start: number, end: number): boolean;
  /** Takes in such a line. */
  direct?(bytes: Uint8Array, start: number, end: number, draft: Draft): void;
  /** After `read`: the next event of the same record; false when there is none. */
  next?(draft: Draft): boolean;
  /** A record is understood as a whole only, not by its first line. */
  readonly whole?: boolean;
  /** Lines need no neighbours to be understood, so that a file can be read in parts. */
  readonly selfContained?: boolean;
  /** Bytes that are not text belong to the format. */
  readonly raw?: boolean;
  /** Fills in the event from a record that began with `match`. False: it is broken, and a text only. */
  read(bytes: Uint8Array, start: number, end: number, match: Match, draft: Draft): boolean;
}

/** An {@link EventRow} to fill again and again. */
export class Row implements EventRow {
  ts = Number.NaN;
  thread: ThreadId | None = none;
  readonly cpu = -1;
  level: Level | null = null;
  component: TextId | None = none;
  template: TextId | None = none;
  message: Slice | null = null;
  fieldSchema: FieldSchemaId | None = none;
  fields: ArrayLike<number> = [];
  readonly stack = none;
  line = 0;
  lines = 0;
  offset = 0;

  constructor(readonly kind: TextId) {}
}
