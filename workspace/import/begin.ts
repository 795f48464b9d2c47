/**
 * The part of an import that needs no workspace: finds files, starts workers and recognises the first file while the
 * workspace is being opened.
 */
import { cpus } from 'node:os';
import type { FormatEntry } from '../../parsers/contract.ts';
import { formatsBeside } from '../../parsers/formats.ts';
import { zoneOf } from '../clocks/clock.ts';
import { WorkspaceError } from '../errors.ts';
import { Allowance, type Archive } from '../files/archives/archive.ts';
import { type FoundMember, membersIn } from '../files/archives/members.ts';
import { type Content, type Opened, openBytes } from '../files/archives/open.ts';
import { withSets } from '../files/archives/sets.ts';
import { FileBytes, type JoinedBytes, openAll, readFully } from '../files/bytes.ts';
import { discover, type FoundFile, joined, type Whole } from '../files/discover.ts';
import type { ImportFailure } from '../files/failure.ts';
import { type Head, headSize } from '../files/files.ts';
import { nearestTo } from './nearest.ts';
import { type Recognised, recognise } from './recognise.ts';
import type { ImportOptions, ImportRequest } from './request.ts';
import { LocalPool, type Pool, WorkerPool } from './worker-pool.ts';

export interface ImportSettings extends Pick<ImportOptions, 'formats' | 'userFormats'> {
  /** The bundled worker; without it everything is parsed on this thread. */
  readonly worker?: URL | string | undefined;
  /** Limit of the process's memory, bytes. */
  readonly memory: number;
}

/** A file on disk or in an archive, with its first bytes read. */
export interface InputFile {
  readonly file: FoundFile | FoundMember;
  readonly head: Head;
  /** Content of the file; valid until the next file is asked for. */
  readonly content: Content;
  readonly recognised: Recognised | ImportFailure;
}

interface OpenFile {
  readonly bytes: FileBytes | JoinedBytes;
  readonly allowance: Allowance;
  readonly opened: Opened;
}

/** Workers start for this many bytes or more: fewer are parsed before workers would have started (30 to 60 ms each). */
const minBytesForWorkers = 4 << 20;

/** Number of files of an import for which the nearest formats are determined, about 50 ms each. */
const maxExplained = 100;

/** Memory of a worker, bytes: its heap, blocks and rows not yet stored. */
const workerMemory = 100e6;

/**
 * One CPU is left to the importer, which is one thread; more than eight workers gain nothing. On two CPUs a second
 * worker costs 5 to 10 % of processor time, for its isolate, and saves no time.
 */
const maxWorkers = Math.min(8, Math.max(1, cpus().length - 1));

/**
 * For a file of this size the cost of the isolate is negligible: 4.3 GB of perf text were read at 1.16 GB/s with two
 * workers on two CPUs, and at 0.80 with one. The importer leaves its CPU idle while parts are parsed.
 */
const minBytesForAllWorkers = 1 << 30;
const allWorkers = Math.min(8, cpus().length);

function belongsTo(name: string, formats: readonly FormatEntry[]): Whole | null {
  for (const format of formats) {
    const main = format.belongsTo?.(name) ?? null;
    if (main !== null) return { name: main, is: head => format.sniff(head, main) !== 'no' };
  }
  return null;
}

/** The first bytes of a file; none if it cannot be read. */
function firstBytes(path: string): Uint8Array {
  let file: FileBytes | null = null;
  try {
    file = FileBytes.open(path);
    return readFully(file, 0, headSize);
  } catch {
    return new Uint8Array(0);
  } finally {
    file?.close();
  }
}

export class PreparedImport {
  readonly files: readonly FoundFile[];
  /** Failures of paths that lead to no file. */
  readonly notFound: readonly ImportFailure[];
  private readonly formats: readonly FormatEntry[];
  private current: Pool;
  /** The first file, opened ahead, until {@link takeFirst}. */
  private first: Promise<OpenFile> | null;
  private isStopped = false;
  private explained = 0;

