import type { SparklineSpan } from '../contract.ts';
import type { Grid } from './grid.ts';
import type { Signal } from './signal.ts';

const levels = '▁▂▃▄▅▆▇█';
const nobodyKnows = ' ';
/** Maximum length of a sparkline, so that it fits into a line of text. */
const maxCharacters = 60;

/**
 * A signal in one line: one character per group of buckets, its height between the smallest and the largest mean;
 * a blank without a value.
 */
export function sparkline(values: Float64Array): string {
  const size = Math.min(maxCharacters, values.length);
  const means = Float64Array.from({ length: size }, (_, i) =>
    meanOf(
      values.subarray(Math.floor((i * values.length) / size), Math.floor(((i + 1) * values.length) / size)),
    ),
  );
  const present = means.filter(each => !Number.isNaN(each));
  const min = Math.min(...present);
  const range = Math.max(...present) - min;
  return Array.from(means, mean => {
    if (Number.isNaN(mean)) return nobodyKnows;
    const level = range > 0 ? Math.floor(((mean - min) / range) * levels.length) : 0;
    return levels[Math.min(levels.length - 1, level)];
  }).join('');
}

function meanOf(values: Float64Array): number {
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return sum / count;
}

/** The span of the sparklines of an answer, and the sparkline of the symptom they are compared with. */
export function sparklinesOf({ from, width, buckets }: Grid, symptom?: Signal): SparklineSpan {
  return {
    from,
    to: from + width * BigInt(buckets),
    ...(symptom && { symptom: { id: symptom.id, name: symptom.name, sparkline: sparkline(symptom.values) } }),
  };
}
