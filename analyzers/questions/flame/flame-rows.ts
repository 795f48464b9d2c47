/** Rows of a flame graph: those of a tree, each with the weight of the frames above it that are too small to draw. */
import { grown } from '../../../parsers/kit/intern.ts';
import type { Answer, AnswerColumn } from '../../contract.ts';
import { answer, withUnit } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { rowType, type TreeExtras, TreeRows } from '../../stacks/tree-rows.ts';

export const flameColumns: readonly AnswerColumn[] = [
  { name: 'node', kind: 'integer', refers: 'node', about: 'Number of the frame from 1, callers first.' },
  { name: 'parent', kind: 'integer', refers: 'node', about: 'The frame below it; null at the root.' },
  { name: 'depth', kind: 'integer', about: '0 at the root.' },
  column.func,
  column.module,
  column.self,
  column.total,
  {
    name: 'rest',
    kind: 'integer',
    unit: 'samples',
    about:
      'Samples of the frames directly above it that are left out, each with less than the minimum share.',
  },
  column.percentOfTotal,
  rowType,
];

export class FlameRows extends TreeRows {
  /** By row id. */
  private rest = new Float64Array(1024);

  override leaveOut(total: number, parent: number): void {
    super.leaveOut(total, parent);
    if (parent >= this.rest.length) this.rest = grown(this.rest, parent + 1);
    this.rest[parent]! += total;
  }

  override answer({ notes = [], whole }: TreeExtras): Answer {
    const { id, ...columns } = this.columns(whole.amount);
    const rest = new Float64Array(this.rows);
    rest.set(this.rest.subarray(1, this.rows + 1));
    return answer(
      withUnit(flameColumns, whole.unit),
      this.rows,
      { ...columns, node: id!, rest },
      { notes: [...notes, ...this.leftOut(whole.unit)], whole },
    );
  }
}
