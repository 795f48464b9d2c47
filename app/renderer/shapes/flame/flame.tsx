import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Refers } from '../../../../analyzers/contract.ts';
import { entriesOf } from '../../meaning/entries.ts';
import type { MeantRow } from '../../meaning/references.ts';
import type { FramePath, TreePlace } from '../../state/flame.ts';
import { useSession } from '../../state/session.ts';
import { Store, useStore } from '../../state/store.ts';
import type { MenuEntry } from '../../widgets/row-menu.tsx';
import { useWidth } from '../../widgets/use-width.ts';
import { Waiting } from '../../widgets/waiting.tsx';
import type { Picture, PictureProps } from '../picture.ts';
import { useFront } from '../use-front.ts';
import { FlameBar } from './flame-bar.tsx';
import { FlameCanvas, type Spot } from './flame-canvas.tsx';
import { FlameTable } from './flame-table.tsx';
import { Legend, Matches, Readout, Way } from './flame-words.tsx';
import { type Frames, flameRoles, functionAt, moduleOf, nameOf, pathOf, typeOf } from './frames.ts';
import { blockAlong } from './layout.ts';
import { marked, paletteOf } from './palette.ts';
import { search } from './search.ts';
import { useLayout } from './use-layout.ts';

/** Frames below this width are not asked for, px. */
const least = 1;

