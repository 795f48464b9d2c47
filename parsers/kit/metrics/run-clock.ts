/** The clock of tools that print how long they have been running: exact between samples, its start unknown. */
import type { Options, Output } from '../../contract.ts';

export class RunClock {
  /** Samples so far. */
  rows = 0;
  private last = Number.NEGATIVE_INFINITY;
  private runs = 0;
  private domain: 'none' | 'utc' | null = null;
  private zero = 0;

  constructor(
    private readonly out: Output,
    private readonly options: Options,
  ) {}

  /**
   * `ts` of a sample taken after `seconds` of running, or at `seconds` since 1970. `NaN` once a second run has begun:
   * when it did is unknown.
   */
  at(seconds: number): number {
    this.rows++;
    if (this.domain === null) this.begin(seconds);
    if (seconds < this.last) this.runs++;
    this.last = seconds;
    if (this.runs > 0 && this.domain === 'none') return Number.NaN;
    // Tools print no more than microseconds; a double near 1.7e9 holds no more either.
    return Math.round((seconds - this.zero) * 1e6) * 1e3;
  }

  /** Whether the sample before was the first of a further run. */
  get several(): boolean {
    return this.runs > 0;
  }

  private begin(seconds: number): void {
    const { start } = this.options;
    const common = { zone: null, error: null };
    if (seconds >= 1e9) {
      this.domain = 'utc';
      this.zero = Math.floor(seconds);
      const zero = BigInt(this.zero) * 1_000_000_000n;
      this.out.clock({
        ...common,
        domain: 'utc',
        zero,
        utcOffset: 0n,
        source: 'epoch-seconds',
      });
      return;
    }
    this.domain = 'none';
    this.out.clock({
      ...common,
      domain: 'none',
      zero: 0n,
      utcOffset: start,
      source: 'run-seconds',
      startSet: start !== null,
    });
  }
}
