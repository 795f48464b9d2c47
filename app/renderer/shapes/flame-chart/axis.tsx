import { timeTicks } from '../../../wording/ticks.ts';
import { formatTick, type Zone } from '../../../wording/time.ts';
import type { Interval } from '../../state/scope.ts';

interface AxisProps {
  readonly seen: Interval | null;
  /** px */
  readonly width: number;
  readonly zone: Zone;
}

export function Axis({ seen, width, zone }: AxisProps) {
  if (!seen || width === 0) return <div className="flame-chart-axis" aria-hidden="true" />;
  const length = Number(seen.to - seen.from);
  const { at, step } = timeTicks(seen.from, length, width, zone, 110);
  return (
    <div className="flame-chart-axis" aria-hidden="true">
      {at.map(ns => (
        <span key={ns} style={{ left: (ns / length) * width }}>
          {formatTick(seen.from + BigInt(Math.round(ns)), zone, step)}
        </span>
      ))}
    </div>
  );
}
