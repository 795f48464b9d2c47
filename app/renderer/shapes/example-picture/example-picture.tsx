// EXAMPLE: a picture's CSS stands in its folder; its colours are the tokens of `styles/tokens.css`, which follow the theme.
import './example-picture.css';

import { BarChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';
import type { RowCells } from '../../meaning/references.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useTable } from '../../state/use-answer.ts';
import { RowMenu } from '../../widgets/row-menu.tsx';
import { useChartTheme, useEChart } from '../../widgets/use-echart.ts';
import { useWidth } from '../../widgets/use-width.ts';
import { type Picture, type PictureProps, playing } from '../picture.ts';
import { Table, useMeaning } from '../table.tsx';
import { type Bar, barAt, barHeight, barOption, barRoles, barsOf } from './bars.ts';

use([BarChart]);

// EXAMPLE: copy this folder, rename everything called example, name the shape in `Shape` (`analyzers/contract.ts`), and
// add its line here (`../shapes.ts`) and on the command line (`app/cli/shapes.ts`).

/** EXAMPLE: rows that the picture can show; the table has all. */
const drawnRows = 40;

/**
 * EXAMPLE: it asks its question itself, in the scope of the window. The table below is for those who cannot see the picture;
 * it says why there is no answer, and copy and export mean it.
 */
function ExamplePicture(props: PictureProps) {
  const { question, params, label } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { table, answer } = useTable({ question, params, scope }, drawnRows);
  const bars = useMemo(() => (table ? barsOf(table) : []), [table]);
  const columns = answer?.head.columns ?? none;
  // EXAMPLE: the menu, the keys and the selection of a mark are those of its row, by what the columns refer to.
  const meaning = useMeaning(columns);
  const at =
    (row: number): RowCells =>
    column =>
      table?.cell(row, column);
  return (
    <div className="example-picture">
      <Bars
        bars={bars}
        label={label}
        unit={playing(barRoles, 'amount', columns)?.unit ?? ''}
        onSelect={row => meaning.select(at(row))}
        onKey={(key, row) => meaning.key(key, at(row))}
        menu={row => meaning.menu(at(row))}
      />
      <Table {...props} />
    </div>
  );
}

const none = [] as const;

interface BarsProps {
  readonly bars: readonly Bar[];
  readonly label: string;
  readonly unit: string;
  onSelect(row: number): void;
  onKey(key: string, row: number): boolean;
  menu(row: number): ReturnType<ReturnType<typeof useMeaning>['menu']>;
}

/** EXAMPLE: axes, series, scatter and brushes are ECharts'; a canvas of one's own only for what it cannot draw (`../flame/`). */
function Bars({ bars, label, unit, onSelect, onKey, menu }: BarsProps) {
  const [area, setArea] = useState<HTMLElement | null>(null);
  const width = useWidth(area);
  const [chosen, setChosen] = useState<number | null>(null);
  const active = chosen !== null && chosen < bars.length ? chosen : null;
  const theme = useChartTheme();
  const option = useMemo(() => barOption(bars, unit, active, theme), [bars, unit, active, theme]);
  const height = bars.length * barHeight;
  const chart = useEChart(option, { width, height });

  const choose = (row: number | null) => {
    setChosen(row);
    if (row !== null) onSelect(row);
  };
  // A right click chooses the bar before the menu asks what can be done with it.
  const onMouseDown = (event: MouseEvent) =>
    choose(barAt(bars, event.clientY - event.currentTarget.firstElementChild!.getBoundingClientRect().top));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || bars.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) choose(Math.min(bars.length - 1, Math.max(0, (active ?? -step) + step)));
    else if (active === null || !onKey(event.key, active)) return;
    event.preventDefault();
  };
  const name = active === null ? 'arrows move' : bars[active]!.name;
  return (
    <RowMenu
      label="What to do with this bar"
      entries={() => (active === null ? [] : menu(active))}
      onKeyboard={() => active ?? choose(0)}
    >
      <div
        ref={setArea}
        className="example-bars"
        role="application"
        aria-roledescription="bars"
        aria-label={`Bars of ${label}: ${name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves over the bars
        tabIndex={0}
        onMouseDown={onMouseDown}
        onKeyDown={onKeyDown}
      >
        <div ref={chart} aria-hidden="true" style={{ height }} />
      </div>
    </RowMenu>
  );
}

export const examplePicture: Picture = { roles: barRoles, component: ExamplePicture };
