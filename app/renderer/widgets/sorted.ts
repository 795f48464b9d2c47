import type { Cell, Sort } from '../state/paged-answer.ts';

/** A sorted copy; nulls are last in both directions, as in the engine. */
export function sorted<R extends Record<string, Cell>>(
  rows: readonly R[],
  { column, descending }: Sort,
): R[] {
  const direction = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [a[column] ?? null, b[column] ?? null];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return x < y ? -direction : x > y ? direction : 0;
  });
}
