/** What a worker does: reads files into blocks, or parses blocks. One worker has one role for life. */
import type { MessagePort } from 'node:worker_threads';
import type { Format } from '../../parsers/contract.ts';
import type { UserFormat } from '../../parsers/user-formats.ts';
import { type Batch, buffersOf, type PartSummary } from './batch.ts';
import { type Block, type FileJob, PartParser } from './part.ts';
import type { SourceEnd, SourceJob } from './source.ts';

export type ToSource =
  | { readonly type: 'read'; readonly job: SourceJob }
  | { readonly type: 'buffer'; readonly buffer: ArrayBuffer };

export type FromSource =
  | { readonly type: 'block'; readonly block: Block; readonly read: number }
  | { readonly type: 'end'; readonly end: SourceEnd }
  | { readonly type: 'failed'; readonly code: string; readonly message: string };

export type ToParser =
  | { readonly type: 'file'; readonly job: FileJob }
  | { readonly type: 'block'; readonly block: Block }
  | { readonly type: 'landed'; readonly bytes: number };

export type FromParser =
  | { readonly type: 'batch'; readonly batch: Batch }
  | { readonly type: 'summary'; readonly summary: PartSummary }
  | { readonly type: 'done'; readonly buffer: ArrayBuffer };

export interface WorkerData {
  readonly role: 'source' | 'parser';
  /** Bytes of rows a parser may have on the way. */
  readonly maxWaiting: number;
  /** What the user defined, beside the registry. */
  readonly userFormats: readonly UserFormat[];
}

export function serve(port: MessagePort, data: WorkerData, formats: readonly Format[]): void {
  if (data.role === 'parser') serveParser(port, formats, data.maxWaiting);
  // Decompression and checksums are half of a worker's start; a parser needs none of it.
  else void import('./serve-source.ts').then(({ serveSource }) => serveSource(port, formats));
}

function serveParser(port: MessagePort, formats: readonly Format[], maxWaiting: number): void {
  const parser = new PartParser(formats);
  const post = (message: FromParser, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  let waiting = 0;
  let resume: (() => void) | null = null;
  let work = Promise.resolve();
  const give = {
    batch: async (batch: Batch) => {
      waiting += batch.bytes;
      post({ type: 'batch', batch }, buffersOf(batch));
      if (waiting <= maxWaiting) return;
      await new Promise<void>(resolve => {
        resume = resolve;
      });
    },
    summary: (summary: PartSummary) => post({ type: 'summary', summary }),
  };
  port.on('message', (message: ToParser) => {
    if (message.type === 'landed') {
      waiting -= message.bytes;
      if (waiting <= maxWaiting / 2 && resume) {
        resume();
        resume = null;
      }
      return;
    }
    work = work.then(async () => {
      if (message.type === 'file') {
        parser.file(message.job);
        return;
      }
      await parser.block(message.block, give);
      post({ type: 'done', buffer: message.block.buffer }, [message.block.buffer]);
    });
  });
}
