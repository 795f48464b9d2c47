/** Shared by all record readers: the draft of an event, and the interface of the readers. */
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
import type { LogFormat } from './definition.ts';
import { FieldSchemas } from './field-schemas.ts';
import type { Match } from './match.ts';
import type { ReadTime } from './time.ts';

/** Longest message kept, bytes. */
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

/** The event that a record reader fills in. One object is reused for all events. */
export class Draft {
  time: ReadTime | null = null;
  /** The place of the time has a text that is none, and no field shows it. */
  hasBadTime = false;
  level: Level | null = null;
  component: TextId | None = none;
  process: TextId | None = none;
  pid = -1;
  tid = -1;
  readonly message = new Text();
  hasMessage = false;
  /** The message was unquoted: it may hold line ends although its record is one line. */
  unescaped = false;
  /** The message continues in the next record of its stream. */
  open = false;
  /** True if pairs in the message become fields. */
  pairs = true;
  /** Finds further fields in the message. */
  figures: LogFormat['figures'];
  /** A stack trace given apart from the message. */
  readonly trace = new Text();
  /** Pairs given apart from the message. */
  readonly morePairs = new Text();
  readonly schemas: FieldSchemas;
  private isHostKnown = false;

  constructor(readonly out: BulkOutput) {
    this.schemas = new FieldSchemas(out);
  }

  /** True once an event has named a machine. */
  get knowsHost(): boolean {
    return this.isHostKnown;
  }

  /** Reports the machine of the first event that names one. */
  host(bytes: Uint8Array, start: number, end: number): void {
    if (this.isHostKnown) return;
    this.isHostKnown = true;
    this.out.about({ host: decode(bytes, start, end) });
  }

  clear(): void {
    this.time = null;
    this.hasBadTime = false;
    this.level = null;
    this.component = none;
    this.process = none;
    this.pid = -1;
    this.tid = -1;
    this.hasMessage = false;
    this.unescaped = false;
    this.open = false;
    this.pairs = true;
    this.figures = undefined;
    this.morePairs.set(this.morePairs.bytes, 0, 0);
    this.trace.set(this.trace.bytes, 0, 0);
  }
}

/** Reads the records of one format. Positions refer to `bytes`. */
export interface RecordReader {
  /** True if a record begins with this line; fills `into`. Must be cheap: it is called for every line. */
  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean;
  /**
   * For a line that does not match: true if it begins as records do, up to the time at least. Then it is a
   * record, too: `into` holds the columns before the place where it stops to match.
   */
  beginsDamaged?(bytes: Uint8Array, start: number, end: number, into: Match): boolean;
  /**
   * True if these bytes, a line or a whole record, are surely of this format, including the time, regardless
   * of what came before. `draft` is scratch space; it must be the same object at every call.
   */
  proves(bytes: Uint8Array, start: number, end: number, into: Match, draft: Draft): boolean;
  /** Weight, as evidence, of the line that `match` holds. */
  weight(match: Match): number;
  /** Largest weight of any line. */
  readonly heaviest: number;
  /** True if the line is a header: it describes the following lines and is no record. */
  isDirective?(bytes: Uint8Array, start: number, end: number): boolean;
  /** Reads a header line. */
  direct?(bytes: Uint8Array, start: number, end: number, draft: Draft): void;
  /** After `read`: fills in the next event of the same record; false if there is none. */
  next?(draft: Draft): boolean;
  /** A record is only understood as a whole, not by its first line. */
  readonly whole?: boolean;
  /** For {@link whole}: true if the record ends here; the lines below it are other output. */
  isWhole?(bytes: Uint8Array, start: number, end: number): boolean;
  /** Lines are understood without their neighbours, so that a file can be read in parts. */
  readonly selfContained?: boolean;
  /** Records of this format may hold bytes that are not text. */
  readonly raw?: boolean;
  /** Records may name the machine. */
  readonly namesHost?: boolean;
  /**
   * Fills in the event from a record that began with `match`. False: the record is broken and becomes an
   * event with a text only.
   */
  read(bytes: Uint8Array, start: number, end: number, match: Match, draft: Draft): boolean;
  /** A sentence that says what is wrong with the record that `read` last found to be broken. */
  readonly fault?: string | undefined;
}

/** An {@link EventRow} that is reused. */
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
  zoneDiffers = false;

  constructor(readonly kind: TextId) {}
}
