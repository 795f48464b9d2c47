import type { Options, Output } from '../contract.ts';
import type { LineTime } from './line-time.ts';
import { WallClock } from './metrics/wall-clock.ts';
import { undated } from './undated.ts';

/** What relative times count from: the line before, or when the tool began to run. */
export type RelativeTo = 'line-before' | 'start';

/**
 * Which of the two times of the first lines are, where a tool prints both alike: those since the start never go back.
 * Those of few lines may be either.
 */
export function relativeTo(times: readonly number[]): RelativeTo {
  return times.some((time, at) => time < times[at - 1]!) ? 'line-before' : 'start';
}

/** The clock of a tool that can be told to print any of several times before its lines: the first that a line has decides. */
export class LineClock {
  private wall: WallClock | null = null;
  private elapsed = 0;
  private begun = false;

  constructor(
    private readonly out: Output,
    private readonly options: Options,
    private readonly relativeTo: RelativeTo = 'line-before',
  ) {}

  /** `ts` of the line; NaN where it has no time, or not the kind of time that the first line had. */
  at(time: LineTime): number {
    if (time.kind === 'none') return Number.NaN;
    this.wall ??= this.begin(time);
    const { wall } = this;
    if (time.kind === 'relative') {
      const ns = time.seconds * 1e9 + time.nanos;
      this.elapsed = this.relativeTo === 'start' ? ns : this.elapsed + ns;
      return wall === null && Number.isSafeInteger(this.elapsed) ? this.elapsed : Number.NaN;
    }
    if (wall === null) return Number.NaN;
    if (time.kind === 'date') wall.setDate(Math.floor(time.seconds / 86_400));
    const seconds = time.kind === 'day' ? wall.dateOf(time.seconds) : time.seconds;
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
