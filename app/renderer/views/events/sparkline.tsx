import { count } from '../../../wording/numbers.ts';
import { barPath } from './spark-path.ts';

const width = 120;
const height = 17;
/** px of the picture and the gap before the number beside it. */
export const sparklineRoom = width + 8;

/** Counts over time as small bars, scaled to the largest count. */
export function Sparkline({ counts, colour }: { counts: Float64Array; colour: string }) {
  const peak = Math.max(...counts);
  return (
    <svg
      className="sparkline"
      role="img"
      aria-label={`at most ${count(peak, 'event')} in one of ${counts.length} steps`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <path d={barPath(counts, width, height)} fill={colour} />
    </svg>
  );
}
