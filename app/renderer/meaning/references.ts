import type { AnswerColumn, Refers } from '../../../analyzers/contract.ts';
import type { FunctionRef } from '../state/history.ts';
import type { Cell } from '../state/paged-answer.ts';

/** A row: its cells by column name; undefined while it is on its way. */
export type RowCells = (column: string) => Cell | undefined;

/** What a row refers to. Null cells refer to nothing. */
export type References = ReadonlyMap<Refers, string | number>;

/** Where several columns refer to the same kind of thing, the first counts. */
export function referencesOf(columns: readonly AnswerColumn[], row: RowCells): References {
  const found = new Map<Refers, string | number>();
  for (const { name, refers } of columns) {
    const value = refers === undefined || found.has(refers) ? null : row(name);
    if (typeof value === 'string' || typeof value === 'number') found.set(refers!, value);
  }
  return found;
}

/** The function a row is about: its name, and the module in the same row. */
export function functionIn(references: References): FunctionRef | null {
  const name = references.get('function');
  return name === undefined
    ? null
    : { function: String(name), module: String(references.get('module') ?? '') };
}

/** Numbers that name something: nobody counts them, and they are copied into other questions. */
const ids: ReadonlySet<Refers> = new Set(['pid', 'thread', 'cpu', 'capture', 'event', 'line', 'node']);

export function isId(refers: Refers | undefined): boolean {
  return refers !== undefined && ids.has(refers);
}
