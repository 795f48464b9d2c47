import type { Options, Output } from '../contract.ts';
import type { LineTime } from './line-time.ts';
import { WallClock } from './metrics/wall-clock.ts';
import { undated } from './undated.ts';

/** Origin of relative times: the line before, or when the tool began to run. */
export type RelativeTo = 'line-before' | 'start';

/**
 * Guesses the origin of relative times from the first lines, for tools that print both forms alike: times since the
 * start never decrease. With few lines the guess may be wrong.
 */
export function relativeTo(times: readonly number[]): RelativeTo {
  return times.some((time, at) => time < times[at - 1]!) ? 'line-before' : 'start';
}

/** Times are printed in µs: a sum of two is off by as much. */
const rounding = 1500;

/** The clock of a tool with a choice of time formats: the first line with a time decides which. */
export class LineClock {
  private wall: WallClock | null = null;
  private elapsed = 0;
  private begun = false;
  /** True if relative times count from the end of the call before, not from its begin. */
  countsFromEnds = false;

  constructor(
    private readonly out: Output,
    private readonly options: Options,
    private readonly relativeTo: RelativeTo = 'line-before',
  ) {}

  /**
   * `ts` of the line; NaN if it has no time, or a time of another kind than the first line.
   *
   * @param busyUntil end of the last call of the line's thread. A call cannot begin before it, so that relative times
   *   that say so count from the ends of calls, as those of some versions of strace do.
   */
  at(time: LineTime, busyUntil = Number.NaN): number {
    if (time.kind === 'none') return Number.NaN;
    this.wall ??= this.begin(time);
    const { wall } = this;
    if (time.kind === 'relative') {
      const ns = time.seconds * 1e9 + time.nanos;
      const base = this.relativeTo === 'start' ? 0 : this.elapsed;
      if (this.relativeTo === 'line-before' && base + ns < busyUntil - rounding) this.countsFromEnds = true;
      this.elapsed = (this.countsFromEnds && busyUntil > base ? busyUntil : base) + ns;
      return wall === null && Number.isSafeInteger(this.elapsed) ? this.elapsed : Number.NaN;
    }
    if (wall === null) return Number.NaN;
    if (time.kind === 'date') wall.setDate(Math.floor(time.seconds / 86_400));
    const seconds = time.kind === 'day' ? wall.nearestSeconds(time.seconds) : time.seconds;
    const ts = wall.at(seconds, time.nanos);
    return Number.isSafeInteger(ts) ? ts : Number.NaN;
  }

  finish(): void {
    if (this.wall !== null) this.wall.finish();
    else if (!this.begun) this.out.clock(undated(this.options, 'none'));
  }

  private begin(time: LineTime): WallClock | null {
    if (this.begun) return null;
    this.begun = true;
    const { out, options } = this;
    if (time.kind === 'relative') {
      out.clock({ ...undated(options, 'run-seconds'), error: time.precision });
      return null;
    }
    const domain = time.kind === 'epoch' ? 'utc' : 'local';
    const source = time.kind === 'epoch' ? 'epoch-seconds' : 'line-times';
    return new WallClock(out, options, { domain, zone: null, source, error: time.precision });
  }
}
