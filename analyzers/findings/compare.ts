/**
 * Compares an answer with the stored one.
 *
 * Rows are compared as a multiset: their order does not count, because rows with equal sort keys have none. Columns that number
 * rows within one answer (nodes of trees) or things within one state of a workspace (`template/34`) are left out, as are notes.
 * Numbers are compared as printed with {@link printedDigits} digits: the threads of DuckDB add up in any order, which changes the
 * last bits of a sum.
 */
import { counted } from '../answer.ts';
import type { AnswerColumn } from '../contract.ts';
import {
  type Difference,
  maxListed,
  type RowDifference,
  type StoredAnswer,
  type StoredCell,
} from './finding.ts';

/** Significant digits of a number that is not whole. A double has 15 to 17. */
export const printedDigits = 12;

/** A cell as it is compared, and as a difference prints it. */
export function printed(cell: StoredCell): string {
  if (cell === null) return '–';
  if (typeof cell !== 'number' || Number.isInteger(cell)) return String(cell);
  return String(Number(cell.toPrecision(printedDigits)));
}

/** True for columns that only number rows within one answer, or things within one state of a workspace. */
function isNumbering({ name, kind, refers }: AnswerColumn, isTree: boolean): boolean {
  return (
    refers === 'node' ||
    refers === 'signal' ||
    (isTree && kind === 'integer' && (name === 'id' || name === 'parent'))
  );
}

/** Indexes of the columns that are compared: all but numberings. */
export function comparedColumns(columns: readonly AnswerColumn[]): readonly number[] {
  const isTree = columns.some(({ refers }) => refers === 'node');
  return columns.flatMap((column, at) => (isNumbering(column, isTree) ? [] : [at]));
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
    digestsDiffer(before, now) && !rows.any && columns.length === 0 && before.total === now.total;
  if (onlyDigestsDiffer)
    facts.push({
      what: 'rows not stored with the finding',
      before: 'earlier values',
      now: 'different values',
    });
  const { added, gone, changed, listed } = rows;
  if (columns.length + facts.length === 0 && !rows.any) return null;
  const parts = [
    ...(changed > 0 ? [`${amount(changed)} changed`] : []),
    ...(added > 0 ? [`${amount(added)} added`] : []),
    ...(gone > 0 ? [`${amount(gone)} gone`] : []),
    ...(columns.length > 0 ? [`other columns: ${columns.join(', ')}`] : []),
    ...facts.map(({ what, before, now }) => `${what}: ${now} instead of ${before}`),
  ];
  return { summary: `${parts.join('; ')}.`, columns, added, gone, changed, rows: listed, facts };
}

interface RowsCompared {
  readonly any: boolean;
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  readonly listed: readonly RowDifference[];
}

const noRows: RowsCompared = { any: false, added: 0, gone: 0, changed: 0, listed: [] };

const digestsDiffer = (before: StoredAnswer, now: StoredAnswer): boolean =>
  before.digest !== null && now.digest !== null && before.digest !== now.digest;

const amount = (rows: number): string => `${counted(rows)} ${rows === 1 ? 'row' : 'rows'}`;

function fact(what: string, before: number | null, now: number | null): Difference['facts'][number][] {
  const [one, other] = [printed(before), printed(now)];
  return one === other ? [] : [{ what, before: one, now: other }];
}

type Row = readonly StoredCell[];

function compareRows(before: StoredAnswer, now: StoredAnswer): RowsCompared {
  const common = comparedColumns(before.columns).flatMap(at => {
    const column = before.columns[at]!;
    const there = now.columns.findIndex(({ name }) => name === column.name);
    return there < 0 ? [] : [{ column, had: at, has: there }];
  });
  const textOf = (side: 'had' | 'has', only: (column: AnswerColumn) => boolean) => {
    const places = common.filter(({ column }) => only(column)).map(each => each[side]);
    return (row: Row) => JSON.stringify(places.map(at => printed(row[at] ?? null)));
  };
  const [gone, added] = unpaired(before.rows, textOf('had', any), now.rows, textOf('has', any)).left;
  const { pairs, left } = unpaired(gone, textOf('had', isName), added, textOf('has', isName));
  const nameOf = (side: 'had' | 'has', row: Row) =>
    common
      .filter(({ column }) => isName(column) && column.kind !== 'time')
      .map(each => printed(row[each[side]] ?? null))
      .filter(text => text !== '–')
      .join(' · ');
  const listed: RowDifference[] = [
    ...pairs.slice(0, maxListed).map(([had, has]) => ({
      kind: 'changed' as const,
      name: nameOf('had', had),
      cells: common.flatMap(each => {
        const [one, other] = [printed(had[each.had] ?? null), printed(has[each.has] ?? null)];
        return one === other ? [] : [{ column: each.column.name, before: one, now: other }];
      }),
    })),
    ...left[1]
      .slice(0, maxListed)
      .map(row => ({ kind: 'added' as const, name: nameOf('has', row), cells: [] })),
    ...left[0]
      .slice(0, maxListed)
      .map(row => ({ kind: 'gone' as const, name: nameOf('had', row), cells: [] })),
  ];
  return {
    any: gone.length + added.length > 0,
    changed: pairs.length,
    added: left[1].length,
    gone: left[0].length,
    listed,
  };
}

const any = (): boolean => true;

/** Pairs rows of both sides that have the same text, each once; the others stay in their order. */
function unpaired(
  one: readonly Row[],
  textOfOne: (row: Row) => string,
  other: readonly Row[],
  textOfOther: (row: Row) => string,
): { readonly pairs: readonly (readonly [Row, Row])[]; readonly left: readonly [Row[], Row[]] } {
  const waiting = new Map<string, number[]>();
  one.forEach((row, at) => {
    const text = textOfOne(row);
    const places = waiting.get(text);
    if (places) places.push(at);
    else waiting.set(text, [at]);
  });
  // `pop` takes from the end in constant time, however many rows are equal.
  for (const places of waiting.values()) places.reverse();
  const pairs: [Row, Row][] = [];
  const added: Row[] = [];
  for (const row of other) {
    const partner = waiting.get(textOfOther(row))?.pop();
    if (partner === undefined) added.push(row);
    else pairs.push([one[partner]!, row]);
  }
  const rest = new Set([...waiting.values()].flat());
  return { pairs, left: [one.filter((_, at) => rest.has(at)), added] };
}
