import {
  type EventRow,
  type FieldSchemaId,
  type None,
  none,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import type { Level } from '../levels.ts';

/** An event object that is reused for each row, because `Output.event` copies it. */
export class ReusedRow implements EventRow {
  ts = Number.NaN;
  duration = Number.NaN;
  thread: ThreadId | None = none;
  cpu = -1;
  level: Level | null = null;
  component: TextId | None = none;
  template: TextId | None = none;
  readonly message = { bytes: new Uint8Array(0) as Uint8Array, start: 0, end: 0 };
  fieldSchema: FieldSchemaId | None = none;
  fields: ArrayLike<number> = [];
  readonly stack = none;
  line = 0;
  lines = 0;
  offset = 0;

  constructor(public kind: TextId) {}
}
