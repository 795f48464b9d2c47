/**
 * Imports files: finds, recognises and reads them, one after the other, and stores large ones in a transaction each,
 * small ones together.
 *
 * A file that cannot be read is a sentence in the report, and the import goes on. Only the user, or a workspace that
 * cannot be written (a full disk), ends an import: captures stored before stay, the current one leaves nothing.
 */

import { causeOf, isDiskFull } from '../causes.ts';
import { setByHand } from '../clocks/clock.ts';
import type { DatabaseFile, FileState } from '../database/database-file.ts';
import { firstLine, messageOf, WorkspaceError } from '../errors.ts';
import { DamagedInputError } from '../files/damaged-input.ts';
import { type FoundFile, unreadable } from '../files/discover.ts';
import type { ImportFailure } from '../files/failure.ts';
import type { Cancel } from '../query.ts';
import { cancelled } from '../reading/serve.ts';
import { defaultBlockSize } from '../reading/source.ts';
import { prepareAppending } from '../store/append.ts';
import type { CaptureRecord } from '../store/captures.ts';
import { traced } from '../trace.ts';
import type { InputFile, PreparedImport } from './begin.ts';
import {
  type CaptureInput,
  type ImportState,
  isSmall,
  type ParsedCapture,
  parseCapture,
  readCapture,
  storeCaptures,
} from './capture.ts';
import { Catalog } from './catalog.ts';
import { type FileMatch, type KnownCapture, KnownFiles } from './known.ts';
import { CompressionSetting } from './message-compression.ts';
import { CaptureNames } from './names.ts';
import { ProgressMeter } from './progress.ts';
import { isFailure, notRecognised } from './recognise.ts';
import type {
  DuplicateFile,
  ImportOptions,
  ImportReport,
  ImportRequest,
  ReplacedCapture,
} from './request.ts';
import { CaptureTransaction, type Connections } from './transaction.ts';

export interface ImportOutcome extends Pick<ImportReport, 'duplicates' | 'replaced'> {
  /** Ids of the captures imported. */
  readonly ids: readonly number[];
  readonly failures: readonly ImportFailure[];
  /** True if the import ended because the workspace cannot be written, and must be reopened. */
  readonly mustReopen: boolean;
  /** State before the capture that did not fit, to which the file must then be truncated. */
  readonly before: FileState | null;
}

/** @param captures captures of the workspace */
export async function importInto(
  store: DatabaseFile,
  captures: readonly CaptureRecord[],
  request: ImportRequest,
  begun: PreparedImport,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const stop = () => begun.stop();
  options.cancel?.addEventListener('abort', stop);
  const run = new ImportRun(store, captures, request, begun, options);
  try {
    await store.write(() => store.use(rows => store.use(texts => run.over({ rows, texts }))));
  } finally {
    options.cancel?.removeEventListener('abort', stop);
    begun.stop();
  }
  const { ids, duplicates, replaced, failures, mustReopen, before } = run;
  return { ids, duplicates, replaced, failures, mustReopen, before };
}

/**
 * Limits of small files that are stored together. A killed process loses the files of the last `ms`. DuckDB gets no row
 * of so few bytes before all files have landed, so that each file can still be stored alone if not all can together.
 */
const maxTogether = { files: 64, bytes: 1 << 20, ms: 250 };

/** One import, file after file. */
class ImportRun {
  readonly ids: number[] = [];
  readonly duplicates: DuplicateFile[] = [];
  readonly replaced: ReplacedCapture[] = [];
  readonly failures: ImportFailure[];
  mustReopen = false;
  before: FileState | null = null;
  private readonly known: KnownFiles;
  /** Set to undefined after use: only the first capture takes its place. */
  private former: CaptureRecord | undefined;
  /** Small files that were read and are not yet stored, their rows' bytes, and the time at which the first was read. */
  private waiting: ParsedCapture[] = [];
  private waitingBytes = 0;
  private waitingSince = 0;

  constructor(
    private readonly store: DatabaseFile,
    private readonly captures: readonly CaptureRecord[],
    private readonly request: ImportRequest,
    private readonly begun: PreparedImport,
    private readonly options: ImportOptions,
  ) {
    this.failures = [...begun.notFound];
    this.known = new KnownFiles(captures);
    this.former = captures.find(({ id }) => id === request.replaces);
  }

  async over({ rows, texts }: Connections): Promise<void> {
    prepareAppending(rows);
    const paths = this.begun.files.map(({ path }) => path);
    const state: ImportState = {
      catalog: await Catalog.load(rows),
      names: await CaptureNames.load(rows, paths),
      compression: new CompressionSetting(rows),
    };
    await this.store.onOneThread(rows, () => this.readAll({ rows, texts }, state));
  }

