/** Pseudo-random numbers, the same for the same seed (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** 0 … 1, exclusive. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** 0 … limit - 1; 0 if `limit` is 0. */
  below(limit: number): number {
    return Math.floor(this.next() * Math.max(1, limit));
  }

  among<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
