/**
 * The clock of tools that print how long they have been running: exact between samples, with an unknown
 * start.
 */
import type { Options, Output, Severity } from '../../contract.ts';
import { isInstant } from '../civil.ts';
import { undated } from '../undated.ts';
import { untimed } from '../untimed.ts';

export class RunClock {
  /** Number of samples so far. */
  samples = 0;
  private lastSeconds = Number.NEGATIVE_INFINITY;
  private isLaterRun = false;
  private domain: 'none' | 'utc' | null = null;
  private zero = 0;

  /**
   * @param problem reports that times went back, so that a second run begins, and numbers that are not times
   * @param order `'mayGoBack'` in files with a block of the same run for each thread
   */
  constructor(
    private readonly out: Output,
    private readonly options: Options,
    private readonly problem: (code: string, severity: Severity, message: string) => void,
    private readonly order: 'runs' | 'mayGoBack' = 'runs',
  ) {}

  /**
   * `ts` of a sample taken after `seconds` of running, or at `seconds` since 1970. `NaN` for numbers that are
   * not times, which is a problem. A second run is a problem, because its start is unknown: `NaN` for all its samples.
   */
  at(seconds: number): number {
    this.samples++;
    if (!isInstant(seconds)) {
      this.problem(untimed.code, untimed.severity, untimed.message);
      return Number.NaN;
    }
    if (this.domain === null) this.begin(seconds);
    if (seconds < this.lastSeconds && this.domain === 'none') this.beginLaterRun();
    this.lastSeconds = seconds;
    if (this.isLaterRun) return Number.NaN;
    // Rounded to microseconds: tools print no more, and a double near 1.7e9 holds no more.
    return Math.round((seconds - this.zero) * 1e6) * 1e3;
  }

  /** Begins another run, even if its first time is higher than the last one of the run before. */
  beginLaterRun(): void {
    if (this.isLaterRun || this.order === 'mayGoBack') return;
    this.isLaterRun = true;
    this.problem(
      'several-runs',
      'notice',
      'A second run begins here. Its start is unknown, so samples from here on have no time.',
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
