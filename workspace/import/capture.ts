/** Reads one file as one capture: completely, or not at all. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import duckdb, { type Connection } from '@duckdb/node-bindings';
import { align } from '../clocks/clock.ts';
import { readColumns } from '../database/results.ts';
import { faultPoints } from '../fault-points.ts';
import type { FoundMember } from '../files/archives/members.ts';
import type { Content } from '../files/archives/open.ts';
import type { FoundFile } from '../files/discover.ts';
import type { Head } from '../files/files.ts';
import { systemPath } from '../files/paths.ts';
import { nullWide, type SqlValue } from '../query.ts';
import type { Ends } from '../reading/ends.ts';
import type { SourceEnd } from '../reading/source.ts';
import type { CaptureRecord, CaptureStatus } from '../store/captures.ts';
import { clockColumns, replaceCapture } from '../store/clock-facts.ts';
import { eventTables } from '../store/events.ts';
import { insertOwed, owedBy } from '../store/owed.ts';
import { removal } from '../store/removed.ts';
import { ofCapture, name as quoted, sqlColumns } from '../store/schema.ts';
import { addOffsets, farAway, selectSpan, updateSpan } from '../store/spans.ts';
import { isPossibleStart } from '../store/time-bounds.ts';
import { iso } from '../time.ts';
import { traced } from '../trace.ts';
import type { Catalog } from './catalog.ts';
import { endsOf, type KnownCapture, type Content as KnownContent } from './known.ts';
import { Landing, type PartMove } from './land.ts';
import { type CompressionSetting, MessageCompression } from './message-compression.ts';
import type { CaptureNames } from './names.ts';
import type { Recognised } from './recognise.ts';
import type { ImportRequest } from './request.ts';
import type { CaptureTransaction } from './transaction.ts';
import type { Pool } from './worker-pool.ts';

/** State that an import shares between its captures. */
export interface ImportState {
  readonly catalog: Catalog;
  readonly names: CaptureNames;
  readonly compression: CompressionSetting;
}

export interface CaptureInput {
  readonly file: FoundFile | FoundMember;
  readonly head: Head;
  readonly content: Content;
  readonly recognised: Recognised;
  readonly request: ImportRequest;
  /** A capture that this one replaces, with its id and name, unless reading fails. */
  readonly former: Pick<CaptureRecord, 'id' | 'name' | 'clock'> | null;
  /** A capture of another file, with which this one begins; null if there is none. */
  readonly alike: Pick<CaptureRecord, 'id' | 'name'> | null;
  readonly blockSize: number;
  /** Bytes on disk read and rows landed so far. */
  readonly progress: (read: number, rows: number) => void;
}

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
  const id = names.nextId;
  const known = catalog.counts;
  await transaction.begin();
  let landing = new Landing(transaction, catalog, id);
  const compression = new MessageCompression(setting);
  try {
    const end = await stage('read', () => readParts(pool, input, landing, compression));
    transaction.syncAhead();
    await compression.ready();
    if (landing.failure?.kind === 'crash') {
      await landing.abandon();
      await transaction.rollBack();
      catalog.undo(known);
      await transaction.begin();
      landing = landing.emptied();
    }
    await stage('land what is left', () => landing.finish());
    await run(transaction.rows, catalog.placeholders.statements(id));
    catalog.placeholders.clear();
    input.progress(end.bytes, rowsOf(landing));
    const capture = await record(transaction.rows, input, landing, end, { id, names });
    await stage('commit', () => transaction.commit());
    faultPoints.reached('captured');
    names.add(capture.name);
    return capture;
  } catch (error) {
    await landing.abandon();
    const { text, listed } = transaction.textsStay ? catalog.counts : known;
    catalog.undo({ ...known, text, listed });
    await transaction.rollBack();
    throw error;
  }
}

