/** Lays out the rows of a flame chart by band and level. */
import { sinceZero } from '../../../../analyzers/time/times.ts';
import type { Interval } from '../../lib/interval.ts';
import type { Table } from '../../state/table.ts';
import { type Cast, cast, numbers, texts, times } from '../picture.ts';

export const boxRoles = {
  band: texts('band', 'Rows drawn together: the samples or the slices of a thread.'),
  depth: numbers('depth', 'Level, from 0 at the root.'),
  function: texts('function', 'Name of a frame of samples.'),
  module: texts('module', 'Its module.'),
  slice: texts('slice', 'Name of a slice.'),
  time: times('time', 'Begin of a box.'),
  duration: numbers('duration', 'Length of a box.'),
  covered: numbers('covered', 'Share of the box that its name covers.'),
  count: numbers('count', 'Number of samples or slices.'),
};

export interface Level {
  /** px from the top. */
  readonly y: number;
  /** Rows from … to, by time. */
  readonly from: number;
  readonly to: number;
}

export interface BandPlace {
  readonly name: string;
  /** px of its title from the top. */
  readonly y: number;
  readonly levels: readonly Level[];
}

export interface BoxLayout {
  readonly cast: Cast<typeof boxRoles>;
  readonly rows: number;
  readonly bands: readonly BandPlace[];
  /** By row: ns since `zero`. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** Epoch ns. */
  readonly zero: bigint;
  /** px */
  readonly height: number;
}

export const titleHeight = 24;
export const levelHeight = 19;

/** @param table rows by band, depth and time */
export function layoutOf(table: Table): BoxLayout {
  const columns = cast(table, boxRoles);
  const { band, depth, time, duration } = columns;
  const zero = time[0] ?? 0n;
  const bands: { name: string; y: number; levels: Level[] }[] = [];
  let y = 0;
  for (let row = 0; row < table.rows; ) {
    const bandIndex = band.index[row];
    const bandBoxes = { name: band.values[bandIndex ?? -1] ?? '', y, levels: [] as Level[] };
    bands.push(bandBoxes);
    y += titleHeight;
    while (row < table.rows && band.index[row] === bandIndex) {
      const from = row;
      while (row < table.rows && band.index[row] === bandIndex && depth[row] === depth[from]) row++;
      bandBoxes.levels.push({ y, from, to: row });
      y += levelHeight;
    }
  }
  const start = sinceZero(time, zero);
  return {
    cast: columns,
    rows: table.rows,
    bands,
    start,
    end: start.map((each, row) => each + duration[row]!),
    zero,
    height: y,
  };
}

export function nameOf({ cast: { function: func, slice } }: BoxLayout, row: number): string {
  return func.values[func.index[row]!] ?? slice.values[slice.index[row]!] ?? '';
}

export const moduleOf = ({ cast: { module } }: BoxLayout, row: number): string | null =>
  module.values[module.index[row]!] ?? null;

/** The first row of a level that ends after `time`, ns since the zero. */
export function firstAfter({ end }: BoxLayout, { from, to }: Level, time: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function levelAt({ bands }: BoxLayout, y: number): Level | null {
  for (const { levels } of bands)
    for (const level of levels) if (y >= level.y && y < level.y + levelHeight) return level;
  return null;
}

export const levelOf = ({ bands }: BoxLayout, row: number): Level | null =>
  bands.flatMap(({ levels }) => levels).find(({ from, to }) => row >= from && row < to) ?? null;

/** The row at a point; -1 if none. `slack`: ns by which a narrow box may be missed. */
export function boxAt(layout: BoxLayout, y: number, time: number, slack: number): number {
  const level = levelAt(layout, y);
  if (!level) return -1;
  const row = firstAfter(layout, level, time - slack);
  return row < level.to && layout.start[row]! <= time + slack ? row : -1;
}

const moves: ReadonlySet<string> = new Set([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
]);

/** The box that an arrow key moves to: the neighbours in time, the caller and a callee. */
export function boxBeside(layout: BoxLayout, row: number, key: string): number {
  if (!moves.has(key)) return -1;
  const levels = layout.bands.flatMap(({ levels: bandLevels }) => bandLevels);
  const at = levels.findIndex(({ from, to }) => row >= from && row < to);
  const level = levels[at];
  if (!level) return layout.rows > 0 ? 0 : -1;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(level.from, row - 1);
    case 'ArrowRight':
      return Math.min(level.to - 1, row + 1);
    case 'Home':
      return level.from;
    case 'End':
      return level.to - 1;
    case 'ArrowUp':
    case 'ArrowDown': {
      const next = levels[at + (key === 'ArrowUp' ? -1 : 1)];
      if (!next) return row;
      const found = firstAfter(layout, next, layout.start[row]!);
      return Math.min(next.to - 1, found);
    }
    default:
      return -1;
  }
}

/** From the first begin to the last end. */
export function extentOf({ zero, start, end, rows }: BoxLayout): Interval {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < rows; row++) {
    if (start[row]! < from) from = start[row]!;
    if (end[row]! > to) to = end[row]!;
  }
  return { from: zero + BigInt(Math.floor(from)), to: zero + BigInt(Math.ceil(to)) + 1n };
}
