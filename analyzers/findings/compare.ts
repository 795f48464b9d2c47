/**
 * Compares an answer with the stored one.
 *
 * Rows are compared as a multiset: their order does not count, because it is undefined for rows with equal sort keys.
 * Columns of ids that hold only within one answer (nodes of trees) or only until the workspace changes (`template/34`) are
 * left out, as are notes. Numbers are compared as printed with {@link printedDigits} digits: the threads of DuckDB add up in
 * any order, which changes the last bits of a sum.
 */

import type { AnswerColumn } from '../contract.ts';
import { counted } from '../kit/answer.ts';
import {
  type Difference,
  maxListed,
  type RowDifference,
  type StoredAnswer,
  type StoredCell,
} from './finding.ts';

/** Significant digits of a number that is not whole. A double has 15 to 17. */
export const printedDigits = 12;

/** Text of a cell, for comparing and for printing a difference. */
export function printed(cell: StoredCell): string {
  if (cell === null) return '–';
  if (typeof cell !== 'number' || Number.isInteger(cell)) return String(cell);
  return String(Number(cell.toPrecision(printedDigits)));
}

/** True for columns of ids that hold only within one answer, or only until the workspace changes. */
function isTemporaryId({ name, kind, refers }: AnswerColumn, isTree: boolean): boolean {
  return (
    refers === 'node' ||
    refers === 'signal' ||
    (isTree && kind === 'integer' && (name === 'id' || name === 'parent'))
  );
}

/** Indexes of the columns that are compared: all but those of such ids. */
export function comparedColumns(columns: readonly AnswerColumn[]): readonly number[] {
  const isTree = columns.some(({ refers }) => refers === 'node');
  return columns.flatMap((column, at) => (isTemporaryId(column, isTree) ? [] : [at]));
}

/** True for columns that name a row, as opposed to its measured values. */
const isName = ({ kind, refers }: AnswerColumn): boolean =>
  kind === 'text' || kind === 'code' || kind === 'time' || (refers !== undefined && kind !== 'sparkline');

/** Difference of `now` from `before`; null if there is none. */
export function difference(before: StoredAnswer, now: StoredAnswer): Difference | null {
  const names = ({ columns }: StoredAnswer) => comparedColumns(columns).map(at => columns[at]!.name);
  const [columnsBefore, columnsNow] = [names(before), names(now)];
  const columns = [
    ...columnsBefore.filter(each => !columnsNow.includes(each)),
    ...columnsNow.filter(each => !columnsBefore.includes(each)),
  ];
  const isSameDigest = before.digest !== null && before.digest === now.digest;
  const facts = [
    ...fact('rows in all', before.total, now.total),
    ...fact(
      before.whole?.unit ?? now.whole?.unit ?? 'whole',
      before.whole?.amount ?? null,
      now.whole?.amount ?? null,
    ),
  ];
  if (isSameDigest && facts.length === 0 && columns.length === 0) return null;
  const rows = isSameDigest ? noRows : compareRows(before, now);
  const onlyDigestsDiffer =
    digestsDiffer(before, now) && !rows.isDifferent && columns.length === 0 && before.total === now.total;
  if (onlyDigestsDiffer)
    facts.push({
      what: 'rows not stored with the finding',
      before: 'earlier values',
      now: 'different values',
    });
  const { added, gone, changed, listed } = rows;
  if (columns.length + facts.length === 0 && !rows.isDifferent) return null;
  const parts = [
    ...(changed > 0 ? [`${amount(changed)} changed`] : []),
    ...(added > 0 ? [`${amount(added)} added`] : []),
    ...(gone > 0 ? [`${amount(gone)} gone`] : []),
    ...(columns.length > 0 ? [`columns added or removed: ${columns.join(', ')}`] : []),
    ...facts.map(({ what, before, now }) => `${what}: ${now} instead of ${before}`),
  ];
  return { summary: `${parts.join('; ')}.`, columns, added, gone, changed, rows: listed, facts };
}

