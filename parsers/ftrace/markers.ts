/**
 * Text that programs write to `trace_marker` in Android's format: `B|pid|name` to `E|pid` is a slice,
 * `C|pid|name|value` a counter.
 */
import type { FieldSchemaId, None, Output, ThreadId } from '../contract.ts';
import { type Position, Row } from './row.ts';

const deepest = 1 << 10;
const maxThreads = 1 << 16;

interface At extends Position {
  readonly tid: number;
  readonly thread: ThreadId | None;
  readonly cpu: number;
  readonly ts: number;
}

export class Markers {
  private readonly open = new Map<number, Row[]>();
  private readonly slice: FieldSchemaId;
  private readonly unfinished: FieldSchemaId;
  private counted = 0;

  constructor(private readonly out: Output) {
    const slice = { key: 'slice', type: 'text' } as const;
    this.slice = out.fieldSchema([slice]);
    this.unfinished = out.fieldSchema([slice, { key: 'state', type: 'text' }]);
  }

  /** @returns true if the text is a slice or a counter */
  read(text: string, at: At): boolean {
    const { out } = this;
    const [, letter, rest = ''] = /^([BEC])(?:\|(.*))?$/.exec(text) ?? [];
    if (letter === undefined) return false;
    const open = this.open.get(at.tid) ?? [];
    if (letter === 'B') {
      if (open.length >= deepest || this.open.size >= maxThreads) this.writeUnfinished(at.tid);
      const name = rest.slice(rest.indexOf('|') + 1);
      const row = new Row(out.string('tracing_mark_write'), name, at);
      Object.assign(row, {
        ts: at.ts,
        thread: at.thread,
        cpu: at.cpu,
        fieldSchema: this.slice,
        fields: [out.string(name)],
      });
      open.push(row);
      this.open.set(at.tid, open);
      return true;
    }
    if (letter === 'E') {
      const row = open.pop();
      if (row === undefined) return false;
      row.duration = at.ts - row.ts;
      out.event(row);
      return true;
    }
    const [, process, counter = '', value] = /^(\d{1,9})\|([^|]{1,200})\|(-?\d{1,18})$/.exec(rest) ?? [];
    if (value === undefined) return false;
    const key = {
      object: 'trace marker',
      instance: process!,
      counter,
      unit: null,
      host: null,
      cumulative: false,
    };
    out.metric(out.series(key), at.ts, Number(value), this.counted++, false);
    return true;
  }

  finish(): void {
    for (const tid of [...this.open.keys()]) this.writeUnfinished(tid);
  }

  private writeUnfinished(tid: number): void {
    for (const row of this.open.get(tid)?.splice(0) ?? []) {
      row.fieldSchema = this.unfinished;
      row.fields = [row.fields[0]!, this.out.string('unfinished')];
      this.out.event(row);
    }
    this.open.delete(tid);
  }
}
