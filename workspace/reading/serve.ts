/** The task of a worker: reads its parts of a file and posts their rows, file after file. */
import type { MessagePort } from 'node:worker_threads';
import type { FormatEntry, Options } from '../../parsers/contract.ts';
import type { UserFormat } from '../../parsers/user-formats.ts';
import { messageOf, stackOf, WorkspaceError, type WorkspaceErrorCode } from '../errors.ts';
import type { Member } from '../files/archives/members.ts';
import type { Content } from '../files/archives/open.ts';
import { MemberReader } from '../files/archives/reader.ts';
import { contentOf } from '../files/archives/sets.ts';
import { openAll } from '../files/bytes.ts';
import { begin, flushTrace } from '../trace.ts';
import { type Batch, buffersOf, type PartSummary } from './batch.ts';
import { type FileJob, PartParser, type RowSink } from './part.ts';
import { type PartSink, readParts, type SourceEnd, type SourceJob } from './source.ts';

export type ToWorker =
  | {
      readonly type: 'read';
      readonly source: SourceJob;
      readonly file: FileJob;
      /** Shared by all threads that read the file: the index of the next part to be taken, and 1 once they must stop. */
      readonly turn: Int32Array;
      /** Bytes of rows that the worker may have sent that are not yet landed. */
      readonly maxWaiting: number;
    }
  | { readonly type: 'landed'; readonly bytes: number };

export type FromWorker =
  /** `read`: bytes on disk of the file that the worker has read. */
  | { readonly type: 'batch'; readonly batch: Batch; readonly read: number }
  | { readonly type: 'summary'; readonly summary: PartSummary }
  | { readonly type: 'end'; readonly end: SourceEnd }
  | { readonly type: 'failed'; readonly code: string; readonly message: string; readonly stack: string }
  /** `message` is a sentence for the user. */
  | { readonly type: 'refused'; readonly code: WorkspaceErrorCode; readonly message: string };

/** Number of `turn` that says to stop. */
export const stopAt = 1;

export const cancelled = () => new WorkspaceError('cancelled', 'The import was cancelled.');

export interface WorkerData {
  /** Formats defined by the user, in addition to the registry's. */
  readonly userFormats: readonly UserFormat[];
}

/** Loaded only for formats that need it. */
async function symbolsFor(
  { namesKernelFunctions }: FormatEntry,
  { symbols }: FileJob,
): Promise<Pick<Options, 'kernelFunction'>> {
  if (!namesKernelFunctions) return {};
  const { KernelLists } = await import('../symbols/kernels.ts');
  const lists = await KernelLists.open(symbols);
  return { kernelFunction: at => lists.at(at) };
}

async function manifestsFor(
  { readsManifests }: FormatEntry,
  { manifests = [] }: FileJob,
): Promise<Pick<Options, 'manifestOf'>> {
  if (!readsManifests || manifests.length === 0) return {};
  const { manifestsIn } = await import('./manifests.ts');
  const found = manifestsIn(manifests);
  return { manifestOf: guid => found.get(guid) ?? null };
}

/** Reads a file, or the parts of it that `take` returns. */
export async function readFile(
  {
    source,
    file,
    formats,
    members,
  }: { source: SourceJob; file: FileJob; formats: readonly FormatEntry[]; members: MemberReader },
  take: () => number,
  to: RowSink & Pick<PartSink, 'progress'>,
): Promise<SourceEnd> {
  const entry = formats.find(({ id }) => id === file.format);
  if (!entry) throw new Error(`no format ${file.format} in this worker`);
  const format = await entry.load();
  const options = {
    ...file.options,
    ...(await symbolsFor(format, file)),
    ...(await manifestsFor(format, file)),
  };
  const parser = new PartParser(format, options, to);
  let ended: () => void = () => undefined;
  const onDisk = source.member ? null : openAll(source.path, source.more);
  try {
    const content: Content = onDisk
      ? { kind: 'bytes', bytes: onDisk }
      : source.rest?.length
        ? contentOf([source.member as Member, ...source.rest])
        : await members.open(source.member as Member);
    return await readParts(source, content, format, take, {
      ranges: file => parser.ranges(file),
      survey: () => parser.beginSurvey(),
      begin: (part, offset) => {
        ended = begin('worker', 'part', { part, offset, path: source.path });
        return parser.begin(part, offset);
      },
      push: bytes => parser.push(bytes),
      end: async () => {
        await parser.end();
        ended();
      },
      progress: read => to.progress(read),
    });
  } finally {
    parser.close();
    onDisk?.close();
  }
}

export function serve(port: MessagePort, formats: readonly FormatEntry[]): void {
  const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const members = new MemberReader();
  let waiting = 0;
  let maxWaiting = 0;
  let resume: (() => void) | null = null;
  port.on('message', (message: ToWorker) => {
    if (message.type === 'landed') {
      waiting -= message.bytes;
      if (waiting > maxWaiting / 2) return;
      resume?.();
      resume = null;
      return;
    }
    const { source, file, turn } = message;
    maxWaiting = message.maxWaiting;
    let read = 0;
    readFile({ source, file, formats, members }, () => Atomics.add(turn, 0, 1), {
      batch: async batch => {
        waiting += batch.bytes;
        post({ type: 'batch', batch, read }, buffersOf(batch));
        if (waiting <= maxWaiting) return;
        await new Promise<void>(resolve => {
          resume = resolve;
        });
      },
      summary: summary => post({ type: 'summary', summary }),
      progress: done => {
        if (Atomics.load(turn, stopAt) === 1) throw cancelled();
        read = done;
      },
    }).then(
      end => {
        flushTrace();
        post({ type: 'end', end });
      },
      error =>
        post(
          error instanceof WorkspaceError
            ? { type: 'refused', code: error.code, message: error.message }
            : {
                type: 'failed',
                code: String(error?.code ?? 'internal'),
                message: messageOf(error),
                stack: stackOf(error),
              },
        ),
    );
  });
}
