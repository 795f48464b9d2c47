/**
 * Entries and returns of functions, which nest. With times, a call is one event that lasts from its entry to its return. Without, an
 * entry and a return are events of their own, in the order of their lines, and have no durations. Each has the path of calls as stack.
 */
import type { BulkOutput } from '../bulk.ts';
import {
  type FieldSchemaId,
  type None,
  none,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { Events, type Position } from './rows.ts';

export interface FlowRecord extends Position {
  /** Scope in which calls nest: a CPU, or a thread. */
  readonly within: string;
  readonly name: string;
  readonly text: string;
  /** ns; NaN without a time. */
  readonly ts: number;
  /** Position on the time line of its thread, ns; NaN if lines have only an order. */
  readonly at: number;
  /** Duration printed with a return, ns. */
  readonly elapsed?: number;
  readonly cpu: number;
  readonly thread: ThreadId | None;
}

interface Open {
  readonly record: FlowRecord;
  readonly stack: StackId;
}

/** Maximum depth of remembered calls per thread; beyond it, the outermost are given up. */
const deepest = 1 << 12;

export class Flow {
  private readonly events: Events;
  private readonly open = new Map<string, Open[]>();
  private readonly schema: FieldSchemaId;
  private readonly unknown: TextId;
  /** True if a call has no duration because there are no times. */
  isUntimed = false;

  constructor(private readonly out: BulkOutput) {
    this.events = new Events(out);
    this.unknown = out.string('[unknown]');
    this.schema = out.fieldSchema([
      { key: 'function', type: 'text' },
      { key: 'depth', type: 'number' },
    ]);
  }

  enter(record: FlowRecord): void {
    const calls = this.callsOf(record.within);
    const stack = this.below(calls, record.name);
    calls.push({ record, stack });
    if (calls.length > deepest) this.writeUnfinished(calls.shift()!);
    if (Number.isNaN(record.at)) {
      this.isUntimed = true;
      this.write('function entry', record, calls.length - 1, stack);
    }
  }

  leave(record: FlowRecord): void {
    const calls = this.callsOf(record.within);
    let at = calls.length - 1;
    while (at >= 0 && calls[at]!.record.name !== record.name) at--;
    const entry = calls[at];
    if (entry === undefined) {
      this.write('function return', record, calls.length, this.below(calls, record.name), record.elapsed);
      return;
    }
    // Calls without a return: a tail call, or a lost return.
    for (const lost of calls.splice(at + 1)) this.writeUnfinished(lost);
    calls.pop();
    if (Number.isNaN(entry.record.at)) {
      this.write('function return', record, at, entry.stack, record.elapsed);
      return;
    }
    const elapsed = record.elapsed ?? record.at - entry.record.at;
    // If the clock goes back, there is no duration.
    this.write('function call', entry.record, at, entry.stack, elapsed >= 0 ? elapsed : Number.NaN);
  }

  /** Another probe fires within the open calls. */
  probe(record: FlowRecord): void {
    const calls = this.callsOf(record.within);
    this.write('probe', record, calls.length, this.below(calls, record.name));
  }

  /** Ends all open calls: later lines do not continue earlier ones. */
  close(): void {
    for (const calls of this.open.values()) for (const call of calls) this.writeUnfinished(call);
    this.open.clear();
  }

  private writeUnfinished({ record, stack }: Open): void {
    if (!Number.isNaN(record.at)) this.write('function call', record, -1, stack);
  }

  private write(
    kind: string,
    record: FlowRecord,
    depth: number,
    stack: StackId,
    duration = Number.NaN,
  ): void {
    const { name, text, ts, cpu, thread } = record;
    this.events.write(kind, text === '' ? name : `${name} ${text}`, record, {
      ts,
      duration,
      cpu,
      thread,
      stack,
      fieldSchema: this.schema,
      fields: [this.out.string(name), depth < 0 ? Number.NaN : depth],
    });
  }

  private below(calls: readonly Open[], name: string): StackId {
    const frame = this.out.frame(this.out.string(name), this.unknown);
    return this.out.stack(calls.at(-1)?.stack ?? none, frame);
  }

  private callsOf(within: string): Open[] {
    let calls = this.open.get(within);
    if (calls === undefined) {
      // Threads whose calls never end would accumulate.
      if (this.open.size >= deepest) this.close();
      calls = [];
      this.open.set(within, calls);
    }
    return calls;
  }
}
