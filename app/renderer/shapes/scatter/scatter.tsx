import '../heat/heat.css';
import './scatter.css';

import { CustomChart, ScatterChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import type { PictureKind } from '../../../shell.ts';
import { count as counted } from '../../../wording/numbers.ts';
import { formatClock } from '../../../wording/time.ts';
import type { RowCells } from '../../meaning/references.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useTable } from '../../state/use-answer.ts';
import { DataGrid } from '../../widgets/data-grid.tsx';
import { type MenuEntry, RowMenu } from '../../widgets/row-menu.tsx';
import { frontOf, wholeEntries } from '../../widgets/table-entries.ts';
import { useChartTheme, useEChart } from '../../widgets/use-echart.ts';
import { useSize } from '../../widgets/use-size.ts';
import { Waiting } from '../../widgets/waiting.tsx';
import { useHeatColours } from '../heat/heat.tsx';
import type { Picture, PictureProps } from '../picture.ts';
import { PictureBar } from '../picture-bar.tsx';
import { saveChart } from '../save-chart.ts';
import { saveEntries } from '../save-menu.tsx';
import { useMeaning } from '../table.tsx';
import { useFront } from '../use-front.ts';
import {
  axesOf,
  boxOf,
  isPlaced,
  namesOf,
  nearest,
  type Points,
  pointsOf,
  scatterOption,
  scatterRoles,
  valueText,
} from './points.ts';

use([CustomChart, ScatterChart]);

const mostRows = 100_000;
const none: readonly AnswerColumn[] = [];
/** Notes that say what the points say together. */
const summaries = ['correlation', 'no-correlation', 'residuals'];

/** One value against another: points, or where there are many cells with how many there are. */
function Scatter(props: PictureProps) {
  const { question, params, label, isMain, empty } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const zone = useStore(session.shownZone);
  const table_ = `${label} points`;
  const [body, setBody] = useState<HTMLDivElement | null>(null);
  const size = useSize(body);
  const [hasTable, setTable] = useState(false);
  const [hover, setHover] = useState(-1);
  const [focus, setFocus] = useState(-1);
  const { table, answer, isAsking, error } = useTable({ question, params, scope }, mostRows);
  const notes = answer?.head.notes;
  const points = useMemo<Points | null>(
    () => (table && notes && table.rows > 0 ? pointsOf(table, namesOf(params, notes), axesOf(notes)) : null),
    [table, notes, params],
  );
  const front = useMemo(
    () => (isMain && answer ? frontOf(session, answer, table_) : null),
    [session, isMain, answer, table_],
  );
  useFront(answer, front);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other points
  useEffect(() => {
    setHover(-1);
    setFocus(-1);
  }, [points]);
  const theme = useChartTheme();
  const { scale } = useHeatColours();
  const option = useMemo(() => points && scatterOption(points, theme, scale), [points, theme, scale]);
  const chart = useEChart(option, size);
  const meaning = useMeaning(answer?.head.columns ?? none);
  const at =
    (row: number): RowCells =>
    column =>
      table?.cell(row, column);
  const said = notes?.find(({ code }) => summaries.includes(code))?.text ?? '';
  const save = (kind: PictureKind) => {
    if (option && points)
      void saveChart(
        session,
        kind,
        `${label}: ${points.y.name} against ${points.x.name}`,
        said,
        option,
        size,
        theme,
      );
  };
  const choose = (row: number) => {
    setFocus(row);
    const time = row < 0 ? null : table?.cell(row, 'time');
    if (typeof time === 'bigint') session.moment.set(time);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !points) return;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setHover(-1);
    choose(Math.min(points.rows - 1, Math.max(0, focus < 0 ? 0 : focus + step)));
  };
  const textOf = (row: number) => {
    if (!points || row < 0 || row >= points.rows) return said;
    const { x, y, x_to, y_to, count } = points.cast;
    const range = (axis: Points['x'], from: number, to: number) =>
      Number.isNaN(to) ? valueText(axis, from) : `${valueText(axis, from)} – ${valueText(axis, to)}`;
    const time = table?.cell(row, 'time');
    return [
      `${points.x.name}: ${range(points.x, x[row]!, x_to[row]!)}`,
      `${points.y.name}: ${range(points.y, y[row]!, y_to[row]!)}`,
      ...(points.areCells ? [counted(count[row]!, 'point')] : []),
      ...(typeof time === 'bigint' ? [formatClock(time, zone, 3)] : []),
    ].join(' · ');
  };
  const active = hover >= 0 ? hover : focus;
  const entries = (): readonly MenuEntry[] => [
    ...(focus >= 0 ? meaning.menu(at(focus)) : []),
    ...saveEntries(save),
    ...(front ? wholeEntries(session, front) : []),
  ];
  if (error) return <p className="failure">{error}</p>;
  return (
    <section className="scatter" aria-label={label} aria-busy={isAsking || undefined}>
      <PictureBar what="points" hasTable={hasTable} onTable={setTable} save={save}>
        <output className="heat-readout" title={said}>
          {textOf(active)}
        </output>
      </PictureBar>
      <div className="heat-parts" data-table={hasTable || undefined}>
        <RowMenu
          entries={entries}
          label="What to do with this point"
          onKeyboard={() => focus < 0 && choose(0)}
        >
          <div className="heat-body" ref={setBody}>
            {points ? (
              <div
                className="scatter-area"
                role="application"
                aria-roledescription="scatter plot"
                aria-label={`${label}: ${focus >= 0 ? textOf(focus) : `arrows move from point to point. ${said}`}`}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves over the points
                tabIndex={0}
                onKeyDown={onKeyDown}
                onPointerMove={event => {
                  const box = event.currentTarget.getBoundingClientRect();
                  setHover(
                    nearest(points, { x: event.clientX - box.left, y: event.clientY - box.top }, size),
                  );
                }}
                onPointerLeave={() => setHover(-1)}
                onPointerDown={() => choose(hover)}
              >
                <div ref={chart} aria-hidden="true" style={{ ...size }} />
                {active >= 0 && active < points.rows && isPlaced(points, active) && (
                  <div
                    className={`scatter-mark is-active${points.areCells ? ' is-cell' : ''}`}
                    style={boxOf(points, active, size)}
                  />
                )}
              </div>
            ) : answer && table ? (
              <p className="hint">{answer.head.notes.map(({ text }) => text).join(' ') || empty}</p>
            ) : (
              <Waiting />
            )}
          </div>
        </RowMenu>
        {hasTable && answer && (
          <DataGrid
            label={table_}
            table={question}
            answer={answer}
            isBusy={isAsking}
            empty={empty}
            onRow={row => {
              const time = row('time');
              if (typeof time === 'bigint') session.moment.set(time);
            }}
            menu={row => meaning.menu(row)}
          />
        )}
      </div>
    </section>
  );
}

export const scatter: Picture = { roles: scatterRoles, component: Scatter };
