/** Functions of the function_graph tracer: each is a slice of its task, from entry to exit. */
import {
  type FieldSchemaId,
  type FrameId,
  type None,
  none,
  type Output,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { ascii } from '../kit/bytes.ts';
import { memoized } from '../kit/memoized.ts';
import type { Step } from './graph-line.ts';
import { type Position, Row } from './row.ts';

/** Task, position and time of a function. */
export interface Moment extends Position {
  /** Distinguishes tasks; the CPU if the task's id is not printed. */
  readonly key: number;
  readonly thread: ThreadId | None;
  readonly cpu: number;
  /** NaN if there is none. */
  readonly ts: number;
  /** NaN on lines that open a function. */
  readonly duration: number;
}

const deepest = 1 << 10;
const maxTasks = 1 << 16;
const unknown = '[unknown]';
/** ftrace follows functions of the kernel only. */
const kernel = '[kernel]';

interface Open {
  readonly row: Row;
  readonly name: string;
}

/** Cached properties of a function's name. */
interface Called {
  readonly bytes: Uint8Array;
  readonly text: TextId;
  readonly frame: FrameId;
}

export class Graph {
  private readonly open = new Map<number, Open[]>();
  private readonly kind: TextId;
  private readonly function: FieldSchemaId;
  private readonly unfinished: FieldSchemaId;

  private readonly calledOf = memoized((name: string): Called => {
    const { out } = this;
    const [, symbol = name, module = kernel] = /^(\S+) (\[\S+\])$/.exec(name) ?? [];
    const frame = out.frame(out.string(symbol), out.string(module));
    return { bytes: ascii(name), text: out.string(name), frame };
  });

  constructor(private readonly out: Output) {
    const name = { key: 'function', type: 'text' } as const;
    this.kind = out.string('function');
    this.function = out.fieldSchema([name]);
    this.unfinished = out.fieldSchema([name, { key: 'state', type: 'text' }]);
  }

  /**
   * Assigns the open functions of a CPU to a task: if no line has named the task, they belong to the one that stops
   * running there.
   */
  named(unknown: number, key: number, thread: ThreadId): void {
    const open = this.open.get(unknown);
    if (open === undefined) return;
    this.open.delete(unknown);
    for (const { row } of open) row.thread = thread;
    this.open.set(key, [...(this.open.get(key) ?? []), ...open]);
  }

  step(step: Step & { readonly type: 'enter' | 'leaf' | 'leave' }, at: Moment): void {
    const open = this.open.get(at.key) ?? [];
    if (step.type === 'enter') {
      if (open.length >= deepest || this.open.size >= maxTasks) this.writeUnfinished(at.key);
      open.push({ row: this.row(step.name, at, open), name: step.name });
      this.open.set(at.key, open);
      return;
    }
    if (step.type === 'leaf') {
      const row = this.row(step.name, at, open);
      row.duration = at.duration;
      this.out.event(row);
      return;
    }
    // After lost lines, the exit may be that of an outer function; an exit without an entry began before the capture.
    const name = step.name;
    const last = open.at(-1);
    if (last !== undefined && name !== null && name !== last.name && open.some(each => each.name === name)) {
      while (open.at(-1)?.name !== name) this.lost(open.pop()!);
    }
    const begun = name === null || open.at(-1)?.name === name ? open.pop() : undefined;
    const row = begun?.row ?? this.row(name ?? unknown, at, []);
    row.duration = at.duration;
    if (begun === undefined) row.ts = at.ts - at.duration;
    this.out.event(row);
  }

  /** Functions without an exit before the end of the capture. */
  finish(): void {
    for (const key of [...this.open.keys()]) this.writeUnfinished(key);
  }

  private writeUnfinished(key: number): void {
    for (const each of this.open.get(key)?.splice(0) ?? []) this.lost(each);
    this.open.delete(key);
  }

  private lost({ row }: Open): void {
    row.fieldSchema = this.unfinished;
    row.fields = [row.fields[0]!, this.out.string('unfinished')];
    this.out.event(row);
  }

  private row(name: string, at: Moment, callers: readonly Open[]): Row {
    const { bytes, text, frame } = this.calledOf(name);
    const row = new Row(this.kind, bytes, at);
    row.fieldSchema = this.function;
    row.fields = [text];
    row.ts = at.ts;
    row.thread = at.thread;
    row.cpu = at.cpu;
    const caller: StackId | None = callers.at(-1)?.row.stack ?? none;
    row.stack = this.out.stack(caller, frame);
    return row;
  }
}
