/** The frames of a flame graph as its answer gives them: arrays by row, callers before what is on them. */
import type { Texts } from '../../../../analyzers/contract.ts';
import type { FramePath } from '../../state/flame.ts';
import type { FunctionRef } from '../../state/history.ts';
import type { Table } from '../../state/table.ts';
import { cast, numbers, texts } from '../picture.ts';

export interface Frames {
  readonly count: number;
  /** By row: the row it stands on, always a smaller one; -1 at the root. */
  readonly parent: Int32Array;
  readonly func: Texts;
  /** None of a process or thread. */
  readonly module: Texts;
  /** Type of the row: `function`, `process` or `thread`. */
  readonly type: Texts;
  readonly self: Float64Array;
  readonly total: Float64Array;
  /** By row: weight of what is on it but was too small to be sent. */
  readonly rest: Float64Array;
  /** The amount that is 100 %. */
  readonly whole: { readonly amount: number; readonly unit: string };
}

/** The columns of a flame graph. */
export const flameRoles = {
  depth: numbers('depth', 'The level, 0 at the root; rows come with callers first.'),
  func: texts('function', 'What is written on a frame.'),
  module: texts('module', 'What colours a frame.'),
  type: texts('type', 'Whether it is a function; processes and threads stand at the root.'),
  self: numbers('self', 'Said of a frame.'),
  total: numbers('total', 'How wide a frame is.'),
  rest: numbers('rest', 'How wide what is left out on a frame is.'),
};

/** @throws TypeError where a column is missing or of another kind */
export function framesOf(table: Table, whole: Frames['whole']): Frames {
  const { depth, ...columns } = cast(table, flameRoles);
  const parent = new Int32Array(depth.length);
  // Callers come first, so the row below is the last one that was a level down.
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

/** As the capture gives it; empty of a process or thread. */
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

/** The function of a row; null where a process or thread stands there. */
export function functionAt(frames: Frames, row: number): FunctionRef | null {
  return typeOf(frames, row) === 'function'
    ? { function: nameOf(frames, row), module: moduleOf(frames, row) }
    : null;
}
