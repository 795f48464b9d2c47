import { timeTicks } from '../../../wording/ticks.ts';
import { formatTick, type Zone } from '../../../wording/time.ts';
import type { Interval } from '../../lib/interval.ts';

interface AxisProps {
  readonly visible: Interval | null;
  /** px */
  readonly width: number;
  readonly zone: Zone;
}

export function Axis({ visible, width, zone }: AxisProps) {
  if (!visible || width === 0) return <div className="flame-chart-axis" aria-hidden="true" />;
  const length = Number(visible.to - visible.from);
  const { at, step } = timeTicks(visible.from, length, width, zone, 110);
  return (
    <div className="flame-chart-axis" aria-hidden="true">
      {at.map(ns => (
        <span key={ns} style={{ left: (ns / length) * width }}>
          {formatTick(visible.from + BigInt(Math.round(ns)), zone, step)}
        </span>
      ))}
    </div>
  );
}
