import type { Interval } from '../../lib/interval.ts';
import { type HeatCell, intervalOfCell, outlineOf, type Plot, type Point } from './geometry.ts';
import type { Matrix } from './matrix.ts';

interface OverlayProps {
  readonly matrix: Matrix;
  readonly plot: Plot;
  /** The selected time, or the draft of a selection. */
  readonly selection: Interval | null;
  readonly cursor: HeatCell | null;
  /** First cell of a selection. */
  readonly anchor: HeatCell | null;
}

/** Cursor and selection of a heat map: a separate component, so that the cells are not redrawn. */
export function Overlay({ matrix: { grid }, plot, selection, cursor, anchor }: OverlayProps) {
  const selected = selection && outlineOf(grid, selection, plot);
  const boxOf = (cell: HeatCell | null) => cell && outlineOf(grid, intervalOfCell(grid, cell), plot);
  const [first, active] = [boxOf(anchor), boxOf(cursor)];
  const { left, top, width, height } = plot;
  const all: readonly Point[] = [
    [left, top],
    [left + width, top],
    [left + width, top + height],
    [left, top + height],
  ];
  return (
    <svg className="heat-overlay" aria-hidden="true">
      {selection && (
        <path className="heat-outside" fillRule="evenodd" d={path(all) + (selected ? path(selected) : '')} />
      )}
      {selected && <path className="heat-selection" d={path(selected)} />}
      {first && <path className="heat-anchor" d={path(first)} />}
      {active && <path className="heat-cursor is-active" d={path(active)} />}
    </svg>
  );
}

function path(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}Z`;
}
