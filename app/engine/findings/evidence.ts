/** Evidence: a question as asked, the rows of its answer, and the captures that it can come from. */
import type { AnswerColumn, AnswerData, Ask, Scope, Shape } from '../../../analyzers/contract.ts';
import { Digest } from '../../../analyzers/findings/digest.ts';
import {
  type EvidenceRequest,
  type Fingerprint,
  maxCharacters,
  maxDigested,
  type StoredAnswer,
  type StoredCell,
} from '../../../analyzers/findings/finding.ts';
import { roomFor, storedRows } from '../../../analyzers/findings/stored.ts';
import { fingerprintOf } from '../../../workspace/findings/fingerprint.ts';
import { type CaptureRecord, span } from '../../../workspace/store/captures.ts';
import { type HeldAnswer, heldAnswer } from '../held.ts';
import { paramValues } from '../params.ts';
import { analyzerOf } from '../questions.ts';

/** Rows read at a time for the digest. */
const blockRows = 16_384;

/** From the ids of captures here to their ids where the evidence was taken. */
export type CaptureIds = ReadonlyMap<number, number>;

export interface Taken {
  readonly shape: Shape;
  readonly answer: StoredAnswer;
}

/**
 * Asks a question and keeps rows of the answer.
 *
 * @param ids capture ids to replace in the kept rows
 * @param former the answer to compare with: if it lacks rows, no more rows are kept than it has
 */
export async function take(
  ask: Ask,
  { question, params, scope, arrangement, rows }: EvidenceRequest,
  ids: CaptureIds = new Map(),
  former: StoredAnswer | null = null,
): Promise<Taken> {
  const analyzer = analyzerOf(question);
  const answer = heldAnswer(await analyzer.answer(ask, paramValues(analyzer, params), scope));
  const { columns, notes, whole = null, grid = null, sparklines = null } = answer.answer;
  const room = roomFor(columns.length);
  const hadAll = former === null || (former.offset === 0 && former.rows.length === former.total);
  const offset = rows?.offset ?? 0;
  const limit = Math.min(rows?.limit ?? room, hadAll ? room : former.rows.length, room);
  const page = await answer.page(ask, { ...arrangement, offset, limit });
  const keptRows = storedRows(withCaptureIds(columns, page.data, ids), page.rows);
  return {
    shape: analyzer.shape,
    answer: {
      columns,
      rows: former === null ? withinCharacters(keptRows) : keptRows,
      offset,
      total: page.total,
      digest: await digestOf(ask, answer, arrangement.filter, page.total, ids),
      notes,
      whole,
      grid,
      sparklines,
    },
  };
}

async function digestOf(
  ask: Ask,
  answer: HeldAnswer,
  filter: string | undefined,
  total: number,
  ids: CaptureIds,
): Promise<string | null> {
  if (total > maxDigested) return null;
  const { columns } = answer.answer;
  const digest = new Digest(columns);
  for (let offset = 0; offset < total; ) {
    const page = await answer.page(ask, {
      ...(filter !== undefined && { filter }),
      offset,
      limit: blockRows,
    });
    if (page.rows === 0) break;
    digest.add(withCaptureIds(columns, page.data, ids), page.rows);
    offset += page.rows;
  }
  return digest.text;
}

function withCaptureIds(
  columns: readonly AnswerColumn[],
  data: readonly AnswerData[],
  ids: CaptureIds,
): readonly AnswerData[] {
  if ([...ids].every(([from, to]) => from === to)) return data;
  return data.map((values, column) =>
    columns[column]?.refers === 'capture' && values instanceof Float64Array
      ? values.map(id => ids.get(id) ?? id)
      : values,
  );
}

/** The first rows whose texts fit into `maxCharacters`; at least one row. */
function withinCharacters(rows: readonly StoredCell[][]): readonly StoredCell[][] {
  let length = 0;
  const end = rows.findIndex((row, at) => {
    for (const cell of row) length += typeof cell === 'string' ? cell.length : 8;
    return at > 0 && length > maxCharacters;
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** Captures that an answer can come from: those in scope that have rows the question needs. */
export function sourcesOf(
  question: string,
  { captures, from, to }: Scope,
  records: readonly CaptureRecord[],
): readonly Fingerprint[] {
  const { needs } = analyzerOf(question);
  const possible = records.filter(
    ({ id, rows }) =>
      (captures?.includes(id) ?? true) && (needs.length === 0 || needs.some(table => (rows[table] ?? 0) > 0)),
  );
  const aligned = possible.flatMap(record => {
    const interval = span(record);
    return interval ? [{ record, within: interval }] : [];
  });
  // If no capture is aligned, the range is on the captures' own clock.
  if ((from === undefined && to === undefined) || aligned.length === 0) return possible.map(fingerprintOf);
  return aligned
    .filter(
      ({ within }) => (from === undefined || within.to >= from) && (to === undefined || within.from < to),
    )
    .map(({ record }) => fingerprintOf(record));
}
