import { useMemo } from 'react';
import { type Question, useTable } from '../../state/use-answer.ts';
import { cast } from '../picture.ts';
import { heatRoles, Matrix } from './matrix.ts';

/** All cells of 2,000 columns and 100 rows. */
const maxCells = 200_000;

/** The cells of an answer; null if no sample has a time. */
export function useMatrix(question: Question | null) {
  const { table, answer, isAsking, isFormer, error } = useTable(question, maxCells);
  const grid = answer?.head.grid;
  const matrix = useMemo(
    () => (grid && table && table.rows > 0 ? new Matrix(grid, cast(table, heatRoles)) : null),
    [grid, table],
  );
  return { answer, matrix, isBusy: isAsking, isHere: !isFormer, error };
}