/** Has the file read by a worker, whose batches land as they come. */
function readParts(
  pool: Pool,
  input: CaptureInput,
  landing: Landing,
  compression: MessageCompression,
): Promise<SourceEnd> {
  const { file, head, recognised, request } = input;
  const format = recognised.format.id;
  return pool.read(
    {
      path: file.path,
      more: file.more,
      member: 'member' in file ? file.member : null,
      rest: 'member' in file ? file.rest : undefined,
      bytes: file.bytes,
      isRandom: isRandom(input.content),
      compression: head.compression,
      encoding: head.encoding,
      format,
      blockSize: input.blockSize,
      head: head.bytes,
    },
    {
      format,
      options: readerOptions(input),
      symbols: request.symbols ?? [],
      manifests: request.manifests ?? [],
    },
    {
      batch: (worker, batch, landed) => {
        compression.see(batch);
        landing.batch(worker, batch, landed);
      },
      summary: summary => landing.summary(summary),
      progress: read => input.progress(read, rowsOf(landing)),
    },
  );
}

/** Writes what is known of the capture once all its rows have landed: its record, its problems, and the passes it owes. */
async function record(
  connection: Connection,
  input: CaptureInput,
  landing: Landing,
  end: SourceEnd,
  { id, names }: { readonly id: number; readonly names: CaptureNames },
): Promise<KnownCapture> {
  const { file, request, former } = input;
  const span = await spanOf(connection, landing, id);
  leaveOutImpossible(landing, span);
  const { clock, offsets } = align(landing.clock, request, landing.first, landing.last);
  const counted = ledger(landing, input, end);
  const replaced = counted.status === 'failed' ? null : former;
  const name = replaced?.name ?? names.freeName(file.path);
  const content = { bytes: end.bytes, sha256: end.sha256, ...endsIn(input, end) };
  await insert(connection, 'capture', [
    {
      ...identity(input, id, name, content),
      ...counted,
      ...stated(landing),
      ...clockColumns(clock),
      first_ts: span.first,
      last_ts: span.last,
      rows: JSON.stringify(countedRows(landing)),
      imported_ns: BigInt(Date.now()) * 1_000_000n,
    },
  ]);
  await insert(connection, 'problem', problemRows(landing, id));
  const drift = replaced ? replaced.clock.facts.drift : null;
  const owed = owedBy(id, { rows: landing.rows, symbols: request.symbols ?? [], drift });
  const moves = [...landing.moves.flatMap(move => movePart(id, move)), ...addOffsets(id, offsets)];
  await run(connection, [
    ...(counted.status === 'failed' ? [] : [insertOwed(owed)]),
    ...(moves.length > 0 ? [...moves, updateSpan(id)] : []),
    ...(replaced ? [...replaceCapture(replaced.id, id), ...removal(replaced.id)] : []),
  ]);
  return { id, name, path: file.path, status: counted.status, ...content };
}

async function run(connection: Connection, statements: Iterable<string>): Promise<void> {
  for (const statement of statements) await duckdb.query(connection, statement);
}

const stage = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  traced({ category: 'import', name }, work);

/** The time range of the rows; reports rows that are dated far from all others. */
async function spanOf(connection: Connection, landing: Landing, id: number) {
  const { first, last, clock } = landing;
  if (landing.impossible === 0 && !(last - first > farAway))
    return { first: integer(first), last: integer(last) };
  const result = await readColumns(connection, `SELECT * FROM (${selectSpan(id)})`);
  const wide = (column: string) => result.wides(column)[0] ?? 0n;
  const count = Number(wide('n'));
  if (count > 0) {
    const day = (ts: bigint) => iso((clock?.zero ?? 0n) + ts).slice(0, 10);
    const [from, to] = [day(wide('least')), day(wide('most'))];
    const dates = from === to ? from : `from ${from} to ${to}`;
    landing.note(
      'far-away-times',
      'warning',
      `${count === 1 ? 'A row is' : `${count} rows are`} dated ${dates}, far from all others: stored, but left out of the span of the capture.`,
      { count, line: wide('line') === nullWide ? -1 : Number(wide('line')) },
    );
  }
  const bound = (column: string) => (wide(column) === nullWide ? null : wide(column));
  return { first: bound('a'), last: bound('b') };
}

