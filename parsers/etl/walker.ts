/** Visits every record of a trace in file order. */
import { BufferSplitter, type TraceBuffer } from './buffers.ts';
import type { Block } from './bytes.ts';
import { hooks } from './life-records.ts';
import { firstRecord, kernelSize, Next, newHead, type RecordHead, readHead } from './records.ts';
import { readTraceHeader, TraceClock, type TraceHeader } from './trace-header.ts';

export interface RecordSink {
  buffer?(buffer: TraceBuffer): void;
  /** Arguments are valid during the call only. `ts`: ns since the start of the trace; NaN: the record has no time. */
  record(block: Block, head: RecordHead, buffer: TraceBuffer, ts: number): void;
  /** The buffer cannot be read from `at` on. */
  broken?(buffer: TraceBuffer, at: number): void;
  notBuffers?(example: Uint8Array, offset: number, length: number, isEmpty: boolean): void;
  header?(header: TraceHeader, buffer: TraceBuffer): void;
  /** By group and opcode: 1 for kernel records that are not passed to `record`, because the sink does not need them. */
  readonly passes?: Uint8Array;
  /** Called with the number of such records. */
  passed?(records: number): void;
}

/** A table for {@link RecordSink.passes} with these hooks, or with all others. */
export function passes(hooks: readonly number[], isOthers = false): Uint8Array {
  const table = new Uint8Array(1 << 16).fill(isOthers ? 1 : 0);
  for (const hook of hooks) table[hook] = isOthers ? 0 : 1;
  return table;
}

export class Walker {
  readonly clock = new TraceClock();
  private readonly splitter: BufferSplitter;
  private readonly head = newHead();

  constructor(private readonly sink: RecordSink) {
    this.splitter = new BufferSplitter({
      buffer: buffer => this.buffer(buffer),
      notBuffers: (example, offset, length, isEmpty) =>
        this.sink.notBuffers?.(example, offset, length, isEmpty),
    });
  }

  push(chunk: Uint8Array): void {
    this.splitter.push(chunk);
  }

  end(): void {
    this.splitter.end();
  }

  private buffer(buffer: TraceBuffer): void {
    const { block } = buffer;
    const { head, sink, clock } = this;
    sink.buffer?.(buffer);
    for (let at = firstRecord; ; at = (head.end + 7) & ~7) {
      if (sink.passes !== undefined) at = this.skipUnwanted(block, at, sink.passes);
      const next = readHead(block, at, head);
      if (next === Next.Filler) break;
      if (next === Next.Broken) {
        sink.broken?.(buffer, at);
        break;
      }
      if (head.kind === 'kernel' && head.hook === hooks.traceHeader) this.header(buffer);
      sink.record(block, head, buffer, head.time < 0 ? Number.NaN : clock.at(block, head.time));
    }
  }

  /** Position of the first record from `at` on that the sink needs. */
  private skipUnwanted(block: Block, at: number, passes: Uint8Array): number {
    let records = 0;
    let next = at;
    while (next + 16 <= block.length) {
      const size = kernelSize(block, next);
      if (size === 0 || passes[block.u16(next + 6)] === 0) break;
      next = (next + size + 7) & ~7;
      records++;
    }
    if (records > 0) this.sink.passed?.(records);
    return next;
  }

  private header(buffer: TraceBuffer): void {
    const header = readTraceHeader(buffer.block, this.head);
    if (header === null) return;
    this.clock.add(header);
    this.sink.header?.(header, buffer);
  }
}
