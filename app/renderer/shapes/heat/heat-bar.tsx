import type { PictureKind } from '../../../shell.ts';
import { SaveMenu } from '../save-menu.tsx';

interface HeatBarProps {
  /** What is under the pointer or the cursor, else what to do. */
  readonly text: string;
  /** What the brightest cell stands for; null where there are none. */
  readonly most: string | null;
  readonly hasTable: boolean;
  onTable(hasTable: boolean): void;
  save(kind: PictureKind): void;
}

/** What is read off a picture of cells, in a place that never moves; its colour scale; what can be done with it as a whole. */
export function HeatBar({ text, most, hasTable, onTable, save }: HeatBarProps) {
  return (
    <div className="heat-bar">
      <output className="heat-readout">{text}</output>
      <span className="grow" />
      {most !== null && (
        <span className="heat-legend">
          <span>0</span>
          <span className="heat-scale" aria-hidden="true" />
          <span>{most}</span>
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
