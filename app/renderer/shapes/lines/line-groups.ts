/** Rows of (key, time, value) as lines, one group per chart. */
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import type { Table } from '../../state/table.ts';
import { isMeasured, numbers, playing, texts, times } from '../picture.ts';

/** The columns that a chart over time needs. */
export const timeRoles = {
  time: times(() => true, 'When.'),
  value: numbers(isMeasured, 'Value at the time.'),
};
export const trackRoles = { track: texts('track', 'Name of the chart.'), ...timeRoles };

/** The columns of a chart: one measured column is drawn, the texts beside it name the line. */
export interface LineColumns {
  readonly time: AnswerColumn;
  readonly value: AnswerColumn;
  /** The column that splits the rows into charts; without it there is one chart. */
  readonly track: AnswerColumn | undefined;
  readonly keys: readonly AnswerColumn[];
}

export function lineColumns(columns: readonly AnswerColumn[]): LineColumns | null {
  const [time, value, track] = (['time', 'value', 'track'] as const).map(role =>
    playing(trackRoles, role, columns),
  );
  if (!time || !value) return null;
  const isKey = (column: AnswerColumn) =>
    column !== track && column.name !== 'unit' && (column.kind === 'text' || column.kind === 'code');
  return { time, value, track, keys: columns.filter(isKey) };
}

export interface Line {
  readonly key: string;
  readonly times: readonly bigint[];
  /** NaN at the begin of a gap. */
  readonly values: readonly number[];
}

export interface LineGroup {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
  /** Number of rows without a time, which are only in the table. */
  readonly timeless: number;
}

/** @param table the rows of each key are sorted by time */
export function lineGroups(table: Table, { time, value, track, keys }: LineColumns): readonly LineGroup[] {
  const groups = new Map<string, { lines: Map<string, OpenLine>; unit: string; timeless: number }>();
  const text = (row: number, { name }: AnswerColumn) => String(table.cell(row, name) ?? '');
  for (let row = 0; row < table.rows; row++) {
    const title = track ? text(row, track) : '';
    let group = groups.get(title);
    if (!group) {
      const unit = value.unit ?? table.cell(row, 'unit');
      group = { lines: new Map(), unit: typeof unit === 'string' ? unit : '', timeless: 0 };
      groups.set(title, group);
    }
    const [when, measured] = [table.cell(row, time.name), table.cell(row, value.name)];
    if (typeof when !== 'bigint') {
      group.timeless++;
      continue;
    }
    const key = keys
      .map(column => text(row, column))
      .filter(Boolean)
      .join(' · ');
    let line = group.lines.get(key);
    if (!line) {
      line = { times: [], values: [] };
      group.lines.set(key, line);
    }
    line.times.push(when);
    line.values.push(typeof measured === 'number' ? measured : Number.NaN);
  }
  return [...groups].map(([title, { lines, unit, timeless }]) => ({
    title,
    unit,
    timeless,
    lines: [...lines].map(([key, line]) => ({ key, ...line })),
  }));
}

interface OpenLine {
  readonly times: bigint[];
  readonly values: number[];
}

/** From the first to the last time of all lines; null if none has a time. */
export function extent(groups: readonly LineGroup[]): { readonly from: bigint; readonly to: bigint } | null {
  let [from, to]: [bigint | null, bigint | null] = [null, null];
  for (const { lines } of groups)
    for (const { times } of lines)
      for (const time of times) {
        if (from === null || time < from) from = time;
        if (to === null || time > to) to = time;
      }
  return from === null || to === null ? null : { from, to: to > from ? to : from + 1n };
}

/** The last value at or before `time`; NaN before the first, and in a gap. */
export function valueAt({ times, values }: Line, time: bigint): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? Number.NaN : values[low - 1]!;
}
