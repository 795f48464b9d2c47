/** Rows of (names, time, value) as the lines of charts: the same in the window and in reports. */
import type { AnswerColumn } from '../../analyzers/contract.ts';
import { isAmount } from './columns.ts';

/** The columns that a chart over time needs. */
export interface LineColumns {
  readonly time: AnswerColumn;
  /** The amount that is drawn. */
  readonly value: AnswerColumn;
  /** The column whose texts are the titles of charts; without it there is no title. */
  readonly track: AnswerColumn | undefined;
  /** The column of units, if they differ from row to row: a chart has one unit. */
  readonly unit: AnswerColumn | undefined;
  /** The columns that together name a line. */
  readonly names: readonly AnswerColumn[];
}

/** A cell: a time is epoch ns; null and undefined are missing. */
type Cell = string | number | bigint | null | undefined;

/** The rows of an answer; those of one line are sorted by time. */
export interface Rows {
  readonly rows: number;
  cell(row: number, column: string): Cell;
}

export interface Line {
  /** Unique in its chart. */
  readonly id: string;
  /** Unique, too, but for captures of the same name. */
  readonly name: string;
  readonly times: readonly bigint[];
  /** NaN at the begin of a gap. */
  readonly values: readonly number[];
}

export interface LineGroup {
  /** Unique in the answer. */
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly Line[];
  /** Number of rows without a time, which no chart shows. */
  readonly timeless: number;
}

/** The amount that a chart draws: the one declared as `drawn`, the one called `value`, or the first. */
export const drawnColumn = (columns: readonly AnswerColumn[]): AnswerColumn | undefined =>
  columns.find(({ drawn }) => drawn) ??
  columns.find(column => column.name === 'value' && isAmount(column)) ??
  columns.find(isAmount);

/** Null if the answer has no times or no amounts. */
export function lineColumns(columns: readonly AnswerColumn[]): LineColumns | null {
  const time = columns.find(({ kind }) => kind === 'time');
  const value = drawnColumn(columns);
  if (!time || !value) return null;
  const textColumns = columns.filter(({ kind }) => kind === 'text' || kind === 'code');
  const textColumn = (name: string) => textColumns.find(column => column.name === name);
  const [track, unit] = [textColumn('track'), value.unit === undefined ? textColumn('unit') : undefined];
  const isName = (column: AnswerColumn) =>
    column !== track &&
    column.name !== 'unit' &&
    (column.refers === 'capture' || (textColumns.includes(column) && column.refers !== 'signal'));
  return { time, value, track, unit, names: columns.filter(isName) };
}

interface OpenLine {
  readonly parts: readonly string[];
  readonly times: bigint[];
  readonly values: number[];
}

/** @param captureName the name of a capture by its id */
export function lineGroups(
  table: Rows,
  { time, value, track, unit, names }: LineColumns,
  captureName: (id: number) => string,
): readonly LineGroup[] {
  const groups = new Map<
    string,
    { title: string; unit: string; lines: Map<string, OpenLine>; timeless: number }
  >();
  const text = (row: number, column: AnswerColumn | undefined) =>
    column === undefined ? '' : String(table.cell(row, column.name) ?? '');
  for (let row = 0; row < table.rows; row++) {
    const [title, measuredIn] = [text(row, track), value.unit ?? text(row, unit)];
    const chart = JSON.stringify([title, measuredIn]);
    let group = groups.get(chart);
    if (!group) {
      group = { title, unit: measuredIn, lines: new Map(), timeless: 0 };
      groups.set(chart, group);
    }
    const when = table.cell(row, time.name);
    if (typeof when !== 'bigint') {
      group.timeless++;
      continue;
    }
    const ids = names.map(column => text(row, column));
    const id = ids.length === 1 ? ids[0]! : JSON.stringify(ids);
    let line = group.lines.get(id);
    if (!line) {
      const parts = ids.map((part, at) =>
        names[at]!.refers === 'capture' ? captureName(Number(part)) : part,
      );
      line = { parts, times: [], values: [] };
      group.lines.set(id, line);
    }
    const measured = table.cell(row, value.name);
    line.times.push(when);
    line.values.push(typeof measured === 'number' ? measured : Number.NaN);
  }
  const nameOf = namesOf([...groups.values()].flatMap(({ lines }) => [...lines.values()]));
  return [...groups].map(([id, { lines, ...group }]) => ({
    id,
    ...group,
    lines: [...lines].map(([id, line]) => ({
      id,
      name: nameOf(line),
      times: line.times,
      values: line.values,
    })),
  }));
}

/** Names without the parts that all lines have in common, unless nothing else names them. */
function namesOf(lines: readonly OpenLine[]): (line: OpenLine) => string {
  const first = lines[0]?.parts ?? [];
  const differs = first.map(
    (part, at) => first.length === 1 || lines.some(({ parts }) => parts[at] !== part),
  );
  const shown = differs.includes(true) ? differs : differs.map(() => true);
  return ({ parts }) => parts.filter((part, at) => shown[at] && part !== '').join(' · ');
}
