import './histogram.css';

import { BarChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react';
import { formatClock } from '../../lib/time.ts';
import type { RowCells } from '../../meaning/references.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useTable } from '../../state/use-answer.ts';
import { RowMenu } from '../../widgets/row-menu.tsx';
import { useChartTheme, useEChart } from '../../widgets/use-echart.ts';
import { useWidth } from '../../widgets/use-width.ts';
import type { Picture, PictureProps } from '../picture.ts';
import { Table, useMeaning } from '../table.tsx';
import {
  histogramOption,
  histogramRoles,
  type Line,
  lineAt,
  lineHeight,
  linesOf,
  nextBucket,
} from './buckets.ts';

use([BarChart]);

/** Buckets that the picture shows; the table has all. */
const drawnRows = 1000;
const none = [] as const;

/** Histograms one under the other, each with a bar a bucket; the table below has the same rows. */
function Histograms(props: PictureProps) {
  const { question, params, label } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const zone = useStore(session.shownZone);
  const { table, answer } = useTable({ question, params, scope }, drawnRows);
  const lines = useMemo(
    () => (table ? linesOf(table, time => formatClock(time, zone, 3)) : none),
    [table, zone],
  );
  const meaning = useMeaning(answer?.head.columns ?? none);
  const at =
    (row: number): RowCells =>
    column =>
      table?.cell(row, column);
  return (
    <div className="histograms">
      <Bars
        lines={lines}
        label={label}
        onSelect={row => meaning.select(at(row))}
        onKey={(key, row) => meaning.key(key, at(row))}
        menu={row => meaning.menu(at(row))}
      />
      <Table {...props} />
    </div>
  );
}

interface BarsProps {
  readonly lines: readonly Line[];
  readonly label: string;
  onSelect(row: number): void;
  onKey(key: string, row: number): boolean;
  menu(row: number): ReturnType<ReturnType<typeof useMeaning>['menu']>;
}

function Bars({ lines, label, onSelect, onKey, menu }: BarsProps) {
  const [area, setArea] = useState<HTMLElement | null>(null);
  const width = useWidth(area);
  const [chosen, setChosen] = useState<number | null>(null);
  const active = chosen !== null && lines[chosen]?.row != null ? chosen : null;
  const theme = useChartTheme();
  const option = useMemo(() => histogramOption(lines, active, theme), [lines, active, theme]);
  const height = lines.length * lineHeight;
  const chart = useEChart(option, { width, height });

  const choose = (line: number | null) => {
    setChosen(line);
    const row = line === null ? null : lines[line]?.row;
    if (row != null) onSelect(row);
  };
  // A right click chooses the bar before the menu asks what can be done with it.
  const onMouseDown = (event: MouseEvent) =>
    choose(lineAt(lines, event.clientY - event.currentTarget.firstElementChild!.getBoundingClientRect().top));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || lines.length === 0) return;
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key as 'ArrowDown' | 'ArrowUp'];
    if (step !== undefined) choose(nextBucket(lines, active ?? (step > 0 ? -1 : lines.length), step));
    else if (active === null || !onKey(event.key, lines[active]!.row!)) return;
    event.preventDefault();
  };
  const name = active === null ? 'arrows move' : `${lines[active]!.label}: ${lines[active]!.count}`;
  return (
    <RowMenu
      label="What to do with this bucket"
      entries={() => (active === null ? [] : menu(lines[active]!.row!))}
      onKeyboard={() => active ?? choose(nextBucket(lines, -1, 1))}
    >
      <div
        ref={setArea}
        className="histogram-bars"
        role="application"
        aria-roledescription="histograms"
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

export const histogram: Picture = { roles: histogramRoles, component: Histograms };
