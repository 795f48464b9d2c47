/**
 * The worker pool: threads that read and parse files; without workers, this thread does.
 *
 * A worker with too many bytes of rows waiting to land pauses until they have landed. Parts are taken in file order,
 * so the worker whose part lands next never pauses.
 */
import { Worker } from 'node:worker_threads';
import type { FormatEntry } from '../../parsers/contract.ts';
import type { UserFormat } from '../../parsers/user-formats.ts';
import { WorkspaceError } from '../errors.ts';
import { MemberReader } from '../files/archives/reader.ts';
import type { Batch, PartSummary } from '../reading/batch.ts';
import type { FileJob } from '../reading/part.ts';
import {
  cancelled,
  type FromWorker,
  readFile,
  stopAt,
  type ToWorker,
  type WorkerData,
} from '../reading/serve.ts';
import { mayBeShared, type SourceEnd, type SourceJob } from '../reading/source.ts';

/** Receives what is read of a file. */
export interface Received {
  batch(worker: number, batch: Batch, landed: () => void): void;
  summary(summary: PartSummary): void;
  /** Bytes on disk read so far. */
  progress(read: number): void;
}

/** Reads one file after the other. */
export interface Pool {
  /** Resolves when the whole file is parsed and everything was received. Rejects if it cannot be read. */
  read(source: SourceJob, file: FileJob, to: Received): Promise<SourceEnd>;
  /** A `read` under way rejects at once, and reading stops soon. */
  stop(): void;
  /** False once a `read` has failed: work of it may still be under way, so use another pool. */
  readonly usable: boolean;
}

/** Reads on this thread, yielding between blocks. */
export class LocalPool implements Pool {
  usable = true;
  private readonly members = new MemberReader();
  private reject: (error: unknown) => void = () => undefined;

  constructor(private readonly formats: readonly FormatEntry[]) {}

  read(source: SourceJob, file: FileJob, to: Received): Promise<SourceEnd> {
    const { formats, members } = this;
    let next = 0;
    return new Promise((resolve, reject) => {
      this.reject = reject;
      readFile({ source, file, formats, members }, () => next++, {
        batch: batch => {
          if (!this.usable) throw cancelled();
          return new Promise(landed => to.batch(0, batch, landed));
        },
        summary: summary => {
          if (this.usable) to.summary(summary);
        },
        progress: async read => {
          to.progress(read);
          await new Promise(setImmediate);
          if (!this.usable) throw cancelled();
        },
      }).then(resolve, reject);
    });
  }

  stop(): void {
    if (!this.usable) return;
    this.usable = false;
    this.members.close();
    this.reject(cancelled());
  }
}

/**
 * Bytes of rows that may wait to land, over all workers. V8 collects garbage each time that memory outside of its heap
 * grows by 64 MB: with that much waiting it did so 25 times while 826 MB were imported, a tenth of all processor time.
 */
const maxWaiting = 32 << 20;

/**
 * Milliseconds for which workers do nothing before they are ended. Node aborts the process if a worker is ended while V8
 * compiles its code on another thread and needs memory for that (`NodePlatform::ForIsolate`, seen once with Node 20).
 */
const restBeforeEnd = 1_000;

/** Workers that read and parse. They live as long as the import and serve file after file. */
export class WorkerPool implements Pool {
  usable = true;
  private readonly workers: Worker[] = [];
  private reading: Reading | null = null;

  /**
   * @param workersFor maximum number of workers that read a file of that size; one starts at once, others when a file needs
   * them
   */
  constructor(
    private readonly entry: URL | string,
    private readonly workersFor: (bytes: number) => number,
    private readonly formats: readonly FormatEntry[],
    private readonly userFormats: readonly UserFormat[],
  ) {
    this.start();
  }

  async read(source: SourceJob, file: FileJob, to: Received): Promise<SourceEnd> {
    const count = (await this.isShared(source)) ? this.workersFor(source.bytes) : 1;
    if (!this.usable) throw cancelled();
    while (this.workers.length < count) this.start();
    for (const worker of this.workers) worker.ref();
    const turn = new Int32Array(new SharedArrayBuffer(8));
    return new Promise((resolve, reject) => {
      this.reading = { to, turn, resolve, reject, read: new Array(count).fill(0), ends: [] };
      for (const worker of this.workers.slice(0, count))
        send(worker, { type: 'read', source, file, turn, maxWaiting: maxWaiting / count });
    });
  }

  stop(): void {
    this.fail(cancelled());
  }

  /** Loads the format only if that decides. */
  private async isShared(source: SourceJob): Promise<boolean> {
    if (!mayBeShared(source)) return false;
    const format = await this.formats.find(({ id }) => id === source.format)?.load();
    return format?.boundary !== undefined;
  }

  private start(): void {
    const workerData: WorkerData = { userFormats: this.userFormats };
    const worker = new Worker(this.entry, { workerData });
    const index = this.workers.push(worker) - 1;
    worker.on('error', error => this.fail(error));
    worker.on('exit', code => this.fail(new Error(`a worker ended with status ${code}`)));
    worker.on('message', (message: FromWorker) => {
      try {
        if (this.reading) this.receive(this.reading, index, message);
      } catch (error) {
        this.fail(error);
      }
    });
    // `unref`, so that an idle worker does not keep the process alive. Must follow `on('message')`, which refs.
    worker.unref();
  }

  private receive(reading: Reading, index: number, message: FromWorker): void {
    const { to, read, ends } = reading;
    switch (message.type) {
      case 'batch': {
        const { batch } = message;
        to.batch(index, batch, () =>
          send(this.workers[index] as Worker, { type: 'landed', bytes: batch.bytes }),
        );
        read[index] = message.read;
        to.progress(sum(read));
        break;
      }
      case 'summary':
        to.summary(message.summary);
        break;
      case 'failed':
        this.fail(Object.assign(new Error(message.message), { code: message.code, stack: message.stack }));
        break;
      case 'refused':
        this.fail(new WorkspaceError(message.code, message.message));
        break;
      case 'end':
        ends.push(message.end);
        if (ends.length < read.length) break;
        this.reading = null;
        reading.resolve({ ...message.end, bytes: sum(ends.map(({ bytes }) => bytes)) });
    }
  }

  private fail(error: unknown): void {
    if (!this.usable) return;
    this.usable = false;
    if (this.reading) Atomics.store(this.reading.turn, stopAt, 1);
    this.reading?.reject(error);
    this.reading = null;
    for (const worker of this.workers) worker.unref();
    setTimeout(() => {
      for (const worker of this.workers) void worker.terminate();
    }, restBeforeEnd).unref();
  }
}

/** A file being read. */
interface Reading {
  readonly to: Received;
  readonly turn: Int32Array;
  readonly resolve: (end: SourceEnd) => void;
  readonly reject: (error: unknown) => void;
  /** Bytes each worker has read. */
  readonly read: number[];
  /** From workers that have finished. */
  readonly ends: SourceEnd[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

function send(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
