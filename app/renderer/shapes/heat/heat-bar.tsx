import type { PictureKind } from '../../../shell.ts';
import { SaveMenu } from '../save-menu.tsx';
import type { Matrix } from './matrix.ts';
import { amountText, gridText } from './readout.ts';

interface HeatBarProps {
  readonly matrix: Matrix | null;
  readonly unit: string;
  /** What is under the pointer or the cursor. */
  readonly text: string | null;
  readonly hasTable: boolean;
  onTable(hasTable: boolean): void;
  save(kind: PictureKind): void;
}

/** What is read off a heat map, in a place that never moves; its colour scale; what can be done with it as a whole. */
export function HeatBar({ matrix, unit, text, hasTable, onTable, save }: HeatBarProps) {
  return (
    <div className="heat-bar">
      <output className="heat-readout">{matrix ? (text ?? idleText(matrix)) : ''}</output>
      <span className="grow" />
      {matrix && (
        <span className="heat-legend">
          <span>0</span>
          <span className="heat-scale" aria-hidden="true" />
          <span>{amountText(matrix.peak, unit)} a cell</span>
        </span>
      )}
      <button
        type="button"
        className="quiet"
        aria-pressed={hasTable}
        title="The same cells as a table"
        onClick={() => onTable(!hasTable)}
      >
        table
      </button>
      <SaveMenu save={save} />
    </div>
  );
}

/** Fewer columns show no pattern. */
const fewColumns = 3;

function idleText({ grid }: Matrix): string {
  const cells = gridText(grid).replace(/^a/, 'A');
  return grid.columns < fewColumns
    ? `${cells}: too little time to see what comes again and again.`
    : `${cells}. Drag, or choose the first and the last cell, to narrow to that time.`;
}
