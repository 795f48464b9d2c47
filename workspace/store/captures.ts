/** Reads captures and problems back from their tables. */
import { rowTables } from '../../parsers/tables.ts';
import type { Query } from '../query.ts';
import { type CaptureClock, clockFromJson, factsOf } from './clock-facts.ts';
import { byCapture, lacking, type Owed, readOwed } from './owed.ts';
import { name, sqlColumns } from './schema.ts';

/** `empty`: read to its end, without a row. */
export type CaptureStatus = 'complete' | 'partial' | 'empty' | 'failed';

/** One row of the table `capture`. Times are bigint ns, sizes numbers. */
export interface CaptureRecord {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly format: string;
  readonly formatVersion: number;
  /** `maybe`, `likely`, `yes` or `forced`. */
  readonly confidence: string;
  readonly sha256: string | null;
  /** Hashes of the file's first and last bytes: see `import/known.ts`. */
  readonly headSha256: string | null;
  readonly tailSha256: string | null;
  readonly bytes: number;
  readonly modified: bigint | null;
  readonly status: CaptureStatus;
  readonly reason: string | null;
  readonly unit: 'lines' | 'bytes';
  readonly size: number;
  readonly used: number;
  readonly blank: number;
  readonly skipped: number;
  readonly problems: number;
  readonly host: string | null;
  readonly os: string | null;
  readonly arch: string | null;
  readonly cpus: number | null;
  readonly command: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly clock: CaptureClock;
  /** The clock before the user first changed it; null if it was not changed. */
  readonly clockAsRead: CaptureClock | null;
  /** True if part of the clock is assumed. */
  readonly clockGuess: boolean;
  /** Maximum error of its times, ns; null if unknown. */
  readonly clockError: number | null;
  readonly firstTs: bigint | null;
  readonly lastTs: bigint | null;
  /** Rows per table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly imported: bigint;
}

export interface ProblemRecord {
  readonly capture: number;
  readonly code: string;
  readonly severity: string;
  readonly line: number | null;
  readonly offset: number;
  readonly message: string;
  readonly example: string | null;
  readonly count: number;
}

/** Epoch ns of a capture's first and last row; null if it is unaligned or has no row with a time. */
export function span(capture: CaptureRecord): { readonly from: bigint; readonly to: bigint } | null {
  const { clock, firstTs, lastTs } = capture;
  if (clock.utcOffset === null || firstTs === null || lastTs === null) return null;
  const zero = clock.zero + clock.utcOffset;
  return { from: zero + firstTs, to: zero + lastTs };
}

/** True if it was read as a table, whose column types the user may correct. */
export const isTableCapture = ({ format, facts }: CaptureRecord): boolean =>
  format === 'table' || facts.table !== undefined;

/** 64-bit columns are read as text: there are few rows, and no sentinel is needed for null. */
export async function readCaptures(query: Query): Promise<readonly CaptureRecord[]> {
  const rows = await readRecords(query, 'capture', '');
  const owed = byCapture(await readOwed(query));
  return rows
    .map(captureOf)
    .sort((a, b) => a.id - b.id)
    .map(capture => withoutOwed(capture, owed.get(capture.id) ?? []));
}

/** A capture is partial until nothing is owed. */
function withoutOwed(capture: CaptureRecord, owed: readonly Owed[]): CaptureRecord {
  const missing = lacking(owed);
  if (missing === null || capture.status === 'failed') return capture;
  const reason = `${missing}: done at the end of the import, or when the workspace is opened again.`;
  return {
    ...capture,
    status: 'partial',
    reason: capture.reason === null ? reason : `${capture.reason} Also: ${reason}`,
  };
}

function captureOf(row: TextRow): CaptureRecord {
  return {
    id: Number(row.id),
    name: row.name as string,
    path: row.path as string,
    format: row.format as string,
    formatVersion: Number(row.format_version),
    confidence: row.confidence as string,
    sha256: row.sha256 ?? null,
    headSha256: row.head_sha256 ?? null,
    tailSha256: row.tail_sha256 ?? null,
    bytes: Number(row.bytes),
    modified: wide(row.modified_ns),
    status: row.status as CaptureStatus,
    reason: row.reason ?? null,
    unit: row.unit as 'lines' | 'bytes',
    size: Number(row.size),
    used: Number(row.used),
    blank: Number(row.blank),
    skipped: Number(row.skipped),
    problems: Number(row.problems),
    host: row.host ?? null,
    os: row.os ?? null,
    arch: row.arch ?? null,
    cpus: number(row.cpus),
    command: row.command ?? null,
    facts: JSON.parse(row.facts as string) as Record<string, unknown>,
    clock: {
      domain: row.clock_domain as CaptureClock['domain'],
      zero: BigInt(row.zero_ns as string),
      utcOffset: wide(row.utc_offset_ns),
      zone: row.zone ?? null,
      facts: factsOf(row),
    },
    clockAsRead: row.clock_as_read == null ? null : clockFromJson(row.clock_as_read),
    clockGuess: row.clock_guess === 'true',
    clockError: number(row.clock_error_ns),
    firstTs: wide(row.first_ts),
    lastTs: wide(row.last_ts),
    rows: JSON.parse(row.rows as string) as Record<string, number>,
    imported: BigInt(row.imported_ns as string),
  };
}

/** Number of rows per table, summed over the captures. */
export function rowsIn(captures: readonly CaptureRecord[]): Readonly<Record<string, number>> {
  const total: Record<string, number> = Object.fromEntries(rowTables.map(table => [table, 0]));
  for (const capture of captures)
    for (const [table, rows] of Object.entries(capture.rows)) total[table] = (total[table] ?? 0) + rows;
  return total;
}

/** Problems in the order found, per capture. */
export async function readProblems(query: Query, capture?: number): Promise<readonly ProblemRecord[]> {
  const where = capture === undefined ? '' : `WHERE problem.capture = ${Math.trunc(capture)}`;
  const rows = await readRecords(query, 'problem', `${where} ORDER BY problem.capture, rowid`);
  return rows.map(row => ({
    capture: Number(row.capture),
    code: row.code as string,
    severity: row.severity as string,
    line: number(row.line),
    offset: Number(row.offset),
    message: row.message as string,
    example: row.example ?? null,
    count: Number(row.count),
  }));
}

/** Every value as text. */
type TextRow = Readonly<Record<string, string | null>>;

/** Each row is read as one JSON array, in half the time that its columns would take. */
async function readRecords(query: Query, table: 'capture' | 'problem', rest: string): Promise<TextRow[]> {
  const names = sqlColumns(table).map(column => column.name);
  const list = names.map(column => `${name(column)}::VARCHAR`).join(', ');
  const rows = await query.columns(`SELECT json_array(${list})::VARCHAR AS record FROM ${table} ${rest}`);
  return rows.texts('record').map(record => {
    const values = JSON.parse(record as string) as (string | null)[];
    return Object.fromEntries(names.map((column, at) => [column, values[at] ?? null]));
  });
}

const number = (value: string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);
const wide = (value: string | null | undefined): bigint | null =>
  value === null || value === undefined ? null : BigInt(value);
