/** Pseudo-random numbers (mulberry32): the same seed gives the same sequence. */
export class Random {
  constructor(private state: number) {}

  /** At least 0, less than 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer, 0 … limit - 1; 0 if `limit` is 0. */
  below(limit: number): number {
    return Math.floor(this.next() * Math.max(1, limit));
  }

  among<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
