/** The frames of a flame graph as its answer gives them: arrays by row; a caller's row precedes those of its callees. */
import type { Texts } from '../../../../analyzers/contract.ts';
import type { FramePath } from '../../state/flame.ts';
import type { FunctionRef } from '../../state/history.ts';
import type { Table } from '../../state/table.ts';
import { cast, numbers, texts } from '../picture.ts';

export interface Frames {
  readonly count: number;
  /** By row: the row of the caller, which is smaller; -1 for a root. */
  readonly parent: Int32Array;
  readonly func: Texts;
  /** Empty for rows that are processes or threads. */
  readonly module: Texts;
  /** Type of the row: `function`, `process` or `thread`. */
  readonly type: Texts;
  readonly self: Float64Array;
  readonly total: Float64Array;
  /** By row: weight of the callees that were too small to send. */
  readonly rest: Float64Array;
  /** The amount that is 100 %. */
  readonly whole: { readonly amount: number; readonly unit: string };
}

/** The columns of a flame graph. */
export const flameRoles = {
  depth: numbers('depth', 'The level, 0 at the root; rows come with callers first.'),
  func: texts('function', 'Label of a frame.'),
  module: texts('module', 'Decides the colour of a frame.'),
  type: texts('type', 'Whether the row is a function; processes and threads are roots.'),
  self: numbers('self', 'Self weight of a frame.'),
  total: numbers('total', 'Width of a frame.'),
  rest: numbers('rest', 'Weight of the callees that were too small to send.'),
};

/** @throws TypeError if a column is missing or of another kind */
export function framesOf(table: Table, whole: Frames['whole']): Frames {
  const { depth, ...columns } = cast(table, flameRoles);
  const parent = new Int32Array(depth.length);
  // Callers come first, so the caller is the last row seen one level nearer the root.
  const lastOf: number[] = [];
  for (let row = 0; row < parent.length; row++) {
    const level = depth[row]!;
    parent[row] = level > 0 ? lastOf[level - 1]! : -1;
    lastOf[level] = row;
  }
  return { count: parent.length, parent, ...columns, whole };
}

/** Label of a frame. */
export function nameOf({ func }: Frames, row: number): string {
  return func.values[func.index[row]!] ?? '';
}

/** The module as the capture has it; empty for a process or thread. */
export function moduleOf({ module }: Frames, row: number): string {
  return module.values[module.index[row]!] ?? '';
}

export function pathOf(frames: Frames, row: number): FramePath {
  const path: [string, string][] = [];
  for (let at = row; at >= 0; at = frames.parent[at]!) path.push([nameOf(frames, at), moduleOf(frames, at)]);
  return path.reverse();
}

export function typeOf({ type }: Frames, row: number): string {
  return type.values[type.index[row]!] ?? '';
}

/** The function of a row; null for a process or thread. */
export function functionAt(frames: Frames, row: number): FunctionRef | null {
  return typeOf(frames, row) === 'function'
    ? { function: nameOf(frames, row), module: moduleOf(frames, row) }
    : null;
}
