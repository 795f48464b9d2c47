/**
 * Reads a file as one capture: completely, or not at all. A large file is stored while it is read, in a transaction of
 * its own. Small files are read first, and stored together: a transaction and its statements cost more than their rows.
 */
import { basename } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { faultPoints } from '../fault-points.ts';
import type { Content } from '../files/archives/open.ts';
import { type Head, headSize } from '../files/files.ts';
import type { Batch, PartSummary } from '../reading/batch.ts';
import type { Ends } from '../reading/ends.ts';
import type { SourceEnd } from '../reading/source.ts';
import { replaceCapture } from '../store/clock-facts.ts';
import { removal } from '../store/removed.ts';
import { traced } from '../trace.ts';
import { changeOf, type Description, describe, type ReadFile, writeDescriptions } from './capture-rows.ts';
import type { Catalog } from './catalog.ts';
import { endsOf, type KnownCapture } from './known.ts';
import { Landing } from './land.ts';
import { Loads } from './loads.ts';
import { type CompressionSetting, MessageCompression } from './message-compression.ts';
import type { CaptureNames } from './names.ts';
import type { CaptureTransaction } from './transaction.ts';
import type { Pool, Received } from './worker-pool.ts';

/** State that an import shares between its captures. */
export interface ImportState {
  readonly catalog: Catalog;
  readonly names: CaptureNames;
  readonly compression: CompressionSetting;
}

export interface CaptureInput extends ReadFile {
  readonly head: Head;
  readonly content: Content;
  readonly blockSize: number;
  /** Bytes on disk read and rows landed so far. */
  readonly progress: (read: number, rows: number) => void;
}

/** A small file that was read and whose rows are not yet stored. */
export interface ParsedCapture {
  readonly known: KnownCapture;
  readonly file: ReadFile;
  readonly end: SourceEnd;
  readonly change: string | null;
  readonly batches: readonly { readonly batch: Batch; readonly worker: number }[];
  readonly summaries: readonly PartSummary[];
}

/** True if the first bytes are all, which bounds the memory of the rows: a compressed file does not state its size. */
export const isSmall = ({ bytes, cut }: Head): boolean => bytes.length < headSize && cut === null;

/**
 * Reads a file into the workspace and returns the capture. If the reader itself throws, the capture is stored as
 * `failed` without rows; any other error is thrown, and nothing is stored.
 */
export async function readCapture(
  transaction: CaptureTransaction,
  { catalog, names, compression: setting }: ImportState,
  pool: Pool,
  input: CaptureInput,
): Promise<KnownCapture> {
  const { file, former } = input;
  const id = names.nextId;
  const before = catalog.counts;
  await transaction.begin();
  const loads = new Loads(transaction);
  let landing = new Landing(loads, catalog, id);
  const compression = new MessageCompression(setting);
  try {
    const end = await read(pool, input, {
      batch: (worker, batch, landed) => {
        compression.see(batch);
        landing.batch(worker, batch, landed);
      },
      summary: summary => landing.summary(summary),
      progress: read => input.progress(read, landing.rowCount),
    });
    transaction.syncAhead();
    await compression.ready();
    if (landing.failure?.kind === 'crash') {
      await loads.drop();
      await transaction.rollBack();
      catalog.undo(before);
      await transaction.begin();
      landing = landing.emptied();
    }
    const replaced = landing.failure?.kind === 'crash' ? null : former;
    const name = replaced?.name ?? names.freeName(file.path);
    const known = knownAs(id, name, input, end);
    landing.end();
    await finish(transaction, loads, [landing]);
    const described = { known, read: input, end, change: changeOf(file) };
    const description = await describe(transaction.rows, landing, described);
    input.progress(end.bytes, landing.rowCount);
    await writeDescriptions(transaction.rows, [description]);
    for (const statement of replaced ? [...replaceCapture(replaced.id, id), ...removal(replaced.id)] : [])
      await duckdb.query(transaction.rows, statement);
    await stage('commit', () => transaction.commit());
    faultPoints.reached('captured');
    names.add(name);
    return { ...known, status: description.status };
  } catch (error) {
    await undo(transaction, catalog, before, loads);
    throw error;
  }
}

/** Reads a small file; its capture has its id and its name, and is stored by {@link storeCaptures}. */
export async function parseCapture(
  { names }: ImportState,
  pool: Pool,
  { content, head, blockSize, progress, ...file }: CaptureInput,
): Promise<ParsedCapture> {
  const batches: { batch: Batch; worker: number }[] = [];
  const summaries: PartSummary[] = [];
  const input = { content, head, blockSize, progress, ...file };
  const end = await read(pool, input, {
    batch: (worker, batch, landed) => {
      batches.push({ batch, worker });
      landed();
    },
    summary: summary => summaries.push(summary),
    progress: read => progress(read, rowsIn(batches)),
  });
  progress(end.bytes, rowsIn(batches));
  const known = knownAs(names.nextId, names.freeName(file.file.path), input, end);
  names.add(known.name);
  const hasFailed = summaries.some(({ failure }) => failure?.kind === 'crash');
  return {
    known: { ...known, status: hasFailed ? 'failed' : 'complete' },
    ...{ file, end, change: changeOf(file.file), batches, summaries },
  };
}

