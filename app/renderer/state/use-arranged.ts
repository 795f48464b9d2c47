import { useEffect, useMemo, useRef } from 'react';
import type { Arrangement } from '../../contract.ts';
import type { ArrangedAnswer } from './arranged-answer.ts';
import type { PagedAnswer } from './paged-answer.ts';
import { Store, useStore } from './store.ts';
import type { Cell } from './table.ts';

/** Rows by number, of which only those in view are fetched. */
export interface ArrangedRows {
  readonly count: number;
  /** True while the rows are those of the previous arrangement. */
  readonly isFormer?: boolean;
  /** Undefined while the row is being fetched. */
  cell(row: number, column: string): Cell | undefined;
  /** States that rows `first` to `last` (exclusive) are in view. */
  want(first: number, last: number): void;
  /** Fetches cells of `count` rows from `first` on; absent if all rows are in memory. */
  load?(first: number, count: number): Promise<(row: number, column: string) => Cell | undefined>;
  /** The next row after (or before) `after` in which a text contains `text`; -1 if none. */
  find(text: string, after: number, backwards: boolean): Promise<number>;
}

export interface ShownAnswer {
  readonly arranged: ArrangedAnswer;
  /** A new object whenever cells or the count have changed. */
  readonly rows: ArrangedRows;
  readonly error: string | null;
}

const noArrangement = {
  version: new Store(0),
  count: new Store<number | null>(null),
  error: new Store<string | null>(null),
};

/** An answer in the arrangement of a view. Rows of the previous arrangement stay until the first page of the new one arrives. */
export function useArranged(answer: PagedAnswer, arrangement: Arrangement): ShownAnswer;
export function useArranged(answer: PagedAnswer | null, arrangement: Arrangement): ShownAnswer | null;
export function useArranged(answer: PagedAnswer | null, arrangement: Arrangement): ShownAnswer | null {
  const arranged = answer?.arranged(arrangement) ?? null;
  const version = useStore((arranged ?? noArrangement).version);
  const count = useStore((arranged ?? noArrangement).count);
  const error = useStore((arranged ?? noArrangement).error);
  useEffect(() => arranged?.watch(), [arranged]);

  const before = useRef<ArrangedAnswer | null>(null);
  useEffect(() => {
    if (version > 0) before.current = arranged;
  }, [arranged, version]);
  const isWaiting = version === 0 && before.current !== null && before.current.head === answer?.head;
  const shown = isWaiting ? before.current : arranged;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means that cells have changed
  return useMemo<ShownAnswer | null>(
    () =>
      arranged &&
      shown && {
        arranged,
        rows: {
          count: count ?? shown.count.get() ?? 0,
          isFormer: isWaiting,
          cell: (row, column) => shown.cell(row, column),
          want: (first, last) => arranged.want(first, last),
          load: async (first, length) => {
            const read = await arranged.read(first, length);
            return (row, column) => read.cell(row - first, column);
          },
          find: (text, after, backwards) => arranged.find({ contains: text }, after, backwards),
        },
        error,
      },
    [arranged, shown, isWaiting, version, count, error],
  );
}
