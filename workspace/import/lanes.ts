/**
 * Lanes: places where blocks are parsed. A lane is a worker, or this thread when there are none.
 *
 * Backpressure: the source has a fixed number of buffers, which come back when their block is parsed; and a lane whose
 * rows wait to land beyond a limit stops until they have. Since blocks are handed out in the order of the file, the part
 * whose turn it is to land never waits for either.
 */
import { Worker } from 'node:worker_threads';
import type { Format } from '../../parsers/contract.ts';
import type { UserFormat } from '../../parsers/user-formats.ts';
import { WorkspaceError } from '../errors.ts';
import type { Batch, PartSummary } from './batch.ts';
import { type Block, type FileJob, PartParser } from './part.ts';
import type { FromParser, FromSource, ToParser, ToSource, WorkerData } from './serve.ts';
import { type BlockSink, mostBlocksPerPart, readBlocks, type SourceEnd, type SourceJob } from './source.ts';

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
  /** After a `read` has failed, work of it may still be under way: hire another crew. */
  readonly usable: boolean;
}

/** Everything on this thread, giving way to others between blocks. */
export class LocalCrew implements Crew {
  readonly usable = true;
  private stopped = false;

  constructor(private readonly formats: readonly Format[]) {}

  async read(source: SourceJob, file: FileJob, to: Received): Promise<SourceEnd> {
    const parser = new PartParser(this.formats);
    parser.file(file);
    const format = this.formats.find(({ id }) => id === source.format) as Format;
    const buffers = [new ArrayBuffer(source.blockSize), new ArrayBuffer(source.blockSize)];
    const waiting: { block: Block; read: number }[] = [];
    const parse = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (this.stopped) throw new WorkspaceError('cancelled', 'The import was stopped.');
        await parser.block(next.block, {
          batch: batch => new Promise(landed => to.batch(0, batch, landed)),
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
    try {
      const end = await readBlocks(source, format, sink);
      await parse();
      return end;
    } finally {
      parser.close();
    }
  }

  stop(): void {
    this.stopped = true;
  }
}

/** How much may wait to land, over all lanes. */
const maxWaiting = 64 << 20;

/** A worker that reads and workers that parse. They live as long as the import and serve file after file. */
export class WorkerCrew implements Crew {
  usable = true;
  private readonly source: Worker;
  private readonly lanes: Lane[];
  private reading: Reading | null = null;

  constructor(
    entry: URL | string,
    lanes: number,
    blockSize: number,
    private readonly userFormats: readonly UserFormat[],
  ) {
    this.source = this.hire(entry, 'source', lanes, (message: FromSource) => this.fromSource(message));
    this.lanes = Array.from({ length: lanes }, (_, i) => {
      const worker = this.hire(entry, 'parser', lanes, (message: FromParser) => this.fromParser(i, message));
      return { worker, queued: 0 };
    });
    for (let i = 0; i < lanes * mostBlocksPerPart + 2; i++) this.giveBack(new ArrayBuffer(blockSize));
  }

  read(source: SourceJob, file: FileJob, to: Received): Promise<SourceEnd> {
    return new Promise((resolve, reject) => {
      this.reading = { to, resolve, reject, lane: null, end: null, done: 0 };
      for (const { worker } of this.lanes) send(worker, { type: 'file', job: file });
      sendSource(this.source, { type: 'read', job: source });
    });
  }

  stop(): void {
    this.fail(new WorkspaceError('cancelled', 'The import was stopped.'));
  }

  private hire<T>(
    entry: URL | string,
    role: WorkerData['role'],
    lanes: number,
    handle: (message: T) => void,
  ): Worker {
    const workerData: WorkerData = {
      role,
      maxWaiting: maxWaiting / lanes,
      userFormats: this.userFormats,
    };
    const worker = new Worker(entry, { workerData });
    worker.on('error', error => this.fail(error));
    worker.on('exit', code => this.fail(new Error(`a worker ended with status ${code}`)));
    worker.on('message', (message: T) => {
      try {
        handle(message);
      } catch (error) {
        this.fail(error);
      }
    });
    return worker;
  }

  private fromSource(message: FromSource): void {
    const { reading } = this;
    if (!reading) return;
    if (message.type === 'failed') {
      this.fail(Object.assign(new Error(message.message), { code: message.code }));
      return;
    }
    if (message.type === 'end') {
      reading.end = message.end;
      this.finishWhenDone(reading);
      return;
    }
    const { block } = message;
    reading.lane ??= this.lanes.reduce((least, lane) => (lane.queued < least.queued ? lane : least));
    const { lane } = reading;
    lane.queued++;
    send(lane.worker, { type: 'block', block }, [block.buffer]);
    if (block.last) reading.lane = null;
    reading.to.progress(message.read);
  }

  private fromParser(index: number, message: FromParser): void {
    const { reading } = this;
    if (!reading) return;
    const lane = this.lanes[index] as Lane;
    if (message.type === 'batch') {
      const { bytes } = message.batch;
      reading.to.batch(index, message.batch, () => send(lane.worker, { type: 'landed', bytes }));
    } else if (message.type === 'summary') reading.to.summary(message.summary);
    else {
      lane.queued--;
      reading.done++;
      this.giveBack(message.buffer);
      this.finishWhenDone(reading);
    }
  }

  private finishWhenDone(reading: Reading): void {
    if (!reading.end || reading.done < reading.end.blocks) return;
    this.reading = null;
    reading.resolve(reading.end);
  }

  private fail(error: unknown): void {
    if (!this.usable) return;
    this.usable = false;
    for (const worker of [this.source, ...this.lanes.map(lane => lane.worker)]) void worker.terminate();
    this.reading?.reject(error);
    this.reading = null;
  }

  private giveBack(buffer: ArrayBuffer): void {
    sendSource(this.source, { type: 'buffer', buffer }, [buffer]);
  }
}

interface Lane {
  readonly worker: Worker;
  /** Blocks sent and not yet parsed. */
  queued: number;
}

/** A file being read. */
interface Reading {
  readonly to: Received;
  readonly resolve: (end: SourceEnd) => void;
  readonly reject: (error: unknown) => void;
  /** Where the part under way goes. */
  lane: Lane | null;
  end: SourceEnd | null;
  /** Blocks parsed. */
  done: number;
}

function send(worker: Worker, message: ToParser, transfer: ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer);
}

function sendSource(worker: Worker, message: ToSource, transfer: ArrayBuffer[] = []): void {
  worker.postMessage(message, transfer);
}
