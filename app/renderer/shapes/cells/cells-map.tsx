import { CustomChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { memo, useEffect, useMemo } from 'react';
import type { MenuEntry } from '../../lib/menu-entry.ts';
import { useStateOf } from '../../lib/use-state-of.ts';
import { useSession } from '../../state/session.ts';
import { RowMenu } from '../../widgets/row-menu.tsx';
import { useEChart } from '../../widgets/use-echart.ts';
import type { Size } from '../../widgets/use-size.ts';
import type { HeatCell } from '../heat/geometry.ts';
import { useCellHand } from '../heat/use-cell-hand.ts';
import type { CellRect } from './cell-matrix.ts';
import { boxOf, cellsBetween, intervalOfRect, rectOf, type Selected, wholeColumns } from './cell-rect.ts';
import { rectText } from './cell-words.ts';
import { cellsOption, type DrawnCells, paintCells } from './option.ts';

use([CustomChart]);

/** Cell in which the cursor starts. */
const start: HeatCell = { column: 0, row: 0 };

interface CellsMapProps {
  readonly drawn: DrawnCells;
  readonly size: Size;
  readonly label: string;
  readonly unit: string;
  /** False while the cells are those of a former question. */
  readonly isHere: boolean;
  readonly isMain: boolean;
  /** The part of the cells in scope; null: all. */
  readonly selected: readonly Selected[] | null;
  /** Menu entries for the picture as a whole. */
  readonly entries: readonly MenuEntry[];
  onSelect(rect: CellRect | null): void;
  /** Called with the text of the cell under the pointer or the cursor; null for none. */
  onRead(text: string | null): void;
}

/** The cells with pointer and keyboard input: a selected rectangle becomes the scope. */
export function CellsMap(props: CellsMapProps) {
  const { drawn, size, label, unit, isHere, isMain, selected, entries, onSelect, onRead } = props;
  const { matrix, plot, zone } = drawn;
  const { grid } = matrix;
  const session = useSession();
  const [cursor, setCursor] = useStateOf<HeatCell | null>(grid, null);
  const hand = useCellHand({
    grid,
    plot,
    cursor,
    start,
    isHere,
    isMain,
    noTexts: 'This picture has no text to search; use its table.',
    onCursor: cell => {
      setCursor(cell);
      session.moment.set(intervalOfRect(grid, rectOf(cell, cell)).from);
    },
    onSelect: ({ from, to }) => onSelect(rectOf(from, to)),
  });
  const { anchor, active } = hand;
  const draft = hand.draft && rectOf(hand.draft.from, hand.draft.to);
  const read = draft ?? (active && rectOf(active, active));
  const text = read && rectText(matrix, read, zone, unit);
  useEffect(() => onRead(text), [text, onRead]);

  const menu = (): readonly MenuEntry[] => {
    if (!cursor) return entries;
    const cell = rectOf(cursor, cursor);
    return [
      anchor
        ? {
            label: 'Narrow to the range up to this cell',
            keys: '↵',
            run: () => hand.choose(cursor),
          }
        : { label: 'Begin a selection here', keys: '↵', run: () => hand.beginAt(cursor) },
      { label: 'Narrow to this cell', run: () => onSelect(cell) },
      { label: 'Narrow to this column', run: () => onSelect(wholeColumns(grid, cell)) },
      { label: 'Narrow to this row', run: () => onSelect({ ...cell, left: 0, right: grid.columns - 1 }) },
      ...(selected ? [{ label: 'Remove the selection from the scope', run: () => onSelect(null) }] : []),
      null,
      {
        label: 'Copy the text of this cell',
        run: () => void session.shell.copy(rectText(matrix, cell, zone, unit)),
      },
      ...entries,
    ];
  };
  const box = (cell: HeatCell) => boxOf(cellsBetween(rectOf(cell, cell)), grid, plot);
  const shown = draft ? [cellsBetween(draft)] : selected;
  return (
    <RowMenu entries={menu} label="Actions for this cell" onKeyboard={() => cursor ?? setCursor(start)}>
      <div
        {...hand.area}
        className="heat-map"
        role="application"
        aria-roledescription="heat map"
        aria-label={`${label}: arrows move, Enter chooses one corner and the other`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves over the cells
        tabIndex={0}
      >
        <CellsChart drawn={drawn} size={size} />
        <svg className="heat-overlay" aria-hidden="true">
          {shown && <path className="heat-outside" fillRule="evenodd" d={outside(drawn, shown)} />}
          {shown?.map(each => (
            <rect
              key={`${each.bottom} ${each.left}`}
              className="heat-selection"
              {...boxOf(each, grid, plot)}
            />
          ))}
          {anchor && <rect className="heat-anchor" {...box(anchor)} />}
          {active && <rect className="heat-cursor is-active" {...box(active)} />}
        </svg>
      </div>
    </RowMenu>
  );
}

/** Redrawn only when `drawn` is another object; the cursor and the selection are separate components. */
const CellsChart = memo(function CellsChart({ drawn, size }: { drawn: DrawnCells; size: Size }) {
  const option = useMemo(() => cellsOption(drawn, paintCells(drawn, devicePixelRatio)), [drawn]);
  const element = useEChart(option, size);
  return <div ref={element} className="heat-chart" aria-hidden="true" style={{ ...size }} />;
});

function outside({ matrix: { grid }, plot }: DrawnCells, shown: readonly Selected[]): string {
  const path = ({ x, y, width, height }: ReturnType<typeof boxOf>) =>
    `M${x} ${y}H${x + width}V${y + height}H${x}Z`;
  return [
    path({ x: plot.left, y: plot.top, width: plot.width, height: plot.height }),
    ...shown.map(each => path(boxOf(each, grid, plot))),
  ].join('');
}
