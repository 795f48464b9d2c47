/** Writes events of DTrace's output. Each is one line, and most have no time. */
import type { BulkOutput } from '../bulk.ts';
import {
  type FieldSchemaId,
  type None,
  none,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import type { Level } from '../levels.ts';

/** Position of a record in the file. */
export interface Position {
  readonly line: number;
  readonly offset: number;
}

/** Properties of an event other than its kind and its text. */
export interface Given {
  readonly ts?: number;
  readonly duration?: number;
  readonly cpu?: number;
  readonly thread?: ThreadId | None;
  readonly level?: Level;
  readonly fieldSchema?: FieldSchemaId | None;
  readonly fields?: ArrayLike<number>;
  readonly stack?: StackId | None;
  readonly lines?: number;
}

export class Events {
  private readonly text = new Utf8Buffer();
  private kind = '';
  private kindId = 0 as TextId;

  constructor(private readonly out: BulkOutput) {}

  write(kind: string, message: string, { line, offset }: Position, given: Given = {}): void {
    const { out, text } = this;
    text.write(message);
    if (kind !== this.kind) {
      this.kind = kind;
      this.kindId = out.string(kind);
    }
    out.event({
      ts: given.ts ?? Number.NaN,
      duration: given.duration ?? Number.NaN,
      kind: this.kindId,
      thread: given.thread ?? none,
      cpu: given.cpu ?? -1,
      level: given.level ?? null,
      message: message === '' ? null : { bytes: text.bytes, start: 0, end: text.length },
      fieldSchema: given.fieldSchema ?? none,
      fields: given.fields ?? [],
      stack: given.stack ?? none,
      line,
      lines: given.lines ?? 1,
      offset,
    });
  }
}
