import { type None, none, type Output, type StackId, type TextId, type ThreadId } from '../contract.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import type { BootClock } from './clock.ts';
import type { GraphLine, TaskSwitch } from './line.ts';

interface Open {
  readonly name: string;
  readonly ts: number;
  readonly stack: StackId;
  readonly line: number;
  readonly offset: number;
}

interface Task {
  readonly thread: ThreadId | None;
  readonly cpu: number;
  readonly calls: Open[];
}

/** Tasks that are remembered, and calls within one another. */
const mostTasks = 1 << 16;
const deepest = 1 << 12;

/**
 * The graph of functions: each call is an event that lasts as long as the call, with the functions that it was called
 * from. Calls of one task nest, and tasks of one CPU are told apart by the lines that name them.
 */
export class Graph {
  private readonly tasks = new Map<string, Task>();
  /** Who runs on a CPU, where lines do not say it. */
  private readonly running = new Map<number, { readonly comm: string | null; readonly tid: number }>();
  private readonly message = new Utf8Buffer();
  private readonly kind: TextId;

  constructor(
    private readonly out: Output,
    private readonly clock: BootClock,
  ) {
    this.kind = out.string('function');
  }

  /** The calls so far of a CPU whose task no line has named are those of the task that stops running. */
  switched({ cpu, from, to }: TaskSwitch): void {
    const unnamed = keyOf(cpu, null, -1);
    const before = this.tasks.get(unnamed);
    if (before !== undefined && !this.running.has(cpu)) {
      this.tasks.delete(unnamed);
      this.task(cpu, from.comm, from.tid).calls.push(...before.calls);
    }
    this.running.set(cpu, to);
  }

  /** @returns whether the line fits those before it */
  add(row: GraphLine, line: number, offset: number): boolean {
    const { cpu, name } = row;
    const { comm, tid } = row.tid >= 0 ? row : (this.running.get(cpu) ?? row);
    const task = this.task(cpu, comm, tid);
    const ts = this.clock.at(row.time);
    if (row.is === 'comment') return true;
    if (row.is === 'enter') {
      if (task.calls.length >= deepest) return false;
      task.calls.push({ name, ts, stack: this.stack(task, name), line, offset });
      return true;
    }
    const duration = row.duration * 1e3;
    if (row.is === 'call') {
      this.give({ name, ts, stack: this.stack(task, name), line, offset }, task, cpu, duration);
      return true;
    }
    const call = task.calls.pop();
    if (call !== undefined) this.give(call, task, cpu, duration);
    else {
      // It began before the capture, or shorter calls are left out: only its end is there.
      const called = name || '[unknown]';
      this.give(
        { name: called, ts: ts - duration, stack: this.stack(task, called), line, offset },
        task,
        cpu,
        duration,
      );
    }
    return true;
  }

  /** What has not returned lasts for an unknown time. */
  finish(): void {
    for (const task of this.tasks.values()) {
      for (const call of task.calls) this.give(call, task, task.cpu, Number.NaN);
    }
    this.tasks.clear();
  }

  private stack({ calls }: Task, name: string): StackId {
    const { out } = this;
    return out.stack(calls.at(-1)?.stack ?? none, out.frame(out.string(name), out.string('[kernel]')));
  }

  private task(cpu: number, comm: string | null, tid: number): Task {
    const key = keyOf(cpu, comm, tid);
    let task = this.tasks.get(key);
    if (task === undefined) {
      if (this.tasks.size >= mostTasks) this.finish();
      const thread = tid < 0 ? none : this.out.thread(comm === null ? none : this.out.string(comm), -1, tid);
      task = { thread, cpu, calls: [] };
      this.tasks.set(key, task);
    }
    return task;
  }

  private give(
    { name, ts, stack, line, offset }: Open,
    { thread }: Task,
    cpu: number,
    duration: number,
  ): void {
    this.message.write(name);
    this.out.event({
      ts: Math.round(ts),
      duration: Math.round(duration),
      kind: this.kind,
      thread,
      cpu,
      message: { bytes: this.message.bytes, start: 0, end: this.message.length },
      fieldSchema: none,
      fields: [],
      stack,
      line,
      lines: 1,
      offset,
    });
  }
}

/** A task goes from CPU to CPU; of one that no line names the CPU is all that is known. */
const keyOf = (cpu: number, comm: string | null, tid: number): string =>
  tid < 0 ? `${cpu}` : `${tid} ${comm ?? ''}`;
