import { useEffect, useState } from 'react';
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import type { PagedAnswer } from '../../state/paged-answer.ts';
import type { Table } from '../../state/table.ts';
import { type Question, useAnswer } from '../../state/use-answer.ts';
import { cast } from '../picture.ts';
import { heatRoles, Matrix } from './matrix.ts';

/** All cells of 2,000 columns and 100 rows. */
const maxCells = 200_000;

interface Read {
  readonly answer: PagedAnswer;
  /** null if no sample has a time. */
  readonly matrix: Matrix | null;
}

const matrixOf = (grid: HeatGrid, table: Table) => new Matrix(grid, cast(table, heatRoles));

/** The cells of an answer together with the answer, because the grid differs between answers. */
export function useMatrix(question: Question | null) {
  const { answer, isAsking, error } = useAnswer(question);
  const [read, setRead] = useState<Read | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!answer) return;
    let isCurrent = true;
    const { grid } = answer.head;
    answer.read(0, maxCells).then(
      table => {
        if (isCurrent) setRead({ answer, matrix: grid && table.rows > 0 ? matrixOf(grid, table) : null });
      },
      (failed: Error) => {
        if (isCurrent) setFailure(failed.message);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [answer]);
  return { read, isBusy: isAsking || (answer !== null && read?.answer !== answer), error: error ?? failure };
}
