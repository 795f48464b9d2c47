import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { count, formatInteger } from '../../../wording/numbers.ts';
import { formatClock } from '../../../wording/time.ts';
import { formatInterval, type Interval, withInterval } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { Table } from '../../state/table.ts';
import { useWidth } from '../../widgets/use-width.ts';
import { type Buckets, bucketsOf, intervalBetween, sumBetween } from './buckets.ts';
import { densest, type Stretch } from './densest.ts';

/** px */
const gap = 2;
const height = 44;

/** Hits over time: a bar that is clicked, or bars that are dragged over, become the scope. */
export function HitHistogram({ table }: { table: Table | null }) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const width = useWidth(frame);
  const buckets = useMemo(() => table && bucketsOf(table), [table]);
  return (
    <div ref={setFrame} className="hit-histogram">
      {buckets && width > 0 && <Bars buckets={buckets} width={width} />}
    </div>
  );
}

interface Chosen {
  readonly from: number;
  readonly to: number;
}

function Bars({ buckets, width }: { buckets: Buckets; width: number }) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isDragging, setDragging] = useState(false);
  const { counts, from } = buckets;
  const { length } = counts;
  const stretch = useMemo(() => densest(counts), [counts]);
  const peak = counts.reduce((most, each) => Math.max(most, each), 0);
  const step = width / length;
  const narrow = (interval: Interval) =>
    session.narrow(withInterval(session.history.present.scope, interval));
  const narrowTo = ({ from, to }: Chosen) => {
    setChosen(null);
    narrow(intervalBetween(buckets, from, to));
  };
  const barAt = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(length - 1, Math.floor((event.clientX - left) / step)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = chosen?.to ?? -1;
    const to = keyTo(event.key, at, length);
    if (to !== null) setChosen({ from: event.shiftKey && chosen ? chosen.from : to, to });
    else if (event.key === 'Enter' && chosen) narrowTo(chosen);
    else if (event.key === 'Escape' && chosen) setChosen(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const words = chosen
    ? `${formatInterval(intervalBetween(buckets, chosen.from, chosen.to), zone)} · ${count(sumBetween(buckets, chosen.from, chosen.to), 'hit')}`
    : null;
  const isIn = (range: Pick<Chosen, 'from' | 'to'> | null, bar: number) =>
    range !== null && bar >= Math.min(range.from, range.to) && bar <= Math.max(range.from, range.to);
  const isDense = (bar: number) => stretch !== null && bar >= stretch.from && bar < stretch.to;
  return (
    <>
      <div
        className="hit-bars"
        role="application"
        aria-roledescription="histogram"
        aria-label={`Hits over time: ${words ?? `at most ${formatInteger(peak)} in one of ${length} bars; arrows move, Enter narrows to it`}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves over the bars
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={event => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const bar = barAt(event);
          setDragging(true);
          setChosen({ from: bar, to: bar });
        }}
        onPointerMove={event => {
          const bar = barAt(event);
          setChosen(now => (isDragging && now ? { ...now, to: bar } : { from: bar, to: bar }));
        }}
        onPointerUp={() => {
          if (isDragging && chosen) narrowTo(chosen);
          setDragging(false);
        }}
        onPointerCancel={() => {
          setDragging(false);
          setChosen(null);
        }}
        onPointerLeave={() => !isDragging && setChosen(null)}
        onBlur={() => setChosen(null)}
      >
        <svg width={width} height={height} aria-hidden="true">
          {[...counts].map((hits, bar) => {
            const tall = hits > 0 ? Math.max(2, (hits / peak) * height) : 0;
            const look = isIn(chosen, bar) ? 'is-chosen' : isDense(bar) ? 'is-dense' : '';
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: bars have no name but their place
              <g key={bar} className={look}>
                <rect className="hit-back" x={bar * step} y={0} width={step} height={height} />
                <rect
                  className="hit-bar"
                  x={bar * step + gap / 2}
                  y={height - tall}
                  width={Math.max(1, step - gap)}
                  height={tall}
                  rx={1}
                />
              </g>
            );
          })}
        </svg>
      </div>
      <div className="hit-axis">
        <span className="number">{formatClock(from, zone, 0)}</span>
        {words ? (
          <span>{words}</span>
        ) : (
          <Where stretch={stretch} onNarrow={to => narrow(intervalBetween(buckets, to.from, to.to - 1))} />
        )}
        <span className="number">{formatClock(from + BigInt(length) * buckets.width, zone, 0)}</span>
      </div>
    </>
  );
}

function Where({ stretch, onNarrow }: { stretch: Stretch | null; onNarrow(to: Stretch): void }) {
  if (!stretch) return <span>click a bar or drag over some to narrow to their time</span>;
  return (
    <span>
      <button
        type="button"
        className="link"
        title="Narrow to this stretch of time"
        onClick={() => onNarrow(stretch)}
      >
        {percentOf(stretch.share)} of the hits lie in {percentOf(stretch.ofTime)} of the time
      </button>
      <span className="hit-help"> · click a bar or drag over some to narrow to their time</span>
    </span>
  );
}

/** `77 %`; all and nothing are said of all and nothing alone. */
function percentOf(share: number): string {
  const percent = share * 100;
  if (percent > 99 && percent < 100) return '> 99 %';
  if (percent < 1 && percent > 0) return '< 1 %';
  return `${Math.round(percent)} %`;
}

function keyTo(key: string, at: number, length: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return Math.min(length - 1, at + 1);
    case 'ArrowLeft':
      return at < 0 ? length - 1 : Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
