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
import { Events, type Place } from './rows.ts';

export interface FlowRecord extends Place {
  /** What nests for itself: a CPU, a thread. */
  readonly within: string;
  readonly name: string;
  readonly text: string;
  /** ns; NaN without a time. */
  readonly ts: number;
  /** Where on the time of its thread, ns; NaN where lines have only an order. */
  readonly at: number;
  /** Of a return that tells it, ns. */
  readonly elapsed?: number;
  readonly cpu: number;
  readonly thread: ThreadId | None;
}

interface Open {
  readonly record: FlowRecord;
  readonly stack: StackId;
}

/** Calls within calls that are remembered, a thread; of more, the outermost are given up. */
const deepest = 1 << 12;

export class Flow {
  private readonly events: Events;
  private readonly open = new Map<string, Open[]>();
  private readonly schema: FieldSchemaId;
  private readonly unknown: TextId;
  /** True if a call came that has no duration because nothing here has times. */
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
    if (calls.length > deepest) this.giveUp(calls.shift()!);
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
    // Calls that never returned: a tail call, or a return that was lost.
    for (const lost of calls.splice(at + 1)) this.giveUp(lost);
    calls.pop();
    if (Number.isNaN(entry.record.at)) {
      this.write('function return', record, at, entry.stack, record.elapsed);
      return;
    }
    const elapsed = record.elapsed ?? record.at - entry.record.at;
    // A clock that goes back tells no duration.
    this.write('function call', entry.record, at, entry.stack, elapsed >= 0 ? elapsed : Number.NaN);
  }

  /** Something else happened within the calls that are open. */
  probe(record: FlowRecord): void {
    const calls = this.callsOf(record.within);
    this.write('probe', record, calls.length, this.below(calls, record.name));
  }

  /** No line goes on from what came before. */
  close(): void {
    for (const calls of this.open.values()) for (const call of calls) this.giveUp(call);
    this.open.clear();
  }

  private giveUp({ record, stack }: Open): void {
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
      // Threads that never end a call would be kept for ever.
      if (this.open.size >= deepest) this.close();
      calls = [];
      this.open.set(within, calls);
    }
    return calls;
  }
}