/** Reports times that cannot be stored, and a start that cannot be shown. */
function leaveOutImpossible(landing: Landing, span: { first: bigint | null; last: bigint | null }): void {
  if (landing.impossible > 0) {
    landing.note(
      'times-impossible',
      'warning',
      `${landing.impossible} times or durations are beyond what a clock can show: they are stored as unknown, and those of metrics as the last possible ones.`,
      { count: landing.impossible },
    );
    landing.first = span.first === null ? Number.NaN : Number(span.first);
    landing.last = span.last === null ? Number.NaN : Number(span.last);
  }
  const { clock } = landing;
  if (clock && !isPossibleStart(clock.zero, clock.utcOffset)) {
    landing.note(
      'start-impossible',
      'warning',
      'The start that the file states is beyond what a clock can show: the capture has no place in time.',
    );
    landing.clock = { ...clock, zero: 0n, utcOffset: null };
  }
}

/** True if several positions can be read at once: the content is on disk, or uncompressed in an archive on disk. */
const isRandom = (content: Content): boolean => content.kind === 'bytes' && content.bytes.origin !== null;

function endsIn({ content }: CaptureInput, { bytes, ends }: SourceEnd): Ends {
  if (content.kind === 'bytes') return endsOf(content.bytes, bytes);
  return ends ?? { headSha256: null, tailSha256: null };
}

