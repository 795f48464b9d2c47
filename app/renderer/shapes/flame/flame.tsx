import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { FramePath } from '../../state/flame.ts';
import { useSession } from '../../state/session.ts';
import { Store, useStore } from '../../state/store.ts';
import { useMainGrid } from '../../widgets/use-main-grid.ts';
import { useWidth } from '../../widgets/use-width.ts';
import { Waiting } from '../../widgets/waiting.tsx';
import type { Picture, PictureProps } from '../picture.ts';
import { flameActions } from './actions.ts';
import { FlameBar } from './flame-bar.tsx';
import { FlameCanvas } from './flame-canvas.tsx';
import type { Spot } from './flame-stage.tsx';
import { FlameTable } from './flame-table.tsx';
import { Legend, Matches, Readout, Way } from './flame-words.tsx';
import { flameRoles } from './frames.ts';
import { type FlameData, useFlame } from './use-flame.ts';

/** A flame graph or icicle of the call tree, or of the inverted tree. */
function Flame(props: PictureProps) {
  const { flame, colours: allColours } = useSession();
  const colours = useStore(allColours);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const data = useFlame(props, useWidth(frame));
  const { layout, found, isAsking } = data;
  const focus = useMemo(() => new Store<FramePath>([]), []);
  const hover = useMemo(() => new Store<Spot | null>(null), []);
  const scroller = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);

  useMainGrid(
    props.isMain,
    scroller,
    useCallback(() => searchField.current?.select(), []),
  );

  const goTo = useCallback((path: FramePath) => flame.zoom.set(path), [flame]);
  const leaveSearch = useCallback(() => scroller.current?.focus(), []);
  return (
    <div className="flame">
      <FlameBar field={searchField} onLeave={leaveSearch} save={layout ? data.save : null} />
      <div className="flame-line">
        <Way path={data.zoom} onZoom={goTo} />
        {found ? (
          <Matches found={found} sought={data.sought} />
        ) : (
          layout && <Legend layout={layout} colours={colours} />
        )}
      </div>
      <div className="flame-frame" ref={setFrame} aria-busy={isAsking || undefined}>
        <FlameBody {...{ data, scroller, focus, hover }} label={props.label} empty={props.empty} />
      </div>
      <Readout layout={layout ?? null} hover={hover} focus={focus} />
    </div>
  );
}

interface FlameBodyProps {
  readonly data: FlameData;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Path of the block with the keyboard focus. */
  readonly focus: Store<FramePath>;
  readonly hover: Store<Spot | null>;
  readonly label: string;
  readonly empty: string;
}

/** The blocks, and their table if it is shown. */
function FlameBody({ data, scroller, focus, hover, label, empty }: FlameBodyProps) {
  const session = useSession();
  const { answer, layout, palette, found, zoomed, isIcicle, error } = data;
  const hasTable = useStore(session.flame.hasTable);
  const actions = useMemo(() => layout && flameActions(session, layout, focus), [session, layout, focus]);
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
}

export const flame: Picture = { roles: flameRoles, component: Flame };