  private get isCancelled(): boolean {
    return this.options.cancel?.aborted ?? false;
  }

  private async readAll(connections: Connections, state: ImportState): Promise<void> {
    const { files } = this.begun;
    const meter = new ProgressMeter(files, this.options.onProgress);
    const watch = setInterval(() => meter.watch(), 1000).unref();
    try {
      for (const found of files) {
        if (this.isCancelled || this.mustReopen) break;
        meter.begin(found);
        await this.readFound(connections, state, found, meter);
      }
      // After a cancel, too: what has been read stays.
      if (!this.mustReopen) await this.storeWaiting(connections, state);
      if (!this.isCancelled && !this.mustReopen) meter.end();
    } finally {
      clearInterval(watch);
    }
  }

  private async readFound(
    connections: Connections,
    state: ImportState,
    found: FoundFile,
    meter: ProgressMeter,
  ): Promise<void> {
    const inputs = this.begun.filesIn(found);
    try {
      while (!this.mustReopen) {
        const { done, value: each } = await orCancelled(inputs.next(), this.options.cancel);
        if (done || this.isCancelled) return;
        const outcome = 'message' in each ? each : await this.readSeen(connections, state, each, meter);
        if (outcome) this.failures.push(outcome);
      }
    } catch (error) {
      if (!this.isCancelled) this.failures.push(failureOf(this.store, found, error));
    } finally {
      // Not awaited after a cancel, because it may wait for a read that never ends.
      const closed = inputs.return(undefined).catch(() => undefined);
      if (!this.isCancelled) await closed;
    }
  }

  private async readSeen(
    { rows, texts }: Connections,
    state: ImportState,
    input: InputFile,
    meter: ProgressMeter,
  ): Promise<ImportFailure | null> {
    const { store } = this;
    meter.enter(input.file);
    const { path, bytes } = input.file;
    const transaction = new CaptureTransaction(rows, texts, store);
    const outcome = await traced({ category: 'import', name: 'file', args: { path, bytes } }, () =>
      this.readOne(transaction, state, input, meter),
    );
    if (this.mustReopen) return outcome;
    this.settle(outcome, transaction);
    const { waiting, waitingSince } = this;
    const isDue = waiting.length === maxTogether.files || performance.now() - waitingSince > maxTogether.ms;
    if (isDue && !this.mustReopen) await this.storeWaiting({ rows, texts }, state);
    return outcome;
  }

  /** Notes whether the import must end, and to which state the file then goes back. */
  private settle(outcome: ImportFailure | null, { textsStay }: CaptureTransaction): void {
    const isFull = outcome?.code === 'disk-full';
    this.mustReopen = isFull || outcome?.code === 'unwritable' || this.store.needsReopening;
    if (!isFull || textsStay) this.before = null;
  }

  private async storeLater(
    connections: Connections,
    state: ImportState,
    parsed: ParsedCapture,
  ): Promise<void> {
    const bytes = parsed.batches.reduce((sum, { batch }) => sum + batch.bytes, 0);
    if (this.waitingBytes + bytes > maxTogether.bytes) await this.storeWaiting(connections, state);
    if (this.waiting.length === 0) this.waitingSince = performance.now();
    this.waiting.push(parsed);
    this.waitingBytes += bytes;
    this.known.add(parsed.known);
  }

  private async storeWaiting(connections: Connections, state: ImportState): Promise<void> {
    const parsed = this.waiting;
    this.waiting = [];
    this.waitingBytes = 0;
    if (parsed.length > 0) await this.storeTogether(connections, state, parsed);
  }

  private async storeTogether(
    connections: Connections,
    state: ImportState,
    parsed: readonly ParsedCapture[],
  ): Promise<void> {
    const { store } = this;
    this.before = store.state();
    const transaction = new CaptureTransaction(connections.rows, connections.texts, store);
    try {
      await storeCaptures(transaction, state, parsed);
      this.ids.push(...parsed.map(({ known: { id } }) => id));
      this.before = null;
    } catch (error) {
      const outcomes = parsed.map(({ file }) => failureOf(store, file.file, error));
      this.settle(outcomes[0] ?? null, transaction);
      if (parsed.length > 1 && !this.mustReopen) {
        // Rows that cannot be stored must not take those of other files with them.
        for (const each of parsed) if (!this.mustReopen) await this.storeTogether(connections, state, [each]);
        return;
      }
      for (const each of parsed) this.known.delete(each.known);
      this.failures.push(...outcomes);
    }
  }

