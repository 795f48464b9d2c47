/**
 * The layout of a flame graph: blocks in levels, left to right, in units of weight.
 *
 * A block is a frame, or a chain of unknown frames of one module that call each other, drawn as one. Blocks are numbered level
 * by level and from left to right. So the blocks of a level, and the blocks on a block, are ranges sorted by their begin: the
 * blocks at a point or in view are found by binary search.
 */
import type { FramePath } from '../../state/flame.ts';
import type { FunctionRef } from '../../state/history.ts';
import { type Frames, moduleOf, nameOf } from './frames.ts';

export interface Layout {
  readonly frames: Frames;
  readonly count: number;
  /** By level: its first block; one more at the end. */
  readonly levels: Int32Array;
  /** By block: the outermost row of its chain, and the number of rows of the chain. */
  readonly row: Int32Array;
  readonly run: Int32Array;
  /** By block: the block of the caller, -1 at the root. */
  readonly parent: Int32Array;
  readonly level: Int32Array;
  /** By block: its first child; its children end at that of the next block. One more at the end. */
  readonly children: Int32Array;
  /** By block: its begin and end, 0 … whole. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** By block: self weight of all rows of its chain. */
  readonly self: Float64Array;
  readonly rest: Float64Array;
  /** By row: its block. */
  readonly blockOf: Int32Array;
  readonly rowsOn: RowsOn;
}

/** Rows by caller: the roots are up to `first[0]`, the callees of `row` from `first[row]` to `first[row + 1]`. */
interface RowsOn {
  readonly first: Int32Array;
  readonly list: Int32Array;
}

/** Name of functions without a symbol. */
const unknown = '[unknown]';

export function layOut(frames: Frames): Layout {
  const { count: rows, total, func, module } = frames;
  const rowsOn = byParent(frames);
  const { first, list } = rowsOn;
  const isUnknown = func.values.map(name => name === unknown);
  const row = new Int32Array(rows);
  const run = new Int32Array(rows);
  const parent = new Int32Array(rows);
  const level = new Int32Array(rows);
  const children = new Int32Array(rows + 1);
  const start = new Float64Array(rows);
  const end = new Float64Array(rows);
  const self = new Float64Array(rows);
  const rest = new Float64Array(rows);
  const blockOf = new Int32Array(rows);
  const levels: number[] = [];
  let count = 0;

  const place = (parentBlock: number, from: ArrayLike<number>, begin: number, stop: number) => {
    const ownLevel = parentBlock < 0 ? 0 : level[parentBlock]! + 1;
    let at = parentBlock < 0 ? 0 : start[parentBlock]!;
    for (let i = begin; i < stop; i++) {
      row[count] = from[i]!;
      parent[count] = parentBlock;
      level[count] = ownLevel;
      start[count] = at;
      at += total[from[i]!]!;
      end[count] = at;
      if (levels.length === ownLevel) levels.push(count);
      count++;
    }
  };
  /** The next row of the chain after `at`; -1 at its end. */
  const nextOfRun = (at: number): number => {
    if (!isUnknown[func.index[at]!]) return -1;
    for (let i = first[at]!; i < first[at + 1]!; i++) {
      const each = list[i]!;
      if (func.index[each] === func.index[at] && module.index[each] === module.index[at]) return each;
    }
    return -1;
  };

  place(-1, list, 0, first[0]!);
  for (let block = 0; block < count; block++) {
    children[block] = count;
    const others: number[] = [];
    for (let at = row[block]!; at >= 0; ) {
      blockOf[at] = block;
      run[block]!++;
      self[block]! += frames.self[at]!;
      rest[block]! += frames.rest[at]!;
      const next = nextOfRun(at);
      if (next < 0 && others.length === 0) place(block, list, first[at]!, first[at + 1]!);
      else for (let i = first[at]!; i < first[at + 1]!; i++) if (list[i] !== next) others.push(list[i]!);
      at = next;
    }
    others.sort((a, b) => total[b]! - total[a]! || a - b);
    place(block, others, 0, others.length);
  }
  children[count] = count;
  levels.push(count);
  return {
    frames,
    count,
    levels: Int32Array.from(levels),
    row: row.subarray(0, count),
    run: run.subarray(0, count),
    parent: parent.subarray(0, count),
    level: level.subarray(0, count),
    children: children.subarray(0, count + 1),
    start: start.subarray(0, count),
    end: end.subarray(0, count),
    self: self.subarray(0, count),
    rest: rest.subarray(0, count),
    blockOf,
    rowsOn,
  };
}

function byParent({ count, parent }: Frames): RowsOn {
  const first = new Int32Array(count + 1);
  for (let row = 0; row < count; row++) first[parent[row]! + 1]!++;
  let sum = 0;
  for (let at = 0; at <= count; at++) {
    sum += first[at]!;
    first[at] = sum - first[at]!;
  }
  // Filling moves each begin to its end, which is the begin of the next.
  const list = new Int32Array(count);
  for (let row = 0; row < count; row++) list[first[parent[row]! + 1]!++] = row;
  return { first, list };
}

/** The block of a level at `at`, in units of weight; -1 if none. */
export function blockAt({ levels, start, end }: Layout, level: number, at: number): number {
  if (level < 0 || level >= levels.length - 1) return -1;
  const block = firstEndingAfter(end, levels[level]!, levels[level + 1]!, at);
  return block < levels[level + 1]! && start[block]! <= at ? block : -1;
}

/** The first of the blocks `from … to - 1` that ends after `at`; `to` if none does. */
export function firstEndingAfter(end: Float64Array, from: number, to: number, at: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end[middle]! > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The last block along `path` from the root, as far as its frames exist; -1 if none does. */
export function blockAlong({ frames, blockOf, rowsOn: { first, list } }: Layout, path: FramePath): number {
  let row = -1;
  for (const [name, module] of path) {
    const callees = row < 0 ? list.subarray(0, first[0]) : list.subarray(first[row], first[row + 1]);
    const next = callees.find(each => nameOf(frames, each) === name && moduleOf(frames, each) === module);
    if (next === undefined) break;
    row = next;
  }
  return row < 0 ? -1 : blockOf[row]!;
}

/** The blocks of a function, level by level. */
export function blocksOf(
  { frames, count, row }: Layout,
  { function: name, module }: FunctionRef,
): readonly number[] {
  const [funcIndex, moduleIndex] = [frames.func.values.indexOf(name), frames.module.values.indexOf(module)];
  const blocks: number[] = [];
  for (let block = 0; block < count; block++)
    if (frames.func.index[row[block]!] === funcIndex && frames.module.index[row[block]!] === moduleIndex)
      blocks.push(block);
  return blocks;
}
