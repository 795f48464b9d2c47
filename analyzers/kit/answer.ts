/** Helpers that lay out an answer: named columns, dictionary texts, orders. */
import type { Answer, AnswerColumn, AnswerData, HeatGrid, Note, SparklineSpan, Texts } from '../contract.ts';
import { allRows, sortedRows } from './order.ts';

export interface AnswerExtras {
  readonly notes?: readonly Note[];
  readonly whole?: { readonly amount: number; readonly unit: string };
  readonly grid?: HeatGrid;
  readonly sparklines?: SparklineSpan;
}

/** Puts `data` in the order of `columns`. Every column must be there. */
export function answer(
  columns: readonly AnswerColumn[],
  rows: number,
  data: Readonly<Record<string, AnswerData>>,
  { notes = [], ...facts }: AnswerExtras = {},
): Answer {
  const ordered = columns.map(({ name }) => {
    const column = data[name];
    if (!column) throw new TypeError(`no data for column ${name}`);
    return column;
  });
  return { rows, columns, data: ordered, notes, ...facts };
}

/** The data of an answer without rows. */
export function nothing(columns: readonly AnswerColumn[]): Readonly<Record<string, AnswerData>> {
  const none = ({ kind }: AnswerColumn): AnswerData =>
    kind === 'time' ? new BigInt64Array(0) : isText(kind) ? texts([]) : new Float64Array(0);
  return Object.fromEntries(columns.map(column => [column.name, none(column)]));
}

const isText = (kind: AnswerColumn['kind']): boolean =>
  kind === 'text' || kind === 'code' || kind === 'sparkline';

/** The same columns with another unit of amounts, such as `cycles`; columns in `ns` become durations. */
export function withUnit(columns: readonly AnswerColumn[], unit: string): readonly AnswerColumn[] {
  return columns.map(column => {
    if (column.unit !== 'samples') return column;
    if (unit !== 'ns') return { ...column, unit };
    const { unit: _, ...rest } = column;
    return { ...rest, kind: 'duration' };
  });
}

/** Texts of a column whose values hardly repeat. */
export function texts(values: readonly (string | null)[]): Texts {
  const distinct: string[] = [];
  const known = new Map<string, number>();
  const index = new Int32Array(values.length);
  values.forEach((value, row) => {
    if (value === null) {
      index[row] = -1;
      return;
    }
    let at = known.get(value);
    if (at === undefined) {
      at = distinct.length;
      known.set(value, at);
      distinct.push(value);
    }
    index[row] = at;
  });
  return { index, values: distinct };
}

/** `from[at[0]], from[at[1]], …` */
export function pick(from: ArrayLike<number>, at: Int32Array): Float64Array {
  const out = new Float64Array(at.length);
  for (let i = 0; i < at.length; i++) out[i] = from[at[i]!]!;
  return out;
}

export function pickTexts(index: Int32Array, values: readonly string[], at: Int32Array): Texts {
  const out = new Int32Array(at.length);
  for (let i = 0; i < at.length; i++) out[i] = index[at[i]!]!;
  return { index: out, values };
}

/** Every amount as a percentage of `whole`; null (NaN) if `whole` is 0. */
export function percents(amounts: Float64Array, whole: number): Float64Array {
  const shares = new Float64Array(amounts.length);
  for (let i = 0; i < shares.length; i++) shares[i] = percent(amounts[i]!, whole);
  return shares;
}

export function percent(amount: number, whole: number): number {
  return whole > 0 ? (100 * amount) / whole : Number.NaN;
}

/** Indexes `0 … count - 1` for which `keep` holds, ordered by the first key that differs, largest first. */
export function ranked(
  count: number,
  keep: (index: number) => boolean,
  ...keys: readonly Float64Array[]
): Int32Array {
  const kept = new Int32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) if (keep(i)) kept[length++] = i;
  const indexes = kept.subarray(0, length);
  let rows = allRows(length);
  // The sort is stable, so the key that matters most goes last.
  for (const key of [...keys].reverse()) rows = sortedRows(pick(key, indexes), true, rows);
  const order = new Int32Array(length);
  for (let i = 0; i < length; i++) order[i] = indexes[rows[i]!]!;
  return order;
}

/** 34384 → `34,384` */
export function counted(amount: number): string {
  return amount.toString().replace(/\B(?=(\d{3}){1,10}(?!\d))/g, ',');
}

/** `1 sample`, `34,384 samples`, `5,000 cycles` */
export function amountOf(amount: number, unit: string): string {
  if (unit === 'ns') return durationText(amount);
  return `${counted(amount)} ${amount === 1 ? unit.replace(/(?<=ch)es$|s$/, '') : unit}`;
}

/** `a`, `b` and 3 more */
export function listed(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

const durationUnits: readonly (readonly [ns: number, unit: string])[] = [
  [86_400e9, 'd'],
  [3600e9, 'h'],
  [60e9, 'min'],
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];

/** 20000000 → `20 ms`: in the largest unit of which it is one or more. */
export function durationText(ns: number): string {
  const [size, unit] = durationUnits.find(([each]) => ns >= each) ?? [1, 'ns'];
  return `${Number((ns / size).toPrecision(4))} ${unit}`;
}

/** The text with its first letter as a capital. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
