import '../heat/heat.css';

import { useMemo, useState } from 'react';
import type { PictureKind } from '../../../shell.ts';
import type { PagedAnswer, RowCells } from '../../state/paged-answer.ts';
import { withInterval } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useSettling } from '../../state/settling.ts';
import { useStore } from '../../state/store.ts';
import type { Table } from '../../state/table.ts';
import { type Question, useTable } from '../../state/use-answer.ts';
import { type Size, useSize } from '../../widgets/use-size.ts';
import { CellPicture, columnsIn, plotIn } from '../heat/cell-picture.tsx';
import { rowsIn } from '../heat/geometry.ts';
import { useHeatColours } from '../heat/heat.tsx';
import { legend } from '../heat/option.ts';
import { cast, type Picture, type PictureProps, playing } from '../picture.ts';
import { captioned, heading, pictureBytes, pixelRatio } from '../save-chart.ts';
import { pictureEntries } from '../save-menu.tsx';
import { captionOf, savePicture } from '../save-picture.ts';
import { useAnswerFront } from '../use-front.ts';
import { CellMatrix, type CellRect, cellRoles, cpusOf, measureOf } from './cell-matrix.ts';
import { rectOf, scopeOfRect, selectedIn, withoutRect } from './cell-rect.ts';
import { amountText } from './cell-words.ts';
import { CellsMap } from './cells-map.tsx';
import { cellsOption, type DrawnCells, paintCells } from './option.ts';

/** px left free around the cells, for the axes. */
const margin = { left: 84, right: 18, top: 12, bottom: 26 };
/** All cells of 2,000 columns and 200 rows. */
const maxCells = 400_000;

/** A heat map over time by duration or by CPU; a selected rectangle becomes the scope. */
function Cells(props: PictureProps) {
  const { question, params, label, isMain, empty } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const zoom = useSettling(session.zoom);
  const zone = useStore(session.shownZone);
  const cells = `${label} cells`;
  const [body, setBody] = useState<HTMLDivElement | null>(null);
  const size = useSize(body);
  const [text, setText] = useState<string | null>(null);
  const plot = useMemo(() => plotIn(size, margin), [size]);
  const columns = columnsIn(plot);
  const cellParams = useMemo(() => ({ columns, ...params }), [columns, params]);
  const info = useStore(session.questions, questions => questions.find(({ id }) => id === question));
  const hasCpus = info?.columns.some(({ refers }) => refers === 'cpu') ?? false;
  const { answer, matrix, cpus, isBusy, isHere, error } = useCells(
    plot.width > 0
      ? { question, params: cellParams, scope: withInterval(withoutRect(scope, hasCpus), zoom) }
      : null,
  );
  const front = useAnswerFront(answer, isMain, cells);
  const colours = useHeatColours();
  const drawn = useMemo<DrawnCells | null>(
    () => matrix && { matrix, plot, zone, colours },
    [matrix, plot, zone, colours],
  );
  const unit = (answer && playing(cellRoles, 'value', answer.head.columns)?.unit) ?? '';

  const narrow = (rect: CellRect | null) => {
    if (matrix)
      session.narrow(rect ? scopeOfRect(scope, matrix.grid, rect, cpus) : withoutRect(scope, hasCpus));
  };
  const save = (kind: PictureKind) => {
    if (!drawn) return;
    const caption = captionOf(session, label, cellSize(answer) ?? unit);
    void savePicture(session, kind, label, () => savedCells(kind, drawn, { caption, unit, size }));
  };
  const entries = [null, ...pictureEntries(session, save, front)];

  return (
    <CellPicture
      question={question}
      label={label}
      empty={empty}
      tableName={cells}
      answer={answer}
      isBusy={isBusy}
      error={error}
      text={matrix ? (text ?? idleText(answer)) : ''}
      maximum={matrix && scaleText(matrix, unit)}
      choice={tableColumns}
      ref={setBody}
      save={save}
      onRow={row => {
        const time = row('time');
        if (typeof time === 'bigint') session.moment.set(time);
      }}
      narrowTo={row => {
        const cell = matrix && cellOfRow(matrix, row);
        if (cell) narrow(rectOf(cell, cell));
      }}
    >
      {drawn && matrix && (
        <CellsMap
          drawn={drawn}
          size={size}
          label={label}
          unit={unit}
          isHere={isHere}
          isMain={isMain}
          selected={selectedIn(scope, matrix.grid, cpus)}
          entries={entries}
          onSelect={narrow}
          onRead={setText}
        />
      )}
    </CellPicture>
  );
}

/** px, to fit beside the picture. */
const tableColumns = { hidden: ['row'], widths: { time: 126, from: 66, to: 66, value: 104 } };

interface Saved {
  readonly caption: readonly string[];
  readonly unit: string;
  readonly size: Size;
}

/** The picture as a file, with a caption and its scale. */
function savedCells(kind: PictureKind, drawn: DrawnCells, { caption, unit, size }: Saved) {
  const shifted = { ...drawn, plot: { ...drawn.plot, top: drawn.plot.top + heading } };
  const option = {
    ...cellsOption(shifted, paintCells(shifted, pixelRatio)),
    graphic: legend(shifted.plot, drawn.colours, scaleText(drawn.matrix, unit)),
  };
  return pictureBytes(kind, captioned(option, caption), { width: size.width, height: size.height + heading });
}

const cellSize = (answer: PagedAnswer | null): string | undefined =>
  answer?.head.notes.find(({ code }) => code === 'cell-size')?.text;

function scaleText(matrix: CellMatrix, unit: string): string {
  const peakText = amountText(matrix, matrix.peak, unit);
  return matrix.measure === 'count' ? `${peakText} a cell, by its logarithm` : peakText;
}

function idleText(answer: PagedAnswer | null): string {
  return `${cellSize(answer) ?? ''} Drag to narrow to a rectangle.`.trim();
}

function cellOfRow({ grid }: CellMatrix, row: RowCells) {
  const [time, at] = [row('time'), row('row')];
  if (typeof time !== 'bigint' || typeof at !== 'number' || at >= rowsIn(grid)) return null;
  return { column: Number((time - grid.from) / grid.width), row: at };
}

/** The cells of an answer; without a matrix if no row has a time. */
function useCells(question: Question | null) {
  const { table, answer, isAsking, isFormer, error } = useTable(question, maxCells);
  const read = useMemo(() => (answer && table ? readOf(answer, table) : nothing), [answer, table]);
  return { answer, ...read, isBusy: isAsking, isHere: !isFormer, error };
}

const nothing = { matrix: null, cpus: null };

function readOf({ head: { grid, columns } }: PagedAnswer, table: Table) {
  if (!grid || table.rows === 0) return nothing;
  const measure = measureOf(playing(cellRoles, 'value', columns));
  return {
    matrix: new CellMatrix(grid, measure, cast(table, cellRoles)),
    cpus: cpusOf(table, rowsIn(grid)),
  };
}

export const cells: Picture = { roles: cellRoles, component: Cells };
