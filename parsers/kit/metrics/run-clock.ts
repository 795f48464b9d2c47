/** The clock of tools that print how long they have been running: exact between samples, its start unknown. */
import type { Options, Output, Severity } from '../../contract.ts';
import { isInstant } from '../civil.ts';
import { undated } from '../undated.ts';

export class RunClock {
  /** Samples so far. */
  rows = 0;
  private last = Number.NEGATIVE_INFINITY;
  private isFurther = false;
  private domain: 'none' | 'utc' | null = null;
  private zero = 0;

  /** @param problem what a time before the last is reported to; `mayGoBack` where blocks of one run follow each other (one a thread) */
  constructor(
    private readonly out: Output,
    private readonly options: Options,
    private readonly problem: ((code: string, severity: Severity, message: string) => void) | 'mayGoBack',
  ) {}

  /**
   * `ts` of a sample taken after `seconds` of running, or at `seconds` since 1970. `NaN` of what is no time, and once a second run has begun,
   * which is a problem: when it did is unknown.
   */
  at(seconds: number): number {
    this.rows++;
    if (!isInstant(seconds)) return Number.NaN;
    if (this.domain === null) this.begin(seconds);
    if (seconds < this.last && this.domain === 'none') this.again();
    this.last = seconds;
    if (this.isFurther) return Number.NaN;
    // Tools print no more than microseconds; a double near 1.7e9 holds no more either.
    return Math.round((seconds - this.zero) * 1e6) * 1e3;
  }

  /** A further run begins, whatever its first time is. */
  again(): void {
    if (this.isFurther || this.problem === 'mayGoBack') return;
    this.isFurther = true;
    this.problem(
      'several-runs',
      'notice',
      'A second run begins here. When it did is unknown, so that samples from here on have no time.',
    );
  }

  private begin(seconds: number): void {
    if (seconds >= 1e9) {
      this.domain = 'utc';
      this.zero = Math.floor(seconds);
      const zero = BigInt(this.zero) * 1_000_000_000n;
      this.out.clock({
        domain: 'utc',
        zero,
        utcOffset: 0n,
        zone: null,
        source: 'epoch-seconds',
        error: null,
      });
      return;
    }
    this.domain = 'none';
    this.out.clock(undated(this.options, 'run-seconds'));
  }
}
