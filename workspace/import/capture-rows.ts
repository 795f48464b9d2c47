/** The rows that describe a capture: of the tables `capture`, `problem` and `owed`. */
import { statSync } from 'node:fs';
import duckdb, { type Connection } from '@duckdb/node-bindings';
import { align } from '../clocks/clock.ts';
import { readColumns } from '../database/results.ts';
import type { FoundMember } from '../files/archives/members.ts';
import type { FoundFile } from '../files/discover.ts';
import { systemPath } from '../files/paths.ts';
import { nullWide, type SqlValue } from '../query.ts';
import type { SourceEnd } from '../reading/source.ts';
import type { CaptureRecord, CaptureStatus } from '../store/captures.ts';
import { clockColumns } from '../store/clock-facts.ts';
import { eventTables } from '../store/events.ts';
import { insertOwed, type Owed, owedBy } from '../store/owed.ts';
import { ofCapture, name as quoted, sqlColumns } from '../store/schema.ts';
import { addOffsets, farAway, selectSpan, updateSpan } from '../store/spans.ts';
import { isPossibleStart } from '../store/time-bounds.ts';
import { iso } from '../time.ts';
import type { KnownCapture } from './known.ts';
import type { Landing, PartMove } from './land.ts';
import type { Recognised } from './recognise.ts';
import type { ImportRequest } from './request.ts';

/** What a capture is read from, and why so. */
export interface ReadFile {
  readonly file: FoundFile | FoundMember;
  readonly recognised: Recognised;
  readonly request: ImportRequest;
  /** A capture that this one replaces, with its id and name, unless reading fails. */
  readonly former: Pick<CaptureRecord, 'id' | 'name' | 'clock'> | null;
  /** A capture of another file, with which this one begins; null if there is none. */
  readonly alike: Pick<CaptureRecord, 'id' | 'name'> | null;
}

/** A file whose rows are stored. */
interface StoredFile {
  readonly known: KnownCapture;
  readonly read: ReadFile;
  readonly end: SourceEnd;
  /** See {@link changeOf}. */
  readonly change: string | null;
}

type Row = Readonly<Record<string, SqlValue>>;

export interface Description {
  readonly status: CaptureStatus;
  readonly capture: Row;
  readonly problems: readonly Row[];
  readonly owed: readonly Owed[];
  /** Statements that change the capture's rows once it is described. */
  readonly changes: readonly string[];
}

/** Makes the rows that describe a capture, whose own rows are stored. */
export async function describe(
  connection: Connection,
  landing: Landing,
  { known, read, end, change }: StoredFile,
): Promise<Description> {
  const { id } = known;
  const { request, former } = read;
  const span = await spanOf(connection, landing, id);
  leaveOutImpossible(landing, span);
  const { clock, offsets } = align(landing.clock, request, landing.first, landing.last);
  const counted = ledger(landing, read, end, change);
  const drift = counted.status === 'failed' ? null : (former?.clock.facts.drift ?? null);
  return {
    status: counted.status,
    capture: {
      ...identity(read, known),
      modified_ns: read.file.modified,
      ...counted,
      ...stated(landing),
      ...clockColumns(clock),
      first_ts: span.first,
      last_ts: span.last,
      rows: JSON.stringify(countedRows(landing)),
      imported_ns: BigInt(Date.now()) * 1_000_000n,
    },
    problems: problemRows(landing, id),
    owed:
      counted.status === 'failed'
        ? []
        : owedBy(id, { rows: landing.rows, symbols: request.symbols ?? [], drift }),
    changes: withSpan(id, [...landing.moves.flatMap(move => movePart(id, move)), ...addOffsets(id, offsets)]),
  };
}

const withSpan = (id: number, moves: readonly string[]): readonly string[] =>
  moves.length > 0 ? [...moves, updateSpan(id)] : [];

export async function writeDescriptions(
  connection: Connection,
  described: readonly Description[],
): Promise<void> {
  await insert(
    connection,
    'capture',
    described.map(({ capture }) => capture),
  );
  await insert(
    connection,
    'problem',
    described.flatMap(({ problems }) => problems),
  );
  const owed = described.flatMap(each => each.owed);
  if (owed.length > 0) await duckdb.query(connection, insertOwed(owed));
  for (const { changes } of described)
    for (const statement of changes) await duckdb.query(connection, statement);
}

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

/** Sentence that says how the file changed while it was read; null if it did not. */
export function changeOf(file: FoundFile | FoundMember): string | null {
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

function identity({ recognised }: ReadFile, { id, name, path, ...content }: KnownCapture) {
  return {
    id,
    name,
    path,
    format: recognised.format.id,
    format_version: recognised.format.version,
    confidence: recognised.confidence,
    sha256: content.sha256,
    head_sha256: content.headSha256,
    tail_sha256: content.tailSha256,
    bytes: BigInt(content.bytes),
    unit: recognised.format.unit,
  };
}

function ledger(landing: Landing, { recognised, alike }: ReadFile, end: SourceEnd, change: string | null) {
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
  const isEmpty = landing.rowCount === 0;
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

function problemRows(landing: Landing, capture: number): Row[] {
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

/** Inserts rows given by column names; other columns are null. */
async function insert(
  connection: Connection,
  table: 'capture' | 'problem',
  rows: readonly Row[],
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

const integer = (value: number): bigint | null => (Number.isNaN(value) ? null : BigInt(value));