  /** The failure; null if the file became a capture, will when it is stored, or was left out as a duplicate. */
  private async readOne(
    transaction: CaptureTransaction,
    state: ImportState,
    input: InputFile,
    meter: ProgressMeter,
  ): Promise<ImportFailure | null> {
    const { file, head, content, recognised } = input;
    try {
      if (isFailure(recognised)) {
        if (recognised.code === 'workspace' && !file.named) return null;
        return recognised.code === notRecognised ? this.begun.withNearest(recognised, head) : recognised;
      }
      let match = await this.matchOf(input);
      if (match && this.waiting.some(({ known }) => known === match?.capture)) {
        // Only what is stored can be what another file already is.
        await this.storeWaiting(transaction, state);
        match = await this.matchOf(input);
      }
      if (this.isCancelled || this.mustReopen) return null;
      // A file at another path that begins alike, such as the log of another host, is another file.
      const alike = match?.hasGrown && match.capture.path !== file.path ? match.capture : null;
      const grownFrom = match?.hasGrown && !alike && this.request.grown === 'replace' ? match.capture : null;
      if (match && !alike && !grownFrom) {
        this.duplicates.push(duplicateOf(file, match));
        return null;
      }
      const record = this.captures.find(({ id }) => id === grownFrom?.id);
      const capture: CaptureInput = {
        file,
        head,
        content,
        recognised,
        request: grownFrom ? { ...setByHand(record), ...this.request } : this.request,
        former: record ?? this.former ?? null,
        alike,
        blockSize: this.options.blockSize ?? defaultBlockSize,
        progress: (bytes, rows) => meter.read(bytes, rows),
      };
      if (capture.former === null && isSmall(head)) {
        await this.storeLater(transaction, state, await parseCapture(state, this.begun.pool, capture));
        return null;
      }
      await this.storeWaiting(transaction, state);
      if (this.mustReopen) return null;
      this.before = this.store.state();
      const read = await readCapture(transaction, state, this.begun.pool, capture);
      this.took(file, read, grownFrom);
      return null;
    } catch (error) {
      return this.isCancelled ? null : failureOf(this.store, file, error);
    }
  }

  /** The capture that the file already is, or began as; null if files are to be read again. */
  private async matchOf({ content, file }: InputFile): Promise<FileMatch | null> {
    if (this.request.again || this.request.replaces !== undefined) return null;
    return orCancelled(this.known.find(content, file.bytes), this.options.cancel);
  }

  private took(file: FoundFile, read: KnownCapture, grownFrom: KnownCapture | null): void {
    this.former = undefined;
    this.ids.push(read.id);
    this.known.add(read);
    if (!grownFrom || read.status === 'failed') return;
    this.known.delete(grownFrom);
    this.replaced.push(replacedBy(file, grownFrom, read));
  }
}

function duplicateOf({ path, bytes }: FoundFile, { capture, hasGrown }: FileMatch): DuplicateFile {
  const { id, name } = capture;
  const message = hasGrown
    ? `${path} was left out: it is capture ${id} (${name}) with ${bytes - capture.bytes} more bytes at its end.`
    : `${path} was left out: the workspace already has all of it, as capture ${id} (${name}).`;
  return { path, capture: id, hasGrown, message };
}

function replacedBy({ path }: FoundFile, former: KnownCapture, { id, bytes }: KnownCapture): ReplacedCapture {
  const message = `${path} has ${bytes - former.bytes} more bytes than when it was read: as capture ${id} it replaces capture ${former.id} (${former.name}).`;
  return { path, capture: id, former: former.id, message };
}

/** A failure, in one sentence, for any error that stopped a file. */
function failureOf(store: DatabaseFile, file: FoundFile, error: unknown): ImportFailure {
  const { path } = file;
  const message = messageOf(error);
  if (isDiskFull(error))
    return {
      path,
      code: 'disk-full',
      message: `The disk that holds ${store.path} is full: free some space and import ${path} again. Captures imported before are complete.`,
    };
  if (error instanceof WorkspaceError) return { path, code: error.code, message };
  if (error instanceof DamagedInputError)
    return { path, code: 'damaged', message: `${path} cannot be read. ${message}` };
  const isOfSystem =
    typeof (error as NodeJS.ErrnoException).syscall === 'string' || /^E[A-Z]+$/.test(codeOf(error));
  if (isOfSystem) return unreadable(path, error);
  const cause = causeOf(error);
  if (cause)
    return {
      path,
      code: cause.code,
      message: `${store.path} cannot be written: ${cause.why}. ${cause.remedy} Captures imported before are complete.`,
    };
  return {
    path,
    code: 'internal',
    message: `${path} could not be read, a fault of the program: ${firstLine(message)}.`,
  };
}

/** Rejects when cancelled, even if the work never ends. */
async function orCancelled<T>(work: Promise<T>, cancel: Cancel | undefined): Promise<T> {
  if (!cancel) return work;
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(cancelled());
    if (cancel.aborted) stop();
    cancel.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    cancel.removeEventListener('abort', stop);
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '');
