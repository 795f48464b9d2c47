import { DropdownMenu } from 'radix-ui';
import './heat.css';
import { useMemo, useState } from 'react';
import type { PictureKind } from '../../../shell.ts';
import { intervalOf, withInterval } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useColours } from '../../state/use-colours.ts';
import { menus } from '../../widgets/menus.ts';
import type { MenuEntry } from '../../widgets/row-menu.tsx';
import { frontOf, wholeEntries } from '../../widgets/table-entries.ts';
import { type Size, useSize } from '../../widgets/use-size.ts';
import { Waiting } from '../../widgets/waiting.tsx';
import { named, type Picture, type PictureProps } from '../picture.ts';
import { captionOf, savePicture } from '../save-picture.ts';
import { Table } from '../table.tsx';
import { useFront } from '../use-front.ts';
import { outlineOf, type Plot } from './geometry.ts';
import { HeatMap } from './heat-map.tsx';
import { type DrawnHeat, type HeatColours, savedOption } from './option.ts';
import { paintCells } from './paint.ts';
import { amountText, gridText } from './readout.ts';
import { pictureBytes, pixelRatio } from './save.ts';
import { useMatrix } from './use-matrix.ts';

/** px left free around the cells, for the axes. */
const margin = { left: 58, right: 18, top: 26, bottom: 26 };
/** px a column needs to be seen. */
const leastColumn = 4;
const mostColumns = 2000;

/** Samples by time and by offset within each second: a selection of cells becomes the time of the scope. */
function Heat(props: PictureProps) {
  const { question, params, label, isMain, empty } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const zoom = useStore(session.zoom);
  const zone = useStore(session.zone);
  const [body, setBody] = useState<HTMLDivElement | null>(null);
  const size = useSize(body);
  const [isTable, setTable] = useState(false);
  const plot = useMemo(() => plotIn(size), [size]);
  // Rounded, so that dragging the window's edge does not ask at every pixel.
  const columns = Math.min(mostColumns, Math.max(50, Math.floor(plot.width / leastColumn / 50) * 50));
  const asked = useMemo(() => ({ columns, ...params }), [columns, params]);
  // The heat map sets the time of the scope, so it is asked without it.
  const { read, isBusy, error } = useMatrix(
    plot.width > 0 ? { question, params: asked, scope: withInterval(scope, zoom) } : null,
  );
  const answer = read?.answer ?? null;
  const front = useMemo(
    () => (isMain && answer ? frontOf(session, answer, label) : null),
    [session, isMain, answer, label],
  );
  useFront(answer, front);
  const colours = useHeatColours();
  const matrix = read?.matrix ?? null;
  const heat = useMemo<DrawnHeat | null>(
    () => matrix && { matrix, plot, zone, colours },
    [matrix, plot, zone, colours],
  );
  const unit = answer?.head.columns.find(column => column.name === 'value')?.unit ?? '';
  const [text, setText] = useState<string | null>(null);

  const save = (kind: PictureKind) => {
    if (!heat) return;
    const selection = intervalOf(scope);
    void savePicture(session, kind, label, () => {
      const { grid } = heat.matrix;
      const drawn = { ...heat, plot: { ...plot, top: plot.top + heading } };
      const caption = captionOf(session, label, `${unit} in a cell; ${gridText(grid)}`);
      const outline = selection && outlineOf(grid, selection, drawn.plot);
      const of = { width: size.width, height: size.height + heading };
      return pictureBytes(
        kind,
        savedOption(drawn, paintCells(drawn, pixelRatio), caption, unit, outline),
        of,
      );
    });
  };
  const entries: readonly MenuEntry[] = [
    null,
    ...pictureKinds.map(kind => ({ label: `Save as ${kind.toUpperCase()}…`, run: () => save(kind) })),
    ...(front ? wholeEntries(session, front) : []),
  ];

  if (error) return <p className="failure">{error}</p>;
  return (
    <section className="heat" aria-label={label} aria-busy={isBusy || undefined}>
      <div className="heat-bar">
        <output className="heat-readout">{heat && !isTable ? (text ?? idleText(heat)) : ''}</output>
        <span className="grow" />
        {heat && <Legend peak={heat.matrix.peak} unit={unit} />}
        <button type="button" className="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          table
        </button>
        <SaveMenu save={save} />
      </div>
      <div className="heat-body" ref={setBody}>
        {isTable ? (
          <Table {...props} params={asked} label={`${label} cells`} />
        ) : heat ? (
          <HeatMap
            heat={heat}
            size={size}
            label={label}
            unit={unit}
            isMain={isMain}
            entries={entries}
            onRead={setText}
          />
        ) : answer ? (
          <p className="hint">{answer.head.notes.map(note => note.text).join(' ') || empty}</p>
        ) : (
          <Waiting />
        )}
      </div>
    </section>
  );
}

/** px above the cells for what a saved picture says of itself. */
const heading = 70;

const pictureKinds: readonly PictureKind[] = ['png', 'svg'];

/** Fewer columns show no pattern. */
const fewColumns = 3;

function idleText({ matrix: { grid } }: DrawnHeat): string {
  return grid.columns < fewColumns
    ? `${capital(gridText(grid))}: too little time to see what comes again and again.`
    : `${capital(gridText(grid))}. Drag, or choose the first and the last cell, to narrow to that time.`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Legend({ peak, unit }: { peak: number; unit: string }) {
  return (
    <span className="heat-legend">
      <span>0</span>
      <span className="heat-scale" aria-hidden="true" />
      <span>{amountText(peak, unit)} a cell</span>
    </span>
  );
}

function SaveMenu({ save }: { save(kind: PictureKind): void }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="quiet">
        save <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={menus()}>
        <DropdownMenu.Content className="menu" align="end">
          {pictureKinds.map(kind => (
            <DropdownMenu.Item key={kind} className="menu-item" onSelect={() => save(kind)}>
              Save as {kind.toUpperCase()}…
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function plotIn({ width, height }: Size): Plot {
  return {
    left: margin.left,
    top: margin.top,
    width: Math.max(0, width - margin.left - margin.right),
    height: Math.max(0, height - margin.top - margin.bottom),
  };
}

const tokens = [
  'text',
  'muted',
  'border',
  'surface',
  'accent',
  ...[0, 1, 2, 3, 4, 5, 6].map(i => `heat-${i}`),
].map(name => `var(--${name})`);

function useHeatColours(): HeatColours {
  const resolved = useColours(tokens);
  return useMemo(() => {
    const [text = '', muted = '', border = '', surface = '', accent = '', ...scale] = resolved;
    return { text, muted, border, surface, accent, scale };
  }, [resolved]);
}

export const heat: Picture = {
  roles: {
    time: named('time', 'Start of the column.'),
    offset: named('offset', 'Start of the row, ns from the start of the column.'),
    value: named('value', 'What is shown by colour.'),
  },
  component: Heat,
};