  /** @throws WorkspaceError `bad-option` if the request asks for something that does not exist */
  constructor(
    private readonly request: ImportRequest,
    private readonly settings: ImportSettings,
  ) {
    this.formats = settings.formats ?? formatsBeside(settings.userFormats ?? []);
    checkRequest(request, this.formats);
    const { files, failures } = discover(request.paths);
    this.files = joined(files, name => belongsTo(name, this.formats), firstBytes);
    this.notFound = failures;
    this.current = this.newPool();
    this.first = this.files[0] ? this.open(this.files[0]) : null;
    // The error is rethrown when the file is read.
    this.first?.catch(() => undefined);
  }

  /** The current pool; it is replaced after a failed read. */
  get pool(): Pool {
    if (!this.current.usable) this.current = this.newPool();
    return this.current;
  }

  stop(): void {
    this.isStopped = true;
    this.current.stop();
    this.takeFirst()
      ?.then(({ bytes }) => bytes.close())
      .catch(() => undefined);
  }

  /** Whoever takes the file closes it. */
  private takeFirst(): Promise<OpenFile> | null {
    const { first } = this;
    this.first = null;
    return first;
  }

  /**
   * The file, or the files in an archive; and failures of those that cannot be read. Throws if the file itself cannot
   * be read.
   */
  async *filesIn(found: FoundFile): AsyncGenerator<InputFile | ImportFailure> {
    const ahead = found === this.files[0] ? this.takeFirst() : null;
    const { bytes, allowance, opened } = await (ahead ?? this.open(found));
    try {
      if (opened.kind === 'file') yield this.inputFile(found, opened.head, opened.content);
      else if (opened.kind === 'archive')
        for await (const each of this.membersOf(found, opened.archive, allowance))
          yield 'message' in each ? each : this.inputFile(each, each.head, each.content);
    } finally {
      bytes.close();
    }
  }

  private membersOf(
    found: FoundFile,
    archive: Archive,
    allowance: Allowance,
  ): AsyncIterable<FoundMember | ImportFailure> {
    const sets = this.formats.filter(format => format.belongsTo !== undefined);
    return withSets(
      membersIn(found, archive, allowance),
      name => belongsTo(name, sets),
      ({ path, head }) => sets.some(format => format.sniff(head.bytes, path) !== 'no'),
    );
  }

  /** Adds the formats that a text is nearest to. Limited to the first failures, because every format is tried. */
  withNearest(failure: ImportFailure, { bytes }: Head): ImportFailure {
    if (this.explained++ >= maxExplained) return failure;
    const nearest = nearestTo(bytes, this.formats);
    return nearest.length > 0 ? { ...failure, nearest } : failure;
  }

  private inputFile(file: FoundFile, head: Head, content: Content): InputFile {
    return { file, head, content, recognised: recognise(file.path, head, this.formats, this.request.format) };
  }

  private async open({ path, more, bytes: size }: FoundFile): Promise<OpenFile> {
    const bytes = openAll(path, more);
    try {
      const allowance = new Allowance(size, () => this.isStopped);
      return { bytes, allowance, opened: await openBytes(bytes, allowance) };
    } catch (error) {
      bytes.close();
      throw error;
    }
  }

  private newPool(): Pool {
    const { worker, memory, userFormats = [] } = this.settings;
    const bytes = this.files.reduce((sum, file) => sum + file.bytes, 0);
    const room = Math.max(1, Math.floor((memory * 0.7 - 200e6) / workerMemory));
    const requested = this.request.workers;
    const workersFor = (size: number) =>
      requested ?? Math.min(size < minBytesForAllWorkers ? maxWorkers : allWorkers, room);
    const usesWorkers = requested === undefined ? bytes >= minBytesForWorkers : requested > 0;
    return worker && usesWorkers
      ? new WorkerPool(worker, workersFor, this.formats, userFormats)
      : new LocalPool(this.formats);
  }
}

function checkRequest({ format, zone }: ImportRequest, formats: readonly FormatEntry[]): void {
  if (zone !== undefined) zoneOf(zone);
  if (format === undefined || formats.some(({ id }) => id === format)) return;
  const known = formats.map(({ id }) => id).join(', ');
  throw new WorkspaceError('bad-option', `There is no format ${format}: choose one of ${known}.`);
}
