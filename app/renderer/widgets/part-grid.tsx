import { useEffect, useMemo, useState } from 'react';
import type { RowMeaning } from '../meaning/entries.ts';
import type { Cell, PagedAnswer, RowCells } from '../state/paged-answer.ts';
import type { ColumnChoice } from './columns.ts';
import { SmallGrid } from './small-grid.tsx';

/** Maximum number of rows shown. */
export const maxPartRows = 5000;

interface PartGridProps {
  readonly label: string;
  readonly table: string;
  readonly answer: PagedAnswer;
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  readonly only: { readonly column: string; readonly is: string };
  readonly choice?: ColumnChoice;
  readonly meaning: RowMeaning;
  readonly isMain: boolean;
  readonly isBusy: boolean;
  /** See `Grid`. */
  readonly isFormer: boolean;
  readonly empty: string;
  isMarked(row: RowCells): boolean;
}

/** The rows of an answer that have a text in a column. */
export function PartGrid({ rows, only, answer, choice, meaning, ...grid }: PartGridProps) {
  const [active, setActive] = useState(-1);
  const matching = useMemo(() => rows.filter(row => row[only.column] === only.is), [rows, only]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row number is meaningless among other rows
  useEffect(() => setActive(-1), [matching]);
  return (
    <SmallGrid
      {...grid}
      {...(choice && { choice })}
      columns={answer.head.columns}
      rows={matching}
      active={active}
      onActive={(at, row) => {
        setActive(at);
        meaning.select(row);
      }}
      onOpen={row => meaning.open(row)}
      onKey={(event, row) => meaning.key(event.key, row)}
      menu={row => meaning.menu(row)}
    />
  );
}