/** Rows of all tables, metrics by their points. */
const rowsIn = (batches: ParsedCapture['batches']): number =>
  batches.reduce((sum, { batch }) => {
    const rows = batch.blocks.reduce((of, block) => of + block.rows, 0);
    return sum + batch.metrics.reduce((of, { values }) => of + values.values.length, rows);
  }, 0);

/** Stores small files in one transaction: all of them, or, if an error is thrown, none. */
export async function storeCaptures(
  transaction: CaptureTransaction,
  { catalog, compression: setting }: ImportState,
  parsed: readonly ParsedCapture[],
): Promise<void> {
  const before = catalog.counts;
  const loads = new Loads(transaction);
  const compression = new MessageCompression(setting);
  await transaction.begin();
  try {
    const landings = parsed.map(({ known, batches, summaries }) => {
      const landing = new Landing(loads, catalog, known.id);
      const hasFailed = known.status === 'failed';
      for (const { batch, worker } of hasFailed ? [] : batches) {
        compression.see(batch);
        landing.batch(worker, batch, () => undefined);
      }
      for (const summary of summaries) landing.summary(summary);
      landing.end();
      return hasFailed ? landing.emptied() : landing;
    });
    await compression.ready();
    await finish(transaction, loads, landings);
    const descriptions: Description[] = [];
    for (const [index, { known, file, end, change }] of parsed.entries()) {
      const described = { known, read: file, end, change };
      descriptions.push(await describe(transaction.rows, landings[index]!, described));
    }
    await writeDescriptions(transaction.rows, descriptions);
    await stage('commit', () => transaction.commit());
    faultPoints.reached('captured');
  } catch (error) {
    await undo(transaction, catalog, before, loads);
    throw error;
  }
}

/** Stores what is left of rows that have landed. */
async function finish(
  transaction: CaptureTransaction,
  loads: Loads,
  landings: readonly Landing[],
): Promise<void> {
  await stage('land what is left', () => loads.finish());
  for (const { names } of landings)
    for (const statement of names) await duckdb.query(transaction.rows, statement);
}

async function undo(
  transaction: CaptureTransaction,
  catalog: Catalog,
  before: Catalog['counts'],
  loads: Loads,
): Promise<void> {
  await loads.drop();
  const { text, listed } = transaction.textsStay ? catalog.counts : before;
  catalog.undo({ ...before, text, listed });
  await transaction.rollBack();
}

const read = (pool: Pool, input: CaptureInput, to: Received): Promise<SourceEnd> => {
  const { file, head, recognised, request } = input;
  return stage('read', () =>
    pool.read(
      {
        path: file.path,
        more: file.more,
        member: 'member' in file ? file.member : null,
        rest: 'member' in file ? file.rest : undefined,
        bytes: file.bytes,
        isRandom: isRandom(input.content),
        compression: head.compression,
        encoding: head.encoding,
        format: recognised.format.id,
        blockSize: input.blockSize,
        head: head.bytes,
      },
      {
        format: recognised.format.id,
        options: readerOptions(input),
        symbols: request.symbols ?? [],
        manifests: request.manifests ?? [],
      },
      to,
    ),
  );
};

const stage = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  traced({ category: 'import', name }, work);

const knownAs = (id: number, name: string, input: CaptureInput, end: SourceEnd): KnownCapture => ({
  ...{ id, name, path: input.file.path, status: 'complete' },
  ...{ bytes: end.bytes, sha256: end.sha256, ...endsIn(input, end) },
});

/** True if several positions can be read at once: the content is on disk, or uncompressed in an archive on disk. */
const isRandom = (content: Content): boolean => content.kind === 'bytes' && content.bytes.origin !== null;

function endsIn({ content }: CaptureInput, { bytes, ends }: SourceEnd): Ends {
  if (content.kind === 'bytes') return endsOf(content.bytes, bytes);
  return ends ?? { headSha256: null, tailSha256: null };
}

function readerOptions({ file, head, request }: CaptureInput) {
  return {
    name: basename(file.path),
    head: head.bytes,
    modified: file.modified,
    zone: request.zone ?? null,
    year: request.year ?? null,
    start: request.start ?? null,
    interval: request.interval ?? null,
  };
}
