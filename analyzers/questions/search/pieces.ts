/**
 * Searches one time range (piece) after another, in the order of the list, so that the first hits arrive long before all has been
 * searched. Each piece is a question of its own, so that a client stops a search by not asking for the next piece.
 */

import { type Ask, AskError, type Scope } from '../../contract.ts';
import type { EventsInScope } from '../../events/in-scope.ts';
import type { CaptureFact } from '../../kit/catalog.ts';
import { earlier, later, spanOf, zeroOf } from '../../time/span.ts';

/** Approximate time of one answer, ms. */
const budget = 120;
/**
 * The first piece is this fraction of all time; the next ones are sized to take half the budget, but none is smaller: where every query takes longer than
 * the budget, as on a busy machine, pieces halved without end would never reach the end of the time.
 */
const firstPart = 512n;

/** Position to continue from: a time, and the number of hits of exactly that time to skip. `null`: among events without a time. */
export interface Cursor {
  readonly at: bigint | null;
  /** ns */
  readonly width: bigint;
  readonly skip: number;
}

export interface Piece {
  /** Row ids. */
  readonly ids: Int32Array;
  /** null if everything has been searched. */
  readonly next: string | null;
  /** Share of the time in scope that has been searched, 0 to 1. */
  readonly searched: number;
}

export const start = 'start';

const printed = ({ at, width, skip }: Cursor): string => `${at ?? 'timeless'}:${width}:${skip}`;

function parsed(text: string): Cursor | null {
  if (text === start) return null;
  const found = /^(-?\d{1,20}|timeless):(\d{1,20}):(\d{1,9})$/.exec(text);
  if (!found)
    throw new AskError('bad-parameter', `"${text}" is not a position from which a search can continue.`);
  return {
    at: found[1] === 'timeless' ? null : BigInt(found[1]!),
    width: BigInt(found[2]!),
    skip: Number(found[3]),
  };
}

/** @param after {@link start}, or `next` of the previous piece */
export async function nextPiece(
  ask: Ask,
  scope: Scope,
  within: EventsInScope,
  newest: boolean,
  after: string,
  limit: number,
): Promise<Piece> {
  const span = await spanOf(ask, scope, 1);
  const [from, to] = [span.from, span.from + span.width];
  let cursor = parsed(after) ?? { at: newest ? to : from, width: span.width / firstPart + 1n, skip: 0 };
  const ids: number[] = [];
  const until = Date.now() + budget;
  const share = (at: bigint | null): number =>
    at === null ? 1 : Number(((newest ? to - at : at - from) * 10_000n) / span.width) / 10_000;
  while (cursor.at !== null) {
    const [low, high] = newest
      ? [cursor.at - cursor.width, cursor.at]
      : [cursor.at, cursor.at + cursor.width];
    const began = Date.now();
    const found = await hits(
      ask,
      within,
      rangeSql(within, low, high),
      newest,
      limit - ids.length,
      cursor.skip,
    );
    ids.push(...found.ids);
    if (ids.length >= limit)
      return { ids: Int32Array.from(ids), ...positionAfter(found.times, cursor, newest, share) };
    const took = Date.now() - began;
    const least = span.width / firstPart + 1n;
    const half = cursor.width / 2n > least ? cursor.width / 2n : least;
    const width: bigint = took * 2 < budget / 2 ? cursor.width * 2n : took > budget ? half : cursor.width;
    const at = newest ? low : high;
    cursor = { at: (newest ? at <= from : at >= to) ? null : at, width, skip: 0 };
    if (Date.now() >= until)
      return { ids: Int32Array.from(ids), next: printed(cursor), searched: share(cursor.at) };
  }
  const hasTime = scope.from !== undefined || scope.to !== undefined;
  if (hasTime) return { ids: Int32Array.from(ids), next: null, searched: 1 };
  const found = await hits(ask, within, `${within.time} IS NULL`, newest, limit - ids.length, cursor.skip);
  ids.push(...found.ids);
  const next = ids.length < limit ? null : printed({ ...cursor, skip: cursor.skip + found.ids.length });
  return { ids: Int32Array.from(ids), next, searched: 1 };
}

/** The position after the last hit, which skips the hits of the same time that were already returned. */
function positionAfter(
  times: BigInt64Array,
  before: Cursor,
  newest: boolean,
  share: (at: bigint) => number,
): { next: string; searched: number } {
  const last = times.at(-1)!;
  let same = 0;
  while (same < times.length && times[times.length - 1 - same] === last) same++;
  const at = newest ? last + 1n : last;
  const skip = same === times.length && before.at === at ? before.skip + same : same;
  return { next: printed({ at, width: before.width, skip }), searched: share(last) };
}

async function hits(
  ask: Ask,
  { where, params, time }: EventsInScope,
  range: string,
  newest: boolean,
  limit: number,
  skip: number,
): Promise<{ ids: Int32Array; times: BigInt64Array }> {
  const direction = newest ? 'DESC' : 'ASC';
  const order = [time, 's.capture', 's.line', 's.id']
    .map(each => `${each} ${direction} NULLS LAST`)
    .join(', ');
  const result = await ask.query.columns(
    `SELECT s.id::INTEGER AS id, ${time} AS "time" FROM event s WHERE ${range} AND ${where}
     ORDER BY ${order} LIMIT ${limit} OFFSET ${skip}`,
    params,
    ask.cancel,
  );
  return { ids: result.ints('id'), times: result.wides('time') };
}

/** Constant bounds on `ts` let DuckDB skip blocks. */
function rangeSql({ captures }: EventsInScope, from: bigint, to: bigint): string {
  const placed: readonly CaptureFact[] = captures.some(each => each.utcZero !== null)
    ? captures.filter(each => each.utcZero !== null)
    : captures;
  if (placed.length === 0) return 'false';
  const zeros = placed.map(zeroOf);
  const [earliest, latest] = [zeros.reduce(earlier), zeros.reduce(later)];
  const bounds = `s.ts >= ${from - latest} AND s.ts < ${to - earliest}`;
  if (placed.length === 1) return `${bounds} AND s.capture = ${placed[0]!.id}`;
  const each = placed.map(
    (capture, at) =>
      `(s.capture = ${capture.id} AND s.ts >= ${from - zeros[at]!} AND s.ts < ${to - zeros[at]!})`,
  );
  return `${bounds} AND (${each.join(' OR ')})`;
}
