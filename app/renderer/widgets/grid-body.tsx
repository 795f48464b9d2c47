import type { Zone } from '../../wording/time.ts';
import { useSession } from '../state/session.ts';
import type { GridProps } from './grid.tsx';
import { GridRow } from './grid-row.tsx';
import type { ChosenRows } from './use-chosen-rows.ts';
import type { Point } from './use-grid-input.ts';
import type { RowsInView } from './use-rows-in-view.ts';

interface BodyProps extends GridProps {
  /** Prefix of the element ids of rows. */
  readonly id: string;
  readonly inView: RowsInView;
  readonly chosenRows: ChosenRows;
  readonly find: string | null;
  readonly zone: Zone;
  readonly levels: number;
  readonly activeColumn: string;
  readonly onPoint: Point;
}

/** The rows in view. */
export function GridBody(props: BodyProps) {
  const { id, columns, rows, tree, zone, levels, find, inView } = props;
  const { colours, captureName } = useSession();
  const { first, last } = inView;
  return (
    <div role="rowgroup" className="grid-body" style={{ height: inView.height }}>
      <div
        role="presentation"
        className="grid-window"
        style={{ transform: `translateY(${inView.offset}px)` }}
      >
        {Array.from({ length: last - first }, (_, i) => {
          const row = first + i;
          return (
            <GridRow
              key={row}
              id={`${id}-${row}`}
              {...{ row, columns, rows, zone, colours, captureName, tree, levels, find }}
              isActive={row === props.active}
              isChosen={props.chosenRows.has(row)}
              isMarked={props.isMarked?.(row) ?? false}
              activeColumn={tree ? null : props.activeColumn}
              draw={props.draw}
              onPoint={props.onPoint}
              onOpen={props.onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}
