import { formatDuration } from '../../wording/numbers.ts';
import { type TimeTicks, timeTicks } from '../../wording/ticks.ts';
import { digitsFor, formatClock, formatDate, formatTick, type Zone } from '../../wording/time.ts';
import type { Interval } from '../lib/interval.ts';
import type { TimeScale } from '../lib/time-scale.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { type TimelineView, useScale } from './view.ts';

/** Width of a letter of the axis, and the gap between two labels, px. */
const letter = 6.4;
const between = 18;

/** Ticks far enough apart that their labels do not overlap: finer times have longer labels. */
export function labelledTicks(scale: TimeScale, zone: Zone): TimeTicks {
  let ticks = timeTicks(scale.from, scale.length, scale.width, zone);
  for (let tries = 0; tries < 4; tries++) {
    const label = formatTick(scale.from + BigInt(Math.round(ticks.at[0] ?? 0)), zone, ticks.step);
    const gap = label.length * letter + between;
    if ((ticks.step / scale.length) * scale.width >= gap) break;
    ticks = timeTicks(scale.from, scale.length, scale.width, zone, gap);
  }
  return ticks;
}

interface AxisProps {
  readonly view: TimelineView;
  readonly isZoomed: boolean;
  setArea(element: HTMLDivElement | null): void;
}

export function Axis({ view, isZoomed, setArea }: AxisProps) {
  const session = useSession();
  const scale = useScale(view);
  const zone = useStore(session.shownZone);
  const x = useStore(view.cursor);
  const { at, step } = labelledTicks(scale, zone);
  const measured = useStore(view.measured);
  const cursor = measured ? measureLabel(measured, scale) : x === null ? null : cursorLabel(x, scale, zone);
  return (
    <div className="axis">
      <div className="track-label axis-label">
        <button
          type="button"
          className="add-track"
          title="Add a track  t"
          onClick={() => session.dialog.set({ kind: 'track' })}
        >
          + track
        </button>
        {isZoomed ? (
          <button type="button" className="link" onClick={() => session.zoom.set(null)}>
            show all
          </button>
        ) : (
          <span className="muted">{formatDate(scale.from, zone)}</span>
        )}
      </div>
      <div className="axis-ticks" ref={setArea}>
        {at.map(tick => {
          const left = (tick / scale.length) * scale.width;
          const text = formatTick(scale.from + BigInt(Math.round(tick)), zone, step);
          const right = left + text.length * letter + 4;
          // Leaves out labels that would be cut off or covered by the label of the cursor.
          if (right > scale.width || (cursor && right > cursor.left && left < cursor.right)) return null;
          return (
            <span key={tick} className="tick" style={{ left }}>
              {text}
            </span>
          );
        })}
        {cursor && (
          <output
            className="cursor-time"
            data-measure={measured ? true : undefined}
            style={{ left: (cursor.left + cursor.right) / 2 }}
          >
            {cursor.text}
          </output>
        )}
      </div>
      <div className="axis-length muted">{formatDuration(scale.length)}</div>
    </div>
  );
}

function cursorLabel(x: number, scale: TimeScale, zone: Zone) {
  return labelAt(
    x,
    formatClock(scale.time(x), zone, Math.max(3, digitsFor(scale.length / scale.width))),
    scale,
  );
}

function measureLabel({ from, to }: Interval, scale: TimeScale) {
  return labelAt((scale.x(from) + scale.x(to)) / 2, formatDuration(Number(to - from)), scale);
}

/** Position of a label, kept within the axis. */
function labelAt(x: number, text: string, scale: TimeScale) {
  const half = (text.length * letter + 14) / 2;
  const middle = Math.min(Math.max(x, half), scale.width - half);
  return { text, left: middle - half, right: middle + half };
}

/** Faint vertical lines at the ticks, through every track. */
export function Ruling({ view }: { readonly view: TimelineView }) {
  const session = useSession();
  const scale = useScale(view);
  const zone = useStore(session.shownZone);
  const { at } = labelledTicks(scale, zone);
  return (
    <div className="ruling" aria-hidden="true">
      {at.map(tick => (
        <span key={tick} style={{ left: (tick / scale.length) * scale.width }} />
      ))}
    </div>
  );
}
