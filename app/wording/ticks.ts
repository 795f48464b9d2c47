/** Places ticks on round numbers, at least `gap` pixels apart. */
import { sinceMidnight, type Zone } from './time.ts';

const second = 1e9;
const steps: readonly number[] = [
  ...[1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8].flatMap(unit => [unit, 2 * unit, 5 * unit]),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800].map(s => s * second),
  ...[1, 2, 3, 6, 12].map(h => h * 3600 * second),
  ...[1, 2, 7, 14, 30, 90, 180, 365, 730, 1825, 3650, 7300, 18_250, 36_500].map(d => d * 86_400 * second),
];

export interface TimeTicks {
  /** ns between ticks. */
  readonly step: number;
  /** ns after `from`. */
  readonly at: readonly number[];
}

/** Ticks on round wall-clock times of `zone` for `length` ns from `from`, shown `width` pixels wide. */
export function timeTicks(from: bigint, length: number, width: number, zone: Zone, gap = 84): TimeTicks {
  if (!(length > 0) || !(width > 0)) return { step: second, at: [] };
  const minStep = (length / width) * gap;
  const step = steps.find(each => each >= minStep) ?? steps.at(-1)!;
  const before = sinceMidnight(from, zone) % step;
  const at: number[] = [];
  for (let tick = before === 0 ? 0 : step - before; tick <= length; tick += step) at.push(tick);
  return { step, at };
}

/** Round tops of an axis: first digits, and the number of round parts each divides into. */
const tops: readonly (readonly [number, number])[] = [
  [1, 4],
  [1.5, 3],
  [2, 4],
  [2.5, 5],
  [3, 3],
  [4, 4],
  [5, 5],
  [6, 3],
  [8, 4],
  [10, 4],
];

/** The top of an axis, a round number at or a little above `value`, and the step of its ticks. */
export function valueAxis(value: number): { readonly top: number; readonly step: number } {
  const unit = value > 0 ? 10 ** Math.floor(Math.log10(value)) : 1;
  const [factor, parts] = tops.find(([each]) => each * unit >= value * (1 - 1e-9)) ?? tops.at(-1)!;
  return { top: factor * unit, step: (factor * unit) / parts };
}

export const roundUp = (value: number): number => valueAxis(value).top;