interface RowComparison {
  readonly isDifferent: boolean;
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  readonly listed: readonly RowDifference[];
}

const noRows: RowComparison = { isDifferent: false, added: 0, gone: 0, changed: 0, listed: [] };

const digestsDiffer = (before: StoredAnswer, now: StoredAnswer): boolean =>
  before.digest !== null && now.digest !== null && before.digest !== now.digest;

const amount = (rows: number): string => `${counted(rows)} ${rows === 1 ? 'row' : 'rows'}`;

function fact(what: string, before: number | null, now: number | null): Difference['facts'][number][] {
  const [one, other] = [printed(before), printed(now)];
  return one === other ? [] : [{ what, before: one, now: other }];
}

type Row = readonly StoredCell[];

function compareRows(before: StoredAnswer, now: StoredAnswer): RowComparison {
  const common = comparedColumns(before.columns).flatMap(at => {
    const column = before.columns[at]!;
    const atNow = now.columns.findIndex(({ name }) => name === column.name);
    return atNow < 0 ? [] : [{ column, before: at, now: atNow }];
  });
  const textOf = (side: 'before' | 'now', only: (column: AnswerColumn) => boolean) => {
    const places = common.filter(({ column }) => only(column)).map(each => each[side]);
    return (row: Row) => JSON.stringify(places.map(at => printed(row[at] ?? null)));
  };
  const [gone, added] = paired(
    before.rows,
    textOf('before', everyColumn),
    now.rows,
    textOf('now', everyColumn),
  ).left;
  const { pairs, left } = paired(gone, textOf('before', isName), added, textOf('now', isName));
  const nameOf = (side: 'before' | 'now', row: Row) =>
    common
      .filter(({ column }) => isName(column) && column.kind !== 'time')
      .map(each => printed(row[each[side]] ?? null))
      .filter(text => text !== '–')
      .join(' · ');
  const listed: RowDifference[] = [
    ...pairs.slice(0, maxListed).map(([rowBefore, rowNow]) => ({
      kind: 'changed' as const,
      name: nameOf('before', rowBefore),
      cells: common.flatMap(each => {
        const [one, other] = [printed(rowBefore[each.before] ?? null), printed(rowNow[each.now] ?? null)];
        return one === other ? [] : [{ column: each.column.name, before: one, now: other }];
      }),
    })),
    ...left[1]
      .slice(0, maxListed)
      .map(row => ({ kind: 'added' as const, name: nameOf('now', row), cells: [] })),
    ...left[0]
      .slice(0, maxListed)
      .map(row => ({ kind: 'gone' as const, name: nameOf('before', row), cells: [] })),
  ];
  return {
    isDifferent: gone.length + added.length > 0,
    changed: pairs.length,
    added: left[1].length,
    gone: left[0].length,
    listed,
  };
}

const everyColumn = (): boolean => true;

/** Pairs each row with one row of the other side that has the same text; the rows left over keep their order. */
function paired(
  one: readonly Row[],
  textOfOne: (row: Row) => string,
  other: readonly Row[],
  textOfOther: (row: Row) => string,
): { readonly pairs: readonly (readonly [Row, Row])[]; readonly left: readonly [Row[], Row[]] } {
  const unmatched = new Map<string, number[]>();
  one.forEach((row, at) => {
    const text = textOfOne(row);
    const places = unmatched.get(text);
    if (places) places.push(at);
    else unmatched.set(text, [at]);
  });
  // `pop` takes from the end in constant time, however many rows are equal.
  for (const places of unmatched.values()) places.reverse();
  const pairs: [Row, Row][] = [];
  const added: Row[] = [];
  for (const row of other) {
    const partner = unmatched.get(textOfOther(row))?.pop();
    if (partner === undefined) added.push(row);
    else pairs.push([one[partner]!, row]);
  }
  const rest = new Set([...unmatched.values()].flat());
  return { pairs, left: [one.filter((_, at) => rest.has(at)), added] };
}
