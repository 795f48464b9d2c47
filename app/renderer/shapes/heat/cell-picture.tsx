import { type ReactNode, useState } from 'react';
import type { PictureKind } from '../../../shell.ts';
import type { PagedAnswer, RowCells } from '../../state/paged-answer.ts';
import type { ColumnChoice } from '../../widgets/columns.ts';
import { DataGrid } from '../../widgets/data-grid.tsx';
import type { Size } from '../../widgets/use-size.ts';
import { NoPicture } from '../no-picture.tsx';
import type { PictureProps } from '../picture.ts';
import { PictureBar } from '../picture-bar.tsx';
import type { Plot } from './geometry.ts';

/** Minimum width of a column, px. */
const minColumnWidth = 4;
const maxColumns = 2000;

/** px left free around the cells, for the axes. */
export interface Margin {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const plotIn = ({ width, height }: Size, { left, right, top, bottom }: Margin): Plot => ({
  left,
  top,
  width: Math.max(0, width - left - right),
  height: Math.max(0, height - top - bottom),
});

/** Number of columns to request, rounded, so that dragging the window's edge does not ask at every pixel. */
export const columnsIn = (plot: Plot): number =>
  Math.min(maxColumns, Math.max(50, Math.floor(plot.width / minColumnWidth / 50) * 50));

interface CellPictureProps extends Pick<PictureProps, 'question' | 'label' | 'empty'> {
  /** Accessible name of the table of cells. */
  readonly tableName: string;
  readonly answer: PagedAnswer | null;
  readonly isBusy: boolean;
  readonly error: string | null;
  /** Text of the cell under the pointer or the cursor, else a hint. */
  readonly text: string;
  /** Value of the brightest cell; null if there are no cells. */
  readonly maximum: string | null;
  readonly choice: ColumnChoice;
  /** The element that the picture fills. */
  readonly ref: (element: HTMLDivElement | null) => void;
  /** The picture; null while there are no cells. */
  readonly children: ReactNode;
  save(kind: PictureKind): void;
  /** Called when a row of the table becomes active. */
  onRow(row: RowCells): void;
  narrowTo(row: RowCells): void;
}

/** A picture of cells with the text of the current cell and, if opened, the same cells as a table. */
export function CellPicture(props: CellPictureProps) {
  const { question, label, empty, tableName, answer, isBusy, error, text, maximum } = props;
  const { choice, ref, children, save, onRow, narrowTo } = props;
  const [hasTable, setTable] = useState(false);
  if (error) return <p className="failure">{error}</p>;
  return (
    <section className="heat" aria-label={label} aria-busy={isBusy || undefined}>
      <PictureBar
        rowsName="cells"
        hasTable={hasTable}
        onTable={setTable}
        save={save}
        legend={maximum !== null && <Scale maximum={maximum} />}
      >
        <output className="heat-readout">{text}</output>
      </PictureBar>
      <div className="heat-parts" data-table={hasTable || undefined}>
        <div className="heat-body" ref={ref}>
          {children ?? <NoPicture answer={answer} empty={empty} />}
        </div>
        {hasTable && answer && (
          <DataGrid
            label={tableName}
            table={question}
            answer={answer}
            isBusy={isBusy}
            empty={empty}
            choice={choice}
            onRow={onRow}
            onOpen={narrowTo}
            menu={row => [{ label: 'Narrow to this cell', keys: '↵', run: () => narrowTo(row) }]}
          />
        )}
      </div>
    </section>
  );
}

function Scale({ maximum }: { readonly maximum: string }) {
  return (
    <span className="heat-legend">
      <span>0</span>
      <span className="heat-scale" aria-hidden="true" />
      <span>{maximum}</span>
    </span>
  );
}
