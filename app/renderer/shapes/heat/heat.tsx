import './heat.css';

import { useMemo, useState } from 'react';
import type { HeatGrid } from '../../../../analyzers/contract.ts';
import type { PictureKind } from '../../../shell.ts';
import type { RowCells } from '../../state/paged-answer.ts';
import { intervalOf, withInterval } from '../../state/scope.ts';
import { type Session, useSession } from '../../state/session.ts';
import { useSettling } from '../../state/settling.ts';
import { useStore } from '../../state/store.ts';
import { useColours } from '../../state/use-colours.ts';
import { type Size, useSize } from '../../widgets/use-size.ts';
import { type Picture, type PictureProps, playing } from '../picture.ts';
import { captioned, heading, pictureBytes, pixelRatio } from '../save-chart.ts';
import { pictureEntries } from '../save-menu.tsx';
import { captionOf, savePicture } from '../save-picture.ts';
import { useAnswerFront } from '../use-front.ts';
import { CellPicture, columnsIn, plotIn } from './cell-picture.tsx';
import { cellOfTime, intervalOfCell, outlineOf } from './geometry.ts';
import { HeatMap } from './heat-map.tsx';
import { heatRoles } from './matrix.ts';
import { type DrawnHeat, type HeatColours, savedOption } from './option.ts';
import { paintCells } from './paint.ts';
import { amountText, gridText } from './readout.ts';
import { useMatrix } from './use-matrix.ts';

/** px left free around the cells, for the axes. */
const margin = { left: 58, right: 18, top: 26, bottom: 26 };

/** Samples by time and by offset within each second: a selection of cells becomes the time of the scope. */
function Heat(props: PictureProps) {
  const { question, params, label, isMain, empty } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const zoom = useSettling(session.zoom);
  const zone = useStore(session.shownZone);
  const cells = `${label} cells`;
  const [body, setBody] = useState<HTMLDivElement | null>(null);
  const size = useSize(body);
  const plot = useMemo(() => plotIn(size, margin), [size]);
  const columns = columnsIn(plot);
  const heatParams = useMemo(() => ({ columns, ...params }), [columns, params]);
  // The heat map sets the time of the scope, so its question ignores that time.
  const { answer, matrix, isBusy, isHere, error } = useMatrix(
    plot.width > 0 ? { question, params: heatParams, scope: withInterval(scope, zoom) } : null,
  );
  const front = useAnswerFront(answer, isMain, cells);
  const colours = useHeatColours();
  const heat = useMemo<DrawnHeat | null>(
    () => matrix && { matrix, plot, zone, colours },
    [matrix, plot, zone, colours],
  );
  const unit = (answer && playing(heatRoles, 'value', answer.head.columns)?.unit) ?? '';
  const [text, setText] = useState<string | null>(null);

  const save = (kind: PictureKind) => {
    if (heat)
      void savePicture(session, kind, label, () => savedHeat(session, kind, heat, { label, unit, size }));
  };
  const entries = [null, ...pictureEntries(session, save, front)];
  const timesOf = (row: RowCells) => {
    const [time, offset] = [row('time'), row('offset')];
    if (!matrix || typeof time !== 'bigint' || typeof offset !== 'number') return null;
    const cell = cellOfTime(matrix.grid, time + BigInt(offset));
    return cell && intervalOfCell(matrix.grid, cell);
  };

  return (
    <CellPicture
      question={question}
      label={label}
      empty={empty}
      tableName={cells}
      answer={answer}
      isBusy={isBusy}
      error={error}
      text={matrix ? (text ?? idleText(matrix.grid)) : ''}
      maximum={matrix && `${amountText(matrix.peak, unit)} a cell`}
      choice={tableColumns}
      ref={setBody}
      save={save}
      onRow={row => {
        const times = timesOf(row);
        if (times) session.moment.set(times.from);
      }}
      narrowTo={row => {
        const times = timesOf(row);
        if (times) session.narrow(withInterval(scope, times));
      }}
    >
      {heat && (
        <HeatMap
          heat={heat}
          size={size}
          label={label}
          unit={unit}
          isHere={isHere}
          isMain={isMain}
          entries={entries}
          onRead={setText}
        />
      )}
    </CellPicture>
  );
}

interface Saved {
  readonly label: string;
  readonly unit: string;
  readonly size: Size;
}

/** The picture as a file, with a caption, and with the selected time outlined. */
function savedHeat(session: Session, kind: PictureKind, heat: DrawnHeat, { label, unit, size }: Saved) {
  const { grid } = heat.matrix;
  const selection = intervalOf(session.history.present.scope);
  const drawn = { ...heat, plot: { ...heat.plot, top: heat.plot.top + heading } };
  const caption = captionOf(session, label, `${unit} in a cell; ${gridText(grid)}`);
  const outline = selection && outlineOf(grid, selection, drawn.plot);
  const option = savedOption(drawn, paintCells(drawn, pixelRatio), unit, outline);
  return pictureBytes(kind, captioned(option, caption), { width: size.width, height: size.height + heading });
}

/** Fewer columns show no pattern. */
const fewColumns = 3;

function idleText(grid: HeatGrid): string {
  const cells = gridText(grid).replace(/^a/, 'A');
  return grid.columns < fewColumns
    ? `${cells}: too short to show what recurs.`
    : `${cells}. Drag, or select the first and the last cell, to narrow to that time.`;
}

/** px, to fit beside the picture. */
const tableColumns = { widths: { time: 130, offset: 90, value: 130 } };

const tokens = [
  'text',
  'muted',
  'border',
  'surface',
  'accent',
  ...[0, 1, 2, 3, 4, 5, 6].map(i => `heat-${i}`),
].map(name => `var(--${name})`);

export function useHeatColours(): HeatColours {
  const resolved = useColours(tokens);
  return useMemo(() => {
    const [text = '', muted = '', border = '', surface = '', accent = '', ...scale] = resolved;
    return { text, muted, border, surface, accent, scale };
  }, [resolved]);
}

export const heat: Picture = { roles: heatRoles, component: Heat };
