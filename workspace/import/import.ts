/**
 * An import: files found, recognised and read, one capture and one transaction after the other.
 *
 * A file that cannot be read is a sentence in the report and stops no other. What stops the import as a whole is the
 * user, or a workspace that cannot be written (a full disk): captures read before stay, the one under way leaves nothing.
 */
import { cpus } from 'node:os';
import type { Format } from '../../parsers/contract.ts';
import { formatsBeside } from '../../parsers/formats.ts';
import { zoneOf } from '../clock.ts';
import { firstLine, messageOf, WorkspaceError } from '../errors.ts';
import { type FileState, fileState, type Store } from '../store.ts';
import { prepareAppending } from './append.ts';
import { readCapture } from './capture.ts';
import { Catalog } from './catalog.ts';
import { discover, type FoundFile, unreadable } from './discover.ts';
import { headSize, readHead } from './files.ts';
import { type Crew, LocalCrew, WorkerCrew } from './lanes.ts';
import { isFailure, recognise } from './recognise.ts';
import type { ImportFailure, ImportOptions, ImportProgress, ImportRequest } from './request.ts';
import { defaultBlockSize } from './source.ts';
import { CaptureTransaction, type Connections } from './transaction.ts';

export interface ImportSettings extends ImportOptions {
  /** The bundled worker; without it everything is parsed on this thread. */
  readonly worker?: URL | string | undefined;
  /** Cap on the memory of the process, bytes. */
  readonly memory: number;
}

/** Less than this is parsed before workers would have started (30 to 60 ms each). */
const worthWorkers = 4 << 20;

/** What a worker holds: its heap, blocks, rows on the way. */
const workerMemory = 100e6;

/**
 * One CPU is left to landing, which is one thread; more than eight workers gain nothing. On two CPUs a second worker
 * costs 5 to 10 % of processor time, for its isolate, and saves none by the clock.
 */
const mostWorkers = Math.min(8, Math.max(1, cpus().length - 1));

export interface ImportOutcome {
  /** Captures that came in. */
  readonly ids: readonly number[];
  readonly failures: readonly ImportFailure[];
  /** The disk is full, and the workspace must be opened anew. */
  readonly full: boolean;
  /** To what its file is then to be cut back: as it was before the capture that did not fit. */
  readonly before: FileState | null;
}

export async function importInto(
  store: Store,
  request: ImportRequest,
  settings: ImportSettings,
): Promise<ImportOutcome> {
  const formats = settings.formats ?? formatsBeside(settings.userFormats ?? []);
  checkRequest(request, formats);
  const blockSize = settings.blockSize ?? defaultBlockSize;
  const { files, failures: notFound } = discover(request.paths);
  const failures: ImportFailure[] = [...notFound];
  let crew = hire(formats, files, request, settings);
  const stop = () => crew.stop();
  settings.cancel?.addEventListener('abort', stop);
  const ids: number[] = [];
  let full = false;
  let before: FileState | null = null;
  try {
    await store.use(rows =>
      store.use(async texts => {
        prepareAppending(rows);
        const catalog = await Catalog.load(rows);
        await store.onOneThread(rows, () => readAll({ rows, texts }, catalog));
      }),
    );
  } finally {
    settings.cancel?.removeEventListener('abort', stop);
    crew.stop();
  }
  return { ids, failures, full, before };

  async function readAll({ rows, texts }: Connections, catalog: Catalog): Promise<void> {
    const teller = new ProgressTeller(files, settings.onProgress);
    for (const file of files) {
      if (settings.cancel?.aborted) return;
      if (!crew.usable) crew = hire(formats, files, request, settings);
      teller.begin(file);
      before = fileState(store.path);
      const transaction = new CaptureTransaction(rows, texts);
      const outcome = await readOne(transaction, catalog, file, teller);
      if (typeof outcome === 'number') ids.push(outcome);
      else if (outcome) failures.push(outcome);
      if (typeof outcome === 'object' && outcome?.code === 'disk-full') {
        full = true;
        if (transaction.textsStay) before = null;
        return;
      }
    }
    teller.end();
  }

  /** The capture's id, why there is none, or null for what is passed over. */
  async function readOne(
    transaction: CaptureTransaction,
    catalog: Catalog,
    file: FoundFile,
    teller: ProgressTeller,
  ): Promise<number | ImportFailure | null> {
    try {
      const head = await readHead(file.path, headSize);
      const recognised = recognise(file.path, head, formats, request.format);
      if (isFailure(recognised)) return recognised.code === 'workspace' && !file.named ? null : recognised;
      const progress = (read: number, rows: number) => teller.read(read, rows);
      return await readCapture(transaction, catalog, crew, {
        file,
        head,
        recognised,
        request,
        blockSize,
        progress,
      });
    } catch (error) {
      if (settings.cancel?.aborted) return null;
      return failureOf(store, file, error);
    }
  }
}

