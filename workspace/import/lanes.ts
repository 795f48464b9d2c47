/**
 * Lanes: places where blocks are parsed. A lane is a worker, or this thread when there are none.
 *
 * Backpressure: the source has a fixed number of buffers, which come back when their block is parsed; and a lane whose
 * rows wait to land beyond a limit stops until they have. Since blocks are handed out in the order of the file, the part
 * whose turn it is to land never waits for either.
 */
import { Worker } from 'node:worker_threads';
import type { Format } from '../../parsers/contract.ts';
import { WorkspaceError } from '../errors.ts';
import type { Batch, PartSummary } from './batch.ts';
import { type Block, type FileJob, PartParser } from './part.ts';
import type { FromParser, FromSource, ToParser, ToSource } from './serve.ts';
import { type BlockSink, blockSize, readBlocks, type SourceEnd, type SourceJob } from './source.ts';

/** What comes out of reading a file. */
export interface Received {
  batch(lane: number, batch: Batch, landed: () => void): void;
  summary(summary: PartSummary): void;
  /** Bytes on disk read so far. */
  progress(read: number): void;
}

/** Reads one file after the other. */
export interface Crew {
  /** Resolves when the whole file is parsed and everything was received. Rejects if it cannot be read. */
  read(source: SourceJob, file: FileJob, to: Received): Promise<SourceEnd>;
  /** Stops at once; a `read` under way rejects. */
  stop(): void;
}

/** Everything on this thread, giving way to others between blocks. */
export class LocalCrew implements Crew {
  private stopped = false;

  constructor(private readonly formats: readonly Format[]) {}

  async read(source: SourceJob, file: FileJob, to: Received): Promise<SourceEnd> {
    const parser = new PartParser(this.formats);
    parser.file(file);
    const format = this.formats.find(({ id }) => id === source.format) as Format;
    const buffers = [new ArrayBuffer(blockSize), new ArrayBuffer(blockSize)];
    const waiting: { block: Block; read: number }[] = [];
    const parse = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (this.stopped) throw stoppedError();
        await parser.block(next.block, {
          batch: batch => to.batch(0, batch, () => undefined),
          summary: summary => to.summary(summary),
        });
        buffers.push(next.block.buffer);
        to.progress(next.read);
        await new Promise(setImmediate);
      }
    };
    const sink: BlockSink = {
      buffer: async () => {
        if (buffers.length === 0) await parse();
        return buffers.pop() as ArrayBuffer;
      },
      block: (block, read) => waiting.push({ block, read }),
    };
    const end = await readBlocks(source, format, sink);
    await parse();
    return end;
  }

  stop(): void {
    this.stopped = true;
  }
}

/** How much may wait to land, over all lanes. */
const maxWaiting = 64 << 20;

/** A worker that reads and workers that parse. They live as long as the import and serve file after file. */
export class WorkerCrew implements Crew {
  private readonly source: Worker;
  private readonly parsers: Worker[];
  private abort: ((error: Error) => void) | null = null;

  constructor(entry: URL | string, lanes: number) {
    const start = (role: string) =>
      new Worker(entry, { workerData: { role, maxWaiting: maxWaiting / lanes } });
    this.source = start('source');
    this.parsers = Array.from({ length: lanes }, () => start('parser'));
    for (let i = 0; i < lanes * 2 + 1; i++) this.giveBack(new ArrayBuffer(blockSize));
  }

  read(source: SourceJob, file: FileJob, to: Received): Promise<SourceEnd> {
    const lanes = this.parsers.map(worker => ({ worker, queued: 0 }));
    let current: (typeof lanes)[number] | null = null;
    let end: SourceEnd | null = null;
    let done = 0;
    return new Promise<SourceEnd>((resolve, reject) => {
      const finish = () => {
        if (end && done === end.blocks) settle(() => resolve(end as SourceEnd));
      };
      const settle = (then: () => void) => {
        this.abort = null;
        for (const worker of [this.source, ...this.parsers]) worker.removeAllListeners();
        then();
      };
      const guarded = <T>(handle: (message: T) => void) => {
        return (message: T) => {
          try {
            handle(message);
          } catch (error) {
            settle(() => reject(error));
          }
        };
      };
      const died = (error: Error) => settle(() => reject(error));
      this.abort = died;

      this.source.on('error', died);
      this.source.on(
        'message',
        guarded((message: FromSource) => {
          if (message.type === 'failed') {
            settle(() => reject(Object.assign(new Error(message.message), { code: message.code })));
            return;
          }
          if (message.type === 'end') {
            end = message.end;
            finish();
            return;
          }
          const { block } = message;
          current ??= lanes.reduce((least, lane) => (lane.queued < least.queued ? lane : least));
          current.queued++;
          send(current.worker, { type: 'block', block }, [block.buffer]);
          if (block.last) current = null;
          to.progress(message.read);
        }),
      );
      lanes.forEach((lane, i) => {
        lane.worker.on('error', died);
        lane.worker.on(
          'message',
          guarded((message: FromParser) => {
            if (message.type === 'batch') {
              const { batch } = message;
              to.batch(i, batch, () => send(lane.worker, { type: 'landed', bytes: batch.bytes }));
            } else if (message.type === 'summary') to.summary(message.summary);
            else {
              lane.queued--;
              done++;
              this.giveBack(message.buffer);
              finish();
            }
          }),
        );
        send(lane.worker, { type: 'file', job: file });
      });
      sendSource(this.source, { type: 'read', job: source });
    });
  }

  stop(): void {
    this.abort?.(stoppedError());
    for (const worker of [this.source, ...this.parsers]) void worker.terminate();
  }

  private giveBack(buffer: ArrayBuffer): void {
    sendSource(this.source, { type: 'buffer', buffer }, [buffer]);
  }
}

const stoppedError = () => new WorkspaceError('cancelled', 'The import was stopped.');

function send(worker: Worker, message: ToParser, transfer: ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer);
}

function sendSource(worker: Worker, message: ToSource, transfer: ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer);
}
