/** Every record of a trace, in the order of the file. */
import { type Buffer, BufferSplitter } from './buffers.ts';
import type { Block } from './bytes.ts';
import { hooks } from './life-records.ts';
import { firstRecord, Next, newHead, type RecordHead, readHead } from './records.ts';
import { readTraceHeader, TraceClock, type TraceHeader } from './trace-header.ts';

export interface RecordSink {
  buffer?(buffer: Buffer): void;
  /** Valid during the call. `ts`: ns since the trace began; NaN where the record has no time. */
  record(block: Block, head: RecordHead, buffer: Buffer, ts: number): void;
  /** From `at` of the buffer on nothing is understood. */
  broken?(buffer: Buffer, at: number): void;
  notBuffers?(example: Uint8Array, offset: number, length: number): void;
  header?(header: TraceHeader): void;
}

export class Walker {
  readonly clock = new TraceClock();
  private readonly splitter: BufferSplitter;
  private readonly head = newHead();

  constructor(private readonly sink: RecordSink) {
    this.splitter = new BufferSplitter({
      buffer: buffer => this.buffer(buffer),
      notBuffers: (example, offset, length) => this.sink.notBuffers?.(example, offset, length),
    });
  }

  push(chunk: Uint8Array): void {
    this.splitter.push(chunk);
  }

  end(): void {
    this.splitter.end();
  }

  private buffer(buffer: Buffer): void {
    const { block } = buffer;
    const { head, sink, clock } = this;
    sink.buffer?.(buffer);
    for (let at = firstRecord; ; at = (head.end + 7) & ~7) {
      const next = readHead(block, at, head);
      if (next === Next.Filler) break;
      if (next === Next.Broken) {
        sink.broken?.(buffer, at);
        break;
      }
      if (head.kind === 'kernel' && head.hook === hooks.traceHeader) this.header(block);
      sink.record(block, head, buffer, head.time < 0 ? Number.NaN : clock.at(block, head.time));
    }
  }

  private header(block: Block): void {
    const header = readTraceHeader(block, this.head);
    if (header === null) return;
    this.clock.add(header);
    this.sink.header?.(header);
  }
}
