import { useMemo, useState } from 'react';
import { count, formatInteger } from '../../../wording/numbers.ts';
import { formatClock } from '../../../wording/time.ts';
import type { Interval } from '../../lib/interval.ts';
import { formatInterval, withInterval } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { Table } from '../../state/table.ts';
import { useWidth } from '../../widgets/use-width.ts';
import { type Buckets, bucketsOf, intervalBetween, sumBetween } from './buckets.ts';
import { type DenseRange, densest } from './densest.ts';
import { type BarRange, useBarSelection } from './use-bar-selection.ts';

/** px */
const gap = 2;
const height = 44;

/** Hits over time. Clicking a bar, or dragging over bars, narrows to their time. */
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

function Bars({ buckets, width }: { buckets: Buckets; width: number }) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const { counts, from } = buckets;
  const { length } = counts;
  const stretch = useMemo(() => densest(counts), [counts]);
  const peak = counts.reduce((max, each) => Math.max(max, each), 0);
  const narrow = (interval: Interval) =>
    session.narrow(withInterval(session.history.present.scope, interval));
  const { chosen, input } = useBarSelection(length, width / length, ({ from, to }) =>
    narrow(intervalBetween(buckets, from, to)),
  );
  const words = chosen
    ? `${formatInterval(intervalBetween(buckets, chosen.from, chosen.to), zone)} · ${count(sumBetween(buckets, chosen.from, chosen.to), 'hit')}`
    : null;
  return (
    <>
      <div
        className="hit-bars"
        role="application"
        aria-roledescription="histogram"
        aria-label={`Hits over time: ${words ?? `at most ${formatInteger(peak)} in one of ${length} bars; arrows move, Enter narrows to it`}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves over the bars
        tabIndex={0}
        {...input}
      >
        <BarShapes counts={counts} peak={peak} width={width} chosen={chosen} stretch={stretch} />
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

interface BarShapesProps {
  readonly counts: Buckets['counts'];
  readonly peak: number;
  readonly width: number;
  readonly chosen: BarRange | null;
  /** Exclusive at its end. */
  readonly stretch: DenseRange | null;
}

function BarShapes({ counts, peak, width, chosen, stretch }: BarShapesProps) {
  const step = width / counts.length;
  const isChosen = (bar: number) =>
    chosen !== null && bar >= Math.min(chosen.from, chosen.to) && bar <= Math.max(chosen.from, chosen.to);
  const isDense = (bar: number) => stretch !== null && bar >= stretch.from && bar < stretch.to;
  return (
    <svg width={width} height={height} aria-hidden="true">
      {[...counts].map((hits, bar) => {
        const tall = hits > 0 ? Math.max(2, (hits / peak) * height) : 0;
        const look = isChosen(bar) ? 'is-chosen' : isDense(bar) ? 'is-dense' : '';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its index
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
  );
}

function Where({ stretch, onNarrow }: { stretch: DenseRange | null; onNarrow(to: DenseRange): void }) {
  if (!stretch) return <span>click a bar, or drag over several, to narrow to their time</span>;
  return (
    <span>
      <button type="button" className="link" title="Narrow to this time" onClick={() => onNarrow(stretch)}>
        {percentOf(stretch.share)} of the hits lie in {percentOf(stretch.timeShare)} of the time
      </button>
      <span className="hit-help"> · click a bar, or drag over several, to narrow to their time</span>
    </span>
  );
}

/** `77 %`; `100 %` and `0 %` only if the share is exactly 1 or 0. */
function percentOf(share: number): string {
  const percent = share * 100;
  if (percent > 99 && percent < 100) return '> 99 %';
  if (percent < 1 && percent > 0) return '< 1 %';
  return `${Math.round(percent)} %`;
}
