import '../heat/heat.css';
import './scatter.css';

import { CustomChart, ScatterChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import type { PictureKind } from '../../../shell.ts';
import type { MenuEntry } from '../../lib/menu-entry.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useTable } from '../../state/use-answer.ts';
import { DataGrid } from '../../widgets/data-grid.tsx';
import { RowMenu } from '../../widgets/row-menu.tsx';
import { useChartTheme, useEChart } from '../../widgets/use-echart.ts';
import { rowsAtOnce, useHeldKeys } from '../../widgets/use-held-keys.ts';
import { useSize } from '../../widgets/use-size.ts';
import { useHeatColours } from '../heat/heat.tsx';
import { NoPicture } from '../no-picture.tsx';
import type { Picture, PictureProps } from '../picture.ts';
import { PictureBar } from '../picture-bar.tsx';
import { saveChart } from '../save-chart.ts';
import { pictureEntries } from '../save-menu.tsx';
import { useMeaning } from '../table.tsx';
import { useAnswerFront } from '../use-front.ts';
import { type Pointed, usePointed } from '../use-pointed.ts';
import {
  axesOf,
  boxOf,
  isPlaced,
  namesOf,
  nearest,
  type Points,
  pointsOf,
  pointText,
  scatterOption,
  scatterRoles,
} from './points.ts';

use([CustomChart, ScatterChart]);

const maxRows = 100_000;
const noColumns: readonly AnswerColumn[] = [];
/** Codes of the notes that summarise all points. */
const summaries = ['correlation', 'no-correlation', 'residuals'];

/** A scatter plot: points, or cells with the number of their points if there are many. */
function Scatter(props: PictureProps) {
  const { question, label, isMain, empty } = props;
  const session = useSession();
  const zone = useStore(session.shownZone);
  const table_ = `${label} points`;
  const [body, setBody] = useState<HTMLDivElement | null>(null);
  const size = useSize(body);
  const [hasTable, setTable] = useState(false);
  const { table, answer, isAsking, isFormer, error, points, said: summary } = usePoints(props);
  const front = useAnswerFront(answer, isMain, table_);
  const pointed = usePointed(points);
  const { focus } = pointed;
  const theme = useChartTheme();
  const { scale } = useHeatColours();
  const option = useMemo(() => points && scatterOption(points, theme, scale), [points, theme, scale]);
  const chart = useEChart(option, size);
  const meaning = useMeaning(answer?.head.columns ?? noColumns);
  const save = (kind: PictureKind) => {
    if (!option || !points) return;
    const title = `${label}: ${points.y.name} against ${points.x.name}`;
    void saveChart(session, kind, { title, units: summary, option, size, theme });
  };
  const choose = (row: number) => {
    pointed.setFocus(row);
    const time = row < 0 ? null : table?.cell(row, 'time');
    if (typeof time === 'bigint') session.moment.set(time);
  };
  const textOf = (row: number) =>
    points && row >= 0 && row < points.rows
      ? pointText(points, row, table?.cell(row, 'time'), zone)
      : summary;
  const entries = (): readonly MenuEntry[] => [
    ...(focus >= 0 ? meaning.menu(column => table?.cell(focus, column)) : []),
    ...pictureEntries(session, save, front),
  ];
  if (error) return <p className="failure">{error}</p>;
  return (
    <section className="scatter" aria-label={label} aria-busy={isAsking || undefined}>
      <PictureBar rowsName="points" hasTable={hasTable} onTable={setTable} save={save}>
        <output className="heat-readout" title={summary}>
          {textOf(pointed.shown)}
        </output>
      </PictureBar>
      <div className="heat-parts" data-table={hasTable || undefined}>
        <RowMenu entries={entries} label="Actions for this point" onKeyboard={() => focus < 0 && choose(0)}>
          <div className="heat-body" ref={setBody}>
            {points ? (
              <PointArea
                {...{ points, pointed, size, chart }}
                isHere={!isFormer}
                label={`${label}: ${focus >= 0 ? textOf(focus) : `arrows move from point to point. ${summary}`}`}
                onChoose={choose}
              />
            ) : (
              <NoPicture answer={table && answer} empty={empty} />
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

/** The answer as points, and its summary. */
function usePoints({ question, params }: PictureProps) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const asked = useTable({ question, params, scope }, maxRows);
  const { table, answer } = asked;
  const notes = answer?.head.notes;
  const points = useMemo<Points | null>(
    () => (table && notes && table.rows > 0 ? pointsOf(table, namesOf(params, notes), axesOf(notes)) : null),
    [table, notes, params],
  );
  const summary = notes?.find(({ code }) => summaries.includes(code))?.text ?? '';
  return { ...asked, points, said: summary };
}

interface PointAreaProps {
  readonly points: Points;
  /** False while these are the points of a former question; keys wait for the others. */
  readonly isHere: boolean;
  readonly pointed: Pointed;
  readonly size: { readonly width: number; readonly height: number };
  readonly chart: Ref<HTMLDivElement>;
  /** Name of the picture, and text of the focused point. */
  readonly label: string;
  onChoose(row: number): void;
}

/** The points with pointer and keyboard input. */
function PointArea({ points, isHere, pointed, size, chart, label, onChoose }: PointAreaProps) {
  const { hover, focus, shown, setHover } = pointed;
  const area = useRef<HTMLDivElement>(null);
  const isHeld = useHeldKeys(area, rowsAtOnce(isHere));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isHeld(event)) {
      event.preventDefault();
      return;
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setHover(-1);
    onChoose(Math.min(points.rows - 1, Math.max(0, focus < 0 ? 0 : focus + step)));
  };
  return (
    <div
      ref={area}
      className="scatter-area"
      role="application"
      aria-roledescription="scatter plot"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves over the points
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerMove={event => {
        const box = event.currentTarget.getBoundingClientRect();
        setHover(nearest(points, { x: event.clientX - box.left, y: event.clientY - box.top }, size));
      }}
      onPointerLeave={() => setHover(-1)}
      onPointerDown={() => onChoose(hover)}
    >
      <div ref={chart} aria-hidden="true" style={{ ...size }} />
      {shown >= 0 && shown < points.rows && isPlaced(points, shown) && (
        <div
          className={`scatter-mark is-active${points.areCells ? ' is-cell' : ''}`}
          style={boxOf(points, shown, size)}
        />
      )}
    </div>
  );
}

export const scatter: Picture = { roles: scatterRoles, component: Scatter };
