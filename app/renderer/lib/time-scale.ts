import type { Interval } from './interval.ts';

/** Shortest span to zoom to, ns. */
const shortest = 100;

/** Converts between times and pixels of one axis, which all tracks of a timeline share. */
export class TimeScale {
  readonly length: number;

  constructor(
    readonly from: bigint,
    readonly to: bigint,
    /** px */
    readonly width: number,
  ) {
    this.length = Math.max(1, Number(to - from));
  }

  x(time: bigint): number {
    return (Number(time - this.from) / this.length) * this.width;
  }

  /** Clamped to the axis. */
  time(x: number): bigint {
    const share = Math.min(1, Math.max(0, x / Math.max(1, this.width)));
    return this.from + BigInt(Math.round(share * this.length));
  }

  /** The interval zoomed by `factor` (> 1: in) around `x`, clamped to `bounds`. */
  zoomed(x: number, factor: number, bounds: Interval): Interval {
    const share = Math.min(1, Math.max(0, x / Math.max(1, this.width)));
    const whole = Number(bounds.to - bounds.from);
    const length = Math.min(whole, Math.max(Math.min(shortest, whole), this.length / factor));
    const at = Number(this.from - bounds.from) + share * this.length;
    const start = Math.min(whole - length, Math.max(0, at - share * length));
    const from = bounds.from + BigInt(Math.round(start));
    return { from, to: from + BigInt(Math.round(length)) };
  }
}
