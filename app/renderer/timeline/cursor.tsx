import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { type TimelineView, useScale } from './view.ts';

export function CursorLine({ view }: { view: TimelineView }) {
  const x = useStore(view.cursor);
  return x === null ? null : <div className="cursor-line" style={{ left: x }} />;
}

/** The marked moment: of the selected event, or of a click. */
export function MarkLine({ view }: { view: TimelineView }) {
  const session = useSession();
  const scale = useScale(view);
  const moment = useStore(session.moment);
  if (moment === null || moment < scale.from || moment > scale.to) return null;
  return <div className="mark-line" style={{ left: scale.x(moment) }} />;
}

/** The interval shown in the inspector. */
export function ChosenMark({ view }: { view: TimelineView }) {
  const session = useSession();
  const scale = useScale(view);
  const interval = useStore(session.interval);
  if (!interval) return null;
  const [left, right] = [Math.max(0, scale.x(interval.from)), Math.min(scale.width, scale.x(interval.to))];
  if (right < 0 || left > scale.width) return null;
  return <div className="chosen-mark" style={{ left, width: Math.max(1, right - left) }} />;
}

/** The measured interval: the axis shows its length, the tracks their values in it. */
export function Measure({ view }: { view: TimelineView }) {
  const scale = useScale(view);
  const measured = useStore(view.measured);
  if (!measured) return null;
  const [left, right] = [Math.max(0, scale.x(measured.from)), Math.min(scale.width, scale.x(measured.to))];
  if (right <= left) return null;
  return <div className="measure" style={{ left, width: right - left }} />;
}

/** The text of the hit under the pointer. */
export function HitTip({ view }: { view: TimelineView }) {
  const hit = useStore(view.hit);
  const x = useStore(view.cursor);
  if (!hit?.text || x === null) return null;
  const isRight = x > view.scale.get().width / 2;
  return (
    <output
      className="hit-tip"
      style={{
        top: hit.y + 12,
        ...(isRight ? { right: view.scale.get().width - x + 10 } : { left: x + 10 }),
      }}
    >
      {hit.text}
    </output>
  );
}
