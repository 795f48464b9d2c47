import { useEffect, useState } from 'react';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { Splitter } from '../widgets/splitter.tsx';
import { type Panel, usePanel } from '../widgets/use-panel.ts';
import { useSize } from '../widgets/use-size.ts';
import { CapturesPanel } from './captures-panel.tsx';
import { ImportCards } from './import-cards.tsx';
import { Inspector } from './inspector.tsx';
import { NotebookPanel } from './notebook/notebook-panel.tsx';
import { ViewTabs } from './tabs.tsx';

/** px; a narrower window starts without the inspector, because the callers view has the same information. */
const narrow = 1120;
/** px; from this width on, the row of a capture shows format, rows and duration. */
const roomy = 1360;
/** px; from this width on, the side panels are wider for longer names. */
const wide = 2000;
/** Maximum share of the height that the timeline takes by default, and when dragged. */
const ownShare = 0.48;
/** px; if the middle is lower than this, the table gets the space. */
const low = 640;
const lowShare = 0.25;
const mostShare = 0.8;

/** Captures on the left, the inspector on the right, the timeline over the views: with splitters between them. */
export function Desk() {
  const [desk, setDesk] = useState<HTMLElement | null>(null);
  const { width } = useSize(desk);
  const maxWidth = Math.max(200, width * 0.4);
  const isNarrow = width > 0 && width < narrow;
  const captures = usePanel({
    name: 'Captures',
    proposed: isNarrow ? 200 : width >= wide ? 300 : width >= roomy ? 240 : 220,
    minSize: 150,
    maxSize: maxWidth,
    opens: true,
  });
  const inspector = usePanel({
    name: 'Inspector',
    proposed: width >= wide ? 340 : 258,
    minSize: 180,
    maxSize: maxWidth,
    opens: !isNarrow,
  });
  useCommand(captures);
  useCommand(inspector);
  const columns = `${captures.size}px minmax(0, 1fr) ${inspector.size}px`;
  return (
    <div ref={setDesk} className="desk" style={{ gridTemplateColumns: columns }}>
      <div id="captures" className="side" hidden={!captures.isOpen}>
        <CapturesPanel />
      </div>
      <main className="desk-middle">
        <Splitter panel={captures} side="left" controls="captures" />
        <Middle />
        <Splitter panel={inspector} side="right" controls="inspector" />
      </main>
      <div id="inspector" className="side has-notebook" hidden={!inspector.isOpen}>
        <NotebookPanel />
        <Inspector />
      </div>
      {!captures.isOpen && (
        <div className="floating-cards">
          <ImportCards />
        </div>
      )}
    </div>
  );
}

function Middle() {
  const [middle, setMiddle] = useState<HTMLElement | null>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const { height } = useSize(middle);
  const frameSize = useSize(frame);
  const panel = usePanel({
    name: 'Timeline',
    proposed: height * (height < low ? lowShare : ownShare),
    minSize: 70,
    maxSize: Math.max(70, height * mostShare),
    opens: true,
  });
  useCommand(panel);
  const heldHeight = useHeldHeight(frame, panel.size);
  return (
    <div ref={setMiddle} className="middle">
      <div
        ref={setFrame}
        id="timeline"
        className="timeline-frame"
        style={
          panel.isOpen
            ? { maxHeight: panel.size, ...(heldHeight !== null && { height: heldHeight }) }
            : undefined
        }
      >
        <Timeline isFolded={!panel.isOpen} />
      </div>
      {/* With few tracks the timeline takes less than its maximum. */}
      <Splitter panel={{ ...panel, size: frameSize.height }} side="above" controls="timeline" />
      <ViewTabs />
    </div>
  );
}

/**
 * The height at which the timeline stays while the user chooses tracks in the metrics view, so that rows do not move under the pointer
 * that adds tracks; null elsewhere.
 *
 * @param size a new size from the splitter ends it
 */
function useHeldHeight(frame: HTMLElement | null, size: number): number | null {
  const session = useSession();
  const isChoosing = useStore(session.history.places, places => places.present.view === 'metrics');
  const [heldHeight, setHeld] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new size ends it
  useEffect(() => {
    if (!isChoosing || !frame) return;
    const unsubscribe = session.tracks.chosen.subscribe(() => {
      setHeld(height => height ?? frame.offsetHeight);
      const before = frame.querySelectorAll(metricTrack).length;
      requestAnimationFrame(() => {
        const tracks = frame.querySelectorAll(metricTrack);
        if (tracks.length > before) tracks[tracks.length - 1]?.scrollIntoView({ block: 'nearest' });
      });
    });
    return () => {
      unsubscribe();
      setHeld(null);
    };
  }, [session, frame, isChoosing, size]);
  return heldHeight;
}

const metricTrack = '[data-kind="metrics"]';

/** Registers this panel for the commands and keys that show and hide it. */
function useCommand({ name, toggle }: Panel): void {
  const session = useSession();
  useEffect(() => {
    session.panelToggles.set(name, toggle);
    return () => void session.panelToggles.delete(name);
  });
}