/** Sentence that says how the file changed while it was read; null if it did not. */
function changeOf(file: FoundFile | FoundMember): string | null {
  const { path, more = [], bytes, modified } = 'archive' in file ? file.archive : file;
  let size = 0n;
  let newest = 0n;
  for (const each of [path, ...more]) {
    const now = statSync(systemPath(each), { bigint: true, throwIfNoEntry: false });
    // A file that was removed while it was open has been read to its end all the same.
    if (now === undefined) return null;
    size += now.size;
    if (now.mtimeNs > newest) newest = now.mtimeNs;
  }
  // Files of the kernel have no size, and the current time.
  if (size === 0n && bytes === 0) return null;
  const change =
    size < bytes
      ? `It shrank from ${bytes} to ${size} bytes`
      : size > bytes
        ? `It grew from ${bytes} to ${size} bytes`
        : newest === modified
          ? null
          : 'It was written to';
  return change && `${change} while it was read: import it again when it is complete.`;
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

function identity({ file, recognised }: CaptureInput, id: number, name: string, content: KnownContent) {
  return {
    id,
    name,
    path: file.path,
    format: recognised.format.id,
    format_version: recognised.format.version,
    confidence: recognised.confidence,
    sha256: content.sha256,
    head_sha256: content.headSha256,
    tail_sha256: content.tailSha256,
    bytes: BigInt(content.bytes),
    modified_ns: file.modified,
    unit: recognised.format.unit,
  };
}

function ledger(landing: Landing, { file, recognised, alike }: CaptureInput, end: SourceEnd) {
  const { failure, problems } = landing;
  const accounted = landing.used + landing.blank + landing.skipped;
  if (!failure && accounted !== landing.size)
    landing.note(
      'ledger-open',
      'error',
      `The reader accounts for ${accounted} of ${landing.size}: a fault of the program.`,
    );
  if (failure?.kind === 'crash')
    landing.note(
      failure.code,
      'error',
      'The reader failed, which is a fault of the program: nothing of the file was kept. Report it with the lines shown here, which say where.',
      { example: failure.stack },
    );
  if (recognised.others.length > 0) {
    const titles = recognised.others.map(({ title }) => title).join(', ');
    landing.note(
      'other-format-possible',
      'notice',
      `It may also be ${titles}: if so, import it with that format.`,
    );
  }
  const change = changeOf(file);
  if (change) landing.note('file-changed', 'warning', change);
  if (alike)
    landing.note(
      'alike',
      'notice',
      `It begins with all of capture ${alike.id} (${alike.name}), which is another file: both are kept, and their common rows count twice.`,
    );
  if (end.cut) landing.note('packed-data-cut', 'error', end.cut);
  if (end.odd) landing.note('packed-data-odd', 'warning', end.odd);
  const why = end.cut ?? change ?? cutOf(landing);
  const isEmpty = rowsOf(landing) === 0;
  const status: CaptureStatus =
    failure?.kind === 'crash' ? 'failed' : failure || why ? 'partial' : isEmpty ? 'empty' : 'complete';
  const where =
    failure && failure.line >= 0 ? ` (line ${failure.line})` : failure ? ` (byte ${failure.offset})` : '';
  const reason = failure
    ? failure.kind === 'crash'
      ? `The reader failed: ${failure.message}`
      : `${failure.message}${where}`
    : (why ?? (isEmpty ? 'Nothing was read from it that a question could be asked of.' : null));
  return {
    status,
    reason,
    size: BigInt(landing.size),
    used: BigInt(landing.used),
    blank: BigInt(landing.blank),
    skipped: BigInt(landing.skipped),
    problems: BigInt([...problems.values()].reduce((sum, { count }) => sum + count, 0)),
  };
}

/** Problems of readers that say that a file has less than its own header states, or ends within its document. */
const cuts = ['cut-off', 'buffers-missing', 'document-cut'] as const;

/** Sentence that says how the file was cut off; null if it was not. */
function cutOf({ problems }: Landing): string | null {
  for (const code of cuts) {
    const message = problems.get(code)?.examples[0]?.message;
    if (message !== undefined) return message;
  }
  return null;
}

/** The facts that the capture states. */
function stated({ facts }: Landing) {
  const { host, os, arch, cpus, command, frequency, other } = facts;
  return {
    host: host ?? null,
    os: os ?? null,
    arch: arch ?? null,
    cpus: cpus ?? null,
    command: command ?? null,
    facts: JSON.stringify({ ...other, ...(frequency ? { frequency } : {}) }),
  };
}

function problemRows(landing: Landing, capture: number): Record<string, SqlValue>[] {
  return [...landing.problems].flatMap(([code, { severity, count, examples }]) =>
    examples.map((example, i) => ({
      capture,
      code,
      severity,
      line: example.line < 0 ? null : BigInt(example.line),
      offset: BigInt(example.offset),
      message: example.message,
      example: example.example,
      count: BigInt(i === 0 ? count : 0),
    })),
  );
}

/** Statements that move the events of a part. */
function movePart(capture: number, { from, to, by }: PartMove): string[] {
  return eventTables.map(
    table =>
      `UPDATE ${table} SET ts = ts + ${by} WHERE line BETWEEN ${from} AND ${to} AND ${ofCapture(table, capture)}`,
  );
}

/** Inserts a row given by column names; other columns are null. */
async function insert(
  connection: Connection,
  table: 'capture' | 'problem',
  rows: readonly Record<string, SqlValue>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = sqlColumns(table).map(column => column.name);
  const values = rows.map(() => `(${columns.map(() => '?').join(', ')})`);
  await readColumns(
    connection,
    `INSERT INTO ${table} (${columns.map(quoted).join(', ')}) VALUES ${values.join(', ')}`,
    rows.flatMap(row => columns.map(column => row[column] ?? null)),
  );
}

/** Rows per table. Tables without rows are left out, so that a derivation may make rows for them. */
const countedRows = ({ rows }: Landing) => Object.fromEntries(Object.entries(rows).filter(([, n]) => n > 0));

const rowsOf = (landing: Landing): number => Object.values(landing.rows).reduce((sum, rows) => sum + rows, 0);
const integer = (value: number): bigint | null => (Number.isNaN(value) ? null : BigInt(value));