function hire(
  formats: readonly Format[],
  files: readonly FoundFile[],
  request: ImportRequest,
  { worker, memory, userFormats = [] }: ImportSettings,
): Crew {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const room = Math.max(1, Math.floor((memory * 0.7 - 200e6) / workerMemory));
  const lanes = request.workers ?? (bytes < worthWorkers ? 0 : Math.min(mostWorkers, room));
  return worker && lanes > 0 ? new WorkerCrew(worker, lanes, formats, userFormats) : new LocalCrew(formats);
}

function checkRequest({ format, zone }: ImportRequest, formats: readonly Format[]): void {
  if (zone !== undefined) zoneOf(zone);
  if (format === undefined || formats.some(({ id }) => id === format)) return;
  const known = formats.map(({ id }) => id).join(', ');
  throw new WorkspaceError('bad-option', `There is no format ${format}: choose one of ${known}.`);
}

/** One sentence for whatever stopped a file. */
function failureOf(store: Store, file: FoundFile, error: unknown): ImportFailure {
  const { path } = file;
  const message = messageOf(error);
  if (/No space left on device|not enough space|disk quota|File too large|ENOSPC/i.test(message))
    return {
      path,
      code: 'disk-full',
      message: `The disk that holds ${store.path} is full: free some space and import ${path} again; nothing else was touched.`,
    };
  if (error instanceof WorkspaceError) return { path, code: error.code, message };
  if (typeof (error as NodeJS.ErrnoException).syscall === 'string' || /^E[A-Z]+$/.test(codeOf(error)))
    return unreadable(path, error);
  return {
    path,
    code: 'internal',
    message: `${path} could not be read, a fault of the program: ${firstLine(message)}.`,
  };
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');

/** Tells how far an import is, not more often than a person can see. */
class ProgressTeller {
  private readonly began = performance.now();
  private readonly totalBytes: number;
  private told = 0;
  private index = -1;
  private bytesBefore = 0;
  private rowsBefore = 0;
  private rows = 0;
  private bytes = 0;
  private current: FoundFile | null = null;

  constructor(
    private readonly files: readonly FoundFile[],
    private readonly tell: ((progress: ImportProgress) => void) | undefined,
  ) {
    this.totalBytes = files.reduce((sum, file) => sum + file.bytes, 0);
  }

  begin(file: FoundFile): void {
    this.bytesBefore += this.current?.bytes ?? 0;
    this.rowsBefore += this.rows;
    this.rows = 0;
    this.bytes = 0;
    this.current = file;
    this.index++;
    this.say();
  }

  read(bytes: number, rows: number): void {
    this.rows = rows;
    this.bytes = bytes;
    if (performance.now() - this.told > 50) this.say();
  }

  /** How much it was in the end. */
  end(): void {
    if (this.current) this.say();
  }

  private say(): void {
    this.told = performance.now();
    this.tell?.({
      what: `reading ${this.current?.path.split(/[\\/]/).at(-1) ?? ''}`,
      bytes: this.bytesBefore + this.bytes,
      totalBytes: this.totalBytes,
      rows: this.rowsBefore + this.rows,
      files: this.index,
      totalFiles: this.files.length,
      elapsed: Math.round((this.told - this.began) * 1e6),
    });
  }
}
