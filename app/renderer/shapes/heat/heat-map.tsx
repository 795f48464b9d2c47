import { useEffect } from 'react';
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import { formatExact } from '../../../wording/time.ts';
import type { Interval } from '../../lib/interval.ts';
import type { MenuEntry } from '../../lib/menu-entry.ts';
import { intervalOf, withInterval } from '../../state/scope.ts';
import { type Session, useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { RowMenu } from '../../widgets/row-menu.tsx';
import type { Size } from '../../widgets/use-size.ts';
import { cellOfTime, type HeatCell, intervalBetween, intervalOfCell } from './geometry.ts';
import { HeatChart } from './heat-chart.tsx';
import type { DrawnHeat } from './option.ts';
import { Overlay } from './overlay.tsx';
import { cellText, spanText } from './readout.ts';
import { type CellHand, useCellHand } from './use-cell-hand.ts';

interface HeatMapProps {
  readonly heat: DrawnHeat;
  readonly size: Size;
  readonly label: string;
  readonly unit: string;
  /** False while the cells are those of a former question. */
  readonly isHere: boolean;
  readonly isMain: boolean;
  /** Menu entries for the picture as a whole. */
  readonly entries: readonly MenuEntry[];
  /** Called with the text of the cell under the pointer or the cursor; null for none. */
  onRead(text: string | null): void;
}

/** The cells with pointer and keyboard input. The cursor is the marked moment, which the timeline also shows. */
export function HeatMap({ heat, size, label, unit, isHere, isMain, entries, onRead }: HeatMapProps) {
  const { matrix, plot, zone } = heat;
  const { grid } = matrix;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const moment = useStore(session.moment);
  const cursor = moment === null ? null : cellOfTime(grid, moment);
  const selected = intervalOf(scope);
  const start = (selected && cellOfTime(grid, selected.from)) ?? { column: 0, row: 0 };

  const narrow = (interval: Interval | null) => session.narrow(withInterval(scope, interval));
  const hand = useCellHand({
    grid,
    plot,
    cursor,
    start,
    isHere,
    isMain,
    noTexts: 'A heat map has no text to search.',
    onCursor: cell => session.moment.set(intervalOfCell(grid, cell).from),
    onSelect: ({ from, to }) => narrow(intervalBetween(grid, from, to)),
  });
  const { anchor, active, draft } = hand;
  const text = draft
    ? spanText(matrix, draft.from, draft.to, zone, unit)
    : active && cellText(matrix, active, zone, unit);
  useEffect(() => onRead(text), [text, onRead]);

  const menu = (): readonly MenuEntry[] =>
    cursor ? [...selecting(hand, cursor), ...cellEntries(session, grid, cursor), ...entries] : entries;

  return (
    <RowMenu
      entries={menu}
      label="Actions for this cell"
      onKeyboard={() => cursor ?? session.moment.set(intervalOfCell(grid, start).from)}
    >
      <div
        {...hand.area}
        className="heat-map"
        role="application"
        aria-roledescription="heat map"
        aria-label={`${label}: arrows move, Enter chooses the first and the last cell of a time`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves over the cells
        tabIndex={0}
      >
        <HeatChart heat={heat} size={size} />
        <Overlay
          matrix={matrix}
          plot={plot}
          selection={draft ? intervalBetween(grid, draft.from, draft.to) : selected}
          cursor={active}
          anchor={anchor}
        />
      </div>
    </RowMenu>
  );
}

/** Menu entries that select a range of cells. */
function selecting({ anchor, choose, beginAt }: CellHand, cursor: HeatCell): readonly MenuEntry[] {
  return [
    anchor
      ? { label: 'Narrow to the range up to this cell', keys: '↵', run: () => choose(cursor) }
      : { label: 'Begin a selection here', keys: '↵', run: () => beginAt(cursor) },
  ];
}

/** Menu entries for the time of a cell. */
function cellEntries(session: Session, grid: HeatGrid, at: HeatCell): readonly MenuEntry[] {
  const { scope } = session.history.present;
  const zone = session.shownZone.get();
  const narrow = (interval: Interval | null) => session.narrow(withInterval(scope, interval));
  const cell = intervalOfCell(grid, at);
  const column = {
    from: grid.from + BigInt(at.column) * grid.width,
    to: grid.from + BigInt(at.column + 1) * grid.width,
  };
  return [
    { label: 'Narrow to this cell', run: () => narrow(cell) },
    { label: 'Narrow to this column', run: () => narrow(column) },
    ...(intervalOf(scope)
      ? [
          { label: 'Flame graph of the selected time', run: () => session.history.go({ view: 'flame' }) },
          { label: 'Remove the time from the scope', run: () => narrow(null) },
        ]
      : []),
    null,
    {
      label: 'Copy the time of this cell',
      run: () => void session.shell.copy(`${formatExact(cell.from, zone)} – ${formatExact(cell.to, zone)}`),
    },
  ];
}