/** A flame graph or icicle of the call tree, or of the inverted tree. */
function Flame({ question, params, label, isMain, empty }: PictureProps) {
  const session = useSession();
  const { flame } = session;
  const scope = useStore(session.history.places, places => places.present.scope);
  const selected = useStore(session.selected);
  const colours = useStore(session.colours);
  const tree = useStore(flame.tree);
  const root = useStore(flame.root)[tree];
  const isIcicle = useStore(flame.isIcicle);
  const hasTable = useStore(flame.hasTable);
  const sought = useStore(flame.sought);
  const zoom = useStore(flame.zoom);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const width = useWidth(frame);
  const [focusPath, setFocusPath] = useState<FramePath>([]);
  const hover = useMemo(() => new Store<Spot | null>(null), []);
  const scroller = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);

  // In steps, so that the frames need not be asked for again with each pixel.
  const room = Math.ceil(width / 200) * 200;
  const asked = useMemo(
    () => ({
      tree,
      root,
      'min-percent': (100 * least) / room,
      ...params,
      ...(zoom.length > 0 && { under: JSON.stringify(zoom) }),
    }),
    [tree, root, room, params, zoom],
  );
  const { answer, layout, isAsking, error } = useLayout(room > 0 ? { question, params: asked, scope } : null);
  const found = useMemo(() => layout && search(layout, sought), [layout, sought]);
  const palette = useMemo(() => layout && paletteOf(layout, colours, found), [layout, colours, found]);
  const isMarked = useMemo(() => layout && marked(layout, selected), [layout, selected]);
  const zoomed = useMemo(() => (layout ? blockAlong(layout, zoom) : -1), [layout, zoom]);
  const focus = useMemo(() => (layout ? blockAlong(layout, focusPath) : -1), [layout, focusPath]);

  const front = useMemo(
    () =>
      isMain
        ? {
            name: label,
            // All frames, however small.
            export: (as: 'csv' | 'tsv', path?: string) =>
              session.exportAnswer({ question, params: { ...asked, 'min-percent': 0 }, scope }, as, path),
          }
        : null,
    [session, isMain, label, question, asked, scope],
  );
  useFront(answer, front);
  useEffect(() => {
    if (!isMain) return;
    const handle = {
      openFind: () => searchField.current?.select(),
      focus: () => scroller.current?.focus(),
      take: (key: string) => {
        scroller.current?.focus();
        scroller.current?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
      },
    };
    session.mainGrid.set(handle);
    return () => {
      if (session.mainGrid.get() === handle) session.mainGrid.set(null);
    };
  }, [session, isMain]);

  const setFocus = useCallback(
    (block: number) => {
      if (!layout || block < 0) return;
      setFocusPath(pathOf(layout.frames, layout.row[block]!));
      session.select(functionAt(layout.frames, layout.row[block]!));
    },
    [layout, session],
  );
  const zoomTo = useCallback(
    (block: number) => {
      if (layout) flame.zoom.set(block < 0 ? [] : pathOf(layout.frames, layout.row[block]!));
    },
    [layout, flame],
  );

  const body = () => {
    if (error) return <p className="failure">{error}</p>;
    if (!layout || !palette || !isMarked || !answer) return <Waiting />;
    if (layout.count === 0) return <p className="hint">{empty}</p>;
    const { frames } = layout;
    const own = (block: number) => entriesOf(session, meantRow(frames, layout.row[block]!, { tree, root }));
    const menu = (block: number): readonly MenuEntry[] => {
      if (block < 0) return [];
      const name = nameOf(frames, layout.row[block]!);
      return [
        { label: `Zoom into ${name}`, keys: 'Enter', run: () => zoomTo(block) },
        ...(zoom.length > 0 ? [{ label: 'Zoom out to all', run: () => zoomTo(-1) }] : []),
        { label: `Search for ${name}`, run: () => flame.sought.set(name) },
        null,
        ...own(block),
        null,
        { label: 'Copy name', run: () => void session.shell.copy(name) },
      ];
    };
    const keyOf = (event: KeyboardEvent, block: number) => {
      const entry = block < 0 ? undefined : own(block).find(each => each.keys === event.key);
      entry?.run();
      return entry !== undefined;
    };
    return (
      <div className="flame-body" data-table={hasTable || undefined}>
        <FlameCanvas
          scroller={scroller}
          label={label}
          layout={layout}
          palette={palette}
          isMarked={isMarked}
          zoomed={zoomed}
          rootIsBelow={!isIcicle}
          focus={focus}
          hover={hover}
          isBusy={isAsking}
          onFocus={setFocus}
          onZoom={zoomTo}
          onOut={() => {
            if (zoomed < 0) return false;
            zoomTo(layout.parent[zoomed]!);
            return true;
          }}
          onKey={(event: KeyboardEvent, block) => {
            if (event.key === 'i') flame.turn(tree === 'call' ? 'inverted' : 'call');
            else return keyOf(event, block);
            return true;
          }}
          menu={menu}
        />
        {hasTable && (
          <FlameTable
            layout={layout}
            columns={answer.head.columns}
            found={found}
            zoomed={zoomed}
            focus={focus}
            label={`${label}, as a table`}
            onFocus={setFocus}
            onZoom={zoomTo}
            onKey={keyOf}
            menu={menu}
          />
        )}
      </div>
    );
  };

  return (
    <div className="flame">
      <FlameBar
        field={searchField}
        onLeave={() => scroller.current?.focus()}
        picture={layout && palette ? { layout, palette, zoomed, title: label } : null}
      />
      <div className="flame-line">
        <Way path={zoom} onZoom={path => flame.zoom.set(path)} />
        {found ? (
          <Matches found={found} sought={sought} />
        ) : (
          layout && <Legend layout={layout} colours={colours} />
        )}
      </div>
      <div className="flame-frame" ref={setFrame}>
        {body()}
      </div>
      <Readout layout={layout} hover={hover} focus={focus} />
    </div>
  );
}

/** What a frame is about: a function and its module, or a process; and where it stands. */
function meantRow(frames: Frames, row: number, of: Pick<TreePlace, 'tree' | 'root'>): MeantRow {
  const name = nameOf(frames, row);
  const references = new Map<Refers, string | number>();
  const type = typeOf(frames, row);
  if (type === 'function') references.set('function', name).set('module', moduleOf(frames, row));
  if (type === 'process') references.set('process', name);
  references.set('node', row + 1);
  return { references, cell: () => undefined, place: { ...of, path: pathOf(frames, row) } };
}

export const flame: Picture = { roles: flameRoles, component: Flame };
