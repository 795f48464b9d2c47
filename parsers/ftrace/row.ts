import {
  type EventRow,
  type FieldSchemaId,
  type None,
  none,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { ascii } from '../kit/bytes.ts';

/** Position of a line. */
export interface Position {
  readonly line: number;
  readonly offset: number;
}

/** An event that is not yet written, because its stack or its end may follow. */
export class Row implements EventRow {
  ts = Number.NaN;
  duration = Number.NaN;
  thread: ThreadId | None = none;
  cpu = -1;
  fieldSchema: FieldSchemaId | None = none;
  fields: ArrayLike<number> = [];
  stack: StackId | None = none;
  lines = 1;
  readonly line: number;
  readonly offset: number;
  readonly message: { readonly bytes: Uint8Array; readonly start: number; readonly end: number };

  constructor(
    readonly kind: TextId,
    /** Text of the event, as bytes if the reader has them. */
    text: string | Uint8Array,
    place: Position,
  ) {
    const bytes = typeof text === 'string' ? ascii(text) : text;
    this.message = { bytes, start: 0, end: bytes.length };
    this.line = place.line;
    this.offset = place.offset;
  }
}
