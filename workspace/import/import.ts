/**
 * Imports files: finds, recognises and reads them, with one capture and one transaction at a time.
 *
 * A file that cannot be read is a sentence in the report, and the import goes on. Only the user, or a workspace that
 * cannot be written (a full disk), ends an import: captures read before stay, the current one leaves nothing.
 */

import { setByHand } from '../clocks/clock.ts';
import { causeOf, isDiskFull } from '../database/causes.ts';
import type { DatabaseFile, FileState } from '../database/database-file.ts';
import { firstLine, messageOf, WorkspaceError } from '../errors.ts';
import { DamagedInputError } from '../files/damaged-input.ts';
import { type FoundFile, unreadable } from '../files/discover.ts';
import type { ImportFailure } from '../files/failure.ts';
import type { Cancel } from '../query.ts';
import { prepareAppending } from '../store/append.ts';
import type { CaptureRecord } from '../store/captures.ts';
import { traced } from '../trace.ts';
import type { InputFile, PreparedImport } from './begin.ts';
import { type ImportState, readCapture } from './capture.ts';
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
import { cancelled } from './serve.ts';
import { defaultBlockSize } from './source.ts';
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
  const { files } = begun;
  const blockSize = options.blockSize ?? defaultBlockSize;
  const failures: ImportFailure[] = [...begun.notFound];
  const stop = () => begun.stop();
  options.cancel?.addEventListener('abort', stop);
  const ids: number[] = [];
  const duplicates: DuplicateFile[] = [];
  const replaced: ReplacedCapture[] = [];
  const known = new KnownFiles(captures);
  /** Set to undefined after use: only the first capture takes its place. */
  let former = captures.find(({ id }) => id === request.replaces);
  let mustReopen = false;
  let before: FileState | null = null;
  try {
    await store.write(() => store.use(rows => store.use(texts => importOver({ rows, texts }))));
  } finally {
    options.cancel?.removeEventListener('abort', stop);
    begun.stop();
  }
  return { ids, duplicates, replaced, failures, mustReopen, before };

  async function importOver({ rows, texts }: Connections): Promise<void> {
    prepareAppending(rows);
    const paths = files.map(({ path }) => path);
    const state: ImportState = {
      catalog: await Catalog.load(rows),
      names: await CaptureNames.load(rows, paths),
      compression: new CompressionSetting(rows),
    };
    await store.onOneThread(rows, () => readAll({ rows, texts }, state));
  }

  async function readAll({ rows, texts }: Connections, state: ImportState): Promise<void> {
    const meter = new ProgressMeter(files, options.onProgress);
    const watch = setInterval(() => meter.watch(), 1000).unref();
    try {
      for (const found of files) {
        if (options.cancel?.aborted) return;
        meter.begin(found);
        await readFound({ rows, texts }, state, found, meter);
        if (mustReopen) return;
      }
      meter.end();
    } finally {
      clearInterval(watch);
    }
  }

  async function readFound(
    connections: Connections,
    state: ImportState,
    found: FoundFile,
    meter: ProgressMeter,
  ): Promise<void> {
    const { cancel } = options;
    const inputs = begun.filesIn(found);
    try {
      while (!mustReopen) {
        const { done, value: each } = await orCancelled(inputs.next(), cancel);
        if (done || cancel?.aborted) return;
        const outcome = 'message' in each ? each : await readSeen(connections, state, each, meter);
        if (outcome) failures.push(outcome);
      }
    } catch (error) {
      if (!cancel?.aborted) failures.push(failureOf(store, found, error));
    } finally {
      // Not awaited after a cancel, because it may wait for a read that never ends.
      const closed = inputs.return(undefined).catch(() => undefined);
      if (!cancel?.aborted) await closed;
    }
  }

  async function readSeen(
    { rows, texts }: Connections,
    state: ImportState,
    input: InputFile,
    meter: ProgressMeter,
  ): Promise<ImportFailure | null> {
    meter.enter(input.file);
    before = store.state();
    const { path, bytes } = input.file;
    const transaction = new CaptureTransaction(rows, texts, store);
    const outcome = await traced({ category: 'import', name: 'file', args: { path, bytes } }, () =>
      readOne(transaction, state, input, meter),
    );
    const isFull = outcome?.code === 'disk-full';
    mustReopen = isFull || outcome?.code === 'unwritable' || store.needsReopening;
    if (!isFull || transaction.textsStay) before = null;
    return outcome;
  }

  /** The failure; null if the file became a capture or was left out as a duplicate. */
  async function readOne(
    transaction: CaptureTransaction,
    state: ImportState,
    { file, head, content, recognised }: InputFile,
    meter: ProgressMeter,
  ): Promise<ImportFailure | null> {
    try {
      if (isFailure(recognised)) {
        if (recognised.code === 'workspace' && !file.named) return null;
        return recognised.code === notRecognised ? begun.withNearest(recognised, head) : recognised;
      }
      const knownCapture =
        request.again || request.replaces !== undefined
          ? null
          : await orCancelled(known.find(content, file.bytes), options.cancel);
      if (options.cancel?.aborted) return null;
      // A file at another path that begins alike, such as the log of another host, is another file.
      const isOther = knownCapture?.hasGrown && knownCapture.capture.path !== file.path;
      const hasGrown = knownCapture?.hasGrown && !isOther;
      const grownFrom = hasGrown && request.grown === 'replace' ? knownCapture.capture : null;
      if (knownCapture && !isOther && !grownFrom) {
        duplicates.push(duplicateOf(file, knownCapture));
        return null;
      }
      const read = await readCapture(transaction, state, begun.pool, {
        file,
        head,
        content,
        recognised,
        request: grownFrom
          ? { ...setByHand(captures.find(({ id }) => id === grownFrom.id)), ...request }
          : request,
        former: captures.find(({ id }) => id === grownFrom?.id) ?? former ?? null,
        alike: isOther ? knownCapture.capture : null,
        blockSize,
        progress: (bytes, rows) => meter.read(bytes, rows),
      });
      former = undefined;
      ids.push(read.id);
      known.add(read);
      if (grownFrom && read.status !== 'failed') {
        known.delete(grownFrom);
        replaced.push(replacedBy(file, grownFrom, read));
      }
      return null;
    } catch (error) {
      if (options.cancel?.aborted) return null;
      return failureOf(store, file, error);
    }
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
