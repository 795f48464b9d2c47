import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { PictureKind } from '../../../shell.ts';
import type { FramePath } from '../../state/flame.ts';
import { useSession } from '../../state/session.ts';
import { Store, useStore } from '../../state/store.ts';
import { useMainGrid } from '../../widgets/use-main-grid.ts';
import { useWidth } from '../../widgets/use-width.ts';
import { Waiting } from '../../widgets/waiting.tsx';
import type { Picture, PictureProps } from '../picture.ts';
import { useFront } from '../use-front.ts';
import { flameActions } from './actions.ts';
import { FlameBar } from './flame-bar.tsx';
import { FlameCanvas } from './flame-canvas.tsx';
import type { Spot } from './flame-stage.tsx';
import { FlameTable } from './flame-table.tsx';
import { Legend, Matches, Readout, Way } from './flame-words.tsx';
import { flameRoles } from './frames.ts';
import { blockAlong } from './layout.ts';
import { paletteOf } from './palette.ts';
import { type DrawnPicture, saveFlame } from './save-flame.ts';
import { search } from './search.ts';
import { useLayout } from './use-layout.ts';

/** Frames below this width are not asked for, px. */
const least = 1;

/** A flame graph or icicle of the call tree, or of the inverted tree. */
function Flame({ question, params, label, isMain, empty }: PictureProps) {
  const session = useSession();
  const { flame } = session;
  const scope = useStore(session.history.places, places => places.present.scope);
  const colours = useStore(session.colours);
  const tree = useStore(flame.tree);
  const root = useStore(flame.root)[tree];
  const isIcicle = useStore(flame.isIcicle);
  const hasTable = useStore(flame.hasTable);
  const sought = useStore(flame.sought);
  const zoom = useStore(flame.zoom);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const width = useWidth(frame);
  const focus = useMemo(() => new Store<FramePath>([]), []);
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
  const found = useMemo(() => (layout ? search(layout, sought) : null), [layout, sought]);
  const palette = useMemo(() => layout && paletteOf(layout, colours), [layout, colours]);
  const zoomed = useMemo(() => (layout ? blockAlong(layout, zoom) : -1), [layout, zoom]);
  const actions = useMemo(() => layout && flameActions(session, layout, focus), [session, layout, focus]);

  const front = useMemo(
    () =>
      isMain
        ? {
            name: label,
            asked: () => ({ question, params: asked, scope, arrangement: {} }),
            // All frames, however small.
            export: (as: 'csv' | 'tsv', path?: string) =>
              session.exportAnswer({ question, params: { ...asked, 'min-percent': 0 }, scope }, as, path),
          }
        : null,
    [session, isMain, label, question, asked, scope],
  );
  useFront(answer ?? null, front);
  useMainGrid(
    isMain,
    scroller,
    useCallback(() => searchField.current?.select(), []),
  );

  const goTo = useCallback((path: FramePath) => flame.zoom.set(path), [flame]);
  const leaveSearch = useCallback(() => scroller.current?.focus(), []);
  // The last drawn picture, for saving: the bar need not render at every zoom.
  const drawn = useRef<DrawnPicture | null>(null);
  useLayoutEffect(() => {
    drawn.current =
      layout && palette ? { title: label, layout, palette, found, zoomed, rootIsBelow: !isIcicle } : null;
  });
  const save = useCallback(
    (kind: PictureKind) => void (drawn.current && saveFlame(session, kind, drawn.current)),
    [session],
  );

  const body = () => {
    if (error) return <p className="failure">{error}</p>;
    if (!layout || !palette || !actions || !answer) return <Waiting />;
    if (layout.count === 0) return <p className="hint">{empty}</p>;
    return (
      <div className="flame-body" data-table={hasTable || undefined}>
        <FlameCanvas
          scroller={scroller}
          label={label}
          layout={layout}
          palette={palette}
          found={found}
          zoomed={zoomed}
          rootIsBelow={!isIcicle}
          focus={focus}
          hover={hover}
          actions={actions}
        />
        {hasTable && (
          <FlameTable
            layout={layout}
            columns={answer.head.columns}
            found={found}
            zoomed={zoomed}
            focus={focus}
            label={`${label}, as a table`}
            actions={actions}
          />
        )}
      </div>
    );
  };

  return (
    <div className="flame">
      <FlameBar field={searchField} onLeave={leaveSearch} save={layout ? save : null} />
      <div className="flame-line">
        <Way path={zoom} onZoom={goTo} />
        {found ? (
          <Matches found={found} sought={sought} />
        ) : (
          layout && <Legend layout={layout} colours={colours} />
        )}
      </div>
      <div className="flame-frame" ref={setFrame} aria-busy={isAsking || undefined}>
        {body()}
      </div>
      <Readout layout={layout ?? null} hover={hover} focus={focus} />
    </div>
  );
}

export const flame: Picture = { roles: flameRoles, component: Flame };
