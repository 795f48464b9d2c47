import './flame-chart.css';

import { useMemo, useRef, useState } from 'react';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import type { PictureKind } from '../../../shell.ts';
import { count, formatInteger } from '../../../wording/numbers.ts';
import type { Interval } from '../../lib/interval.ts';
import type { MenuEntry } from '../../lib/menu-entry.ts';
import type { RowMeaning } from '../../meaning/entries.ts';
import type { PagedAnswer, RowCells } from '../../state/paged-answer.ts';
import { intervalOf, withInterval } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useSettled } from '../../state/settling.ts';
import { useStore } from '../../state/store.ts';
import { useTable } from '../../state/use-answer.ts';
import { DataGrid } from '../../widgets/data-grid.tsx';
import { RowMenu } from '../../widgets/row-menu.tsx';
import { useSize } from '../../widgets/use-size.ts';
import { NoPicture } from '../no-picture.tsx';
import type { Picture, PictureProps } from '../picture.ts';
import { PictureBar } from '../picture-bar.tsx';
import { pictureEntries } from '../save-menu.tsx';
import { useMeaning } from '../table.tsx';
import { useAnswerFront } from '../use-front.ts';
import { usePointed } from '../use-pointed.ts';
import { Axis } from './axis.tsx';
import { boxRoles, extentOf, layoutOf } from './boxes.ts';
import { saveFlameChart } from './save-flame-chart.ts';
import { Stage } from './stage.tsx';
import { around, useBoxInput } from './use-box-input.ts';
import { boxText } from './words.ts';

/** Further boxes are only in the table. */
const maxBoxes = 200_000;

/** Stacks and slices of threads over time: over the visible time of a zoomed timeline, else over the time of the scope. */
function FlameChart(props: PictureProps) {
  const { question, label, isMain, empty } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const zone = useStore(session.shownZone);
  const boxes = `${label} boxes`;
  const scroller = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(scroller);
  const [hasTable, setTable] = useState(false);
  const chart = useBoxes(props, width);
  const { table, answer, isAsking, isFormer, error, layout, seen, whole, zoom } = chart;
  const front = useAnswerFront(answer, isMain, boxes);
  const pointed = usePointed(layout);
  const { focus, hover, shown, setFocus } = pointed;
  const meaning = useMeaning(answer?.head.columns ?? noColumns);
  const at =
    (row: number): RowCells =>
    column =>
      table?.cell(row, column);

  const textOf = (row: number) =>
    layout && row >= 0 && row < layout.rows ? boxText(layout, row, zone) : null;
  const save = (kind: PictureKind) =>
    void (layout && seen && saveFlameChart(session, kind, label, layout, seen));
  const isHere = table !== null && !isFormer;
  const input = useBoxInput({ layout, isHere, scroller, zoom, pointed, meaning, at });
  const { zoomTo, zoomToBox, focusBox, entries, onKeyDown } = input;
  const menu = (): readonly MenuEntry[] => [...entries(), ...pictureEntries(session, save, front)];

  if (error) return <p className="failure">{error}</p>;
  return (
    <section className="flame-chart" aria-label={label} aria-busy={isAsking || undefined}>
      <PictureBar rowsName="boxes" hasTable={hasTable} onTable={setTable} save={save}>
        <output className="heat-readout">{layout && (textOf(shown) ?? howTo)}</output>
        {answer && answer.rows > maxBoxes && <LeftOut rows={answer.rows} />}
      </PictureBar>
      <Axis visible={seen} width={width} zone={zone} />
      <div className="flame-chart-parts" data-table={hasTable || undefined}>
        <RowMenu
          entries={menu}
          label="Actions for this box"
          onKeyboard={() => focus < 0 && layout && setFocus(0)}
        >
          <div
            ref={scroller}
            className="flame-scroller"
            role="application"
            aria-roledescription="flame chart"
            aria-label={`${label}: ${textOf(focus) ?? 'arrows move from box to box, Enter zooms'}`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
            tabIndex={0}
            onKeyDown={onKeyDown}
          >
            {layout && seen && whole ? (
              <Stage
                {...{ layout, visible: seen, width, height, focus, hover, scroller }}
                bounds={session.workspace.get()?.span ?? whole}
                onHover={pointed.setHover}
                onFocus={focusBox}
                onOpen={zoomToBox}
                onZoom={zoomTo}
                onSelect={selected => session.narrow(withInterval(scope, selected))}
              />
            ) : (
              <NoPicture answer={table && answer} empty={empty} />
            )}
          </div>
        </RowMenu>
        {hasTable && answer && (
          <BoxTable
            {...{ question, answer, isFormer, empty, meaning, zoomTo }}
            label={boxes}
            isBusy={isAsking}
          />
        )}
      </div>
    </section>
  );
}

const LeftOut = ({ rows }: { rows: number }) => (
  <span className="muted">
    The first {formatInteger(maxBoxes)} of {count(rows, 'box', 'boxes')} are drawn; a shorter time has fewer.
  </span>
);

interface BoxTableProps {
  readonly label: string;
  readonly question: string;
  readonly answer: PagedAnswer;
  readonly isBusy: boolean;
  readonly isFormer: boolean;
  readonly empty: string;
  readonly meaning: RowMeaning;
  zoomTo(interval: Interval): void;
}

/** The boxes as a table. */
function BoxTable({ label, question, answer, isBusy, isFormer, empty, meaning, zoomTo }: BoxTableProps) {
  return (
    <DataGrid
      label={label}
      table={question}
      answer={answer}
      isBusy={isBusy}
      isFormer={isFormer}
      empty={empty}
      onRow={row => meaning.select(row)}
      onOpen={row => {
        const [time, duration] = [row('time'), row('duration')];
        if (typeof time === 'bigint' && typeof duration === 'number') zoomTo(around(time, duration));
      }}
      onKey={(event, row) => meaning.key(event.key, row)}
      menu={row => meaning.menu(row)}
    />
  );
}

const howTo = 'The wheel zooms, a drag narrows to that time, a double click zooms to a box.';

/** Asks for the visible boxes and lays them out. */
function useBoxes({ question, params }: PictureProps, width: number) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const zoom = useStore(session.zoom);
  // Rounded, so that dragging the window's edge does not ask at every pixel.
  const pixels = Math.max(200, Math.ceil(width / 200) * 200);
  const settledZoom = useSettled(zoom, settling);
  const part = settledZoom && { begin: String(settledZoom.from), end: String(settledZoom.to) };
  const answer = useTable(
    width > 0 ? { question, params: { ...params, pixels, ...part }, scope } : null,
    maxBoxes,
  );
  const { table } = answer;
  const layout = useMemo(() => (table && table.rows > 0 ? layoutOf(table) : null), [table]);
  const whole = useMemo(() => layout && extentOf(layout), [layout]);
  return { ...answer, layout, whole, zoom, seen: zoom ?? intervalOf(scope) ?? whole };
}

const noColumns: readonly AnswerColumn[] = [];

/** ms; while the wheel turns, no question is asked whose answer would be outdated on arrival. */
const settling = 90;

export const flameChart: Picture = { roles: boxRoles, component: FlameChart };
