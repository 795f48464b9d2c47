import type { Options, Output } from '../contract.ts';
import { WallClock } from '../kit/metrics/wall-clock.ts';
import { undated } from '../kit/undated.ts';
import type { Prefix } from './line.ts';

/** Whichever clock strace was told to print: `-t` the time of day, `-ttt` seconds since 1970, `-r` since the line before. */
export class StraceClock {
  private wall: WallClock | null = null;
  private elapsed = 0;

  constructor(
    private readonly out: Output,
    private readonly options: Options,
  ) {}

  /** `ts` of the line; NaN where it has no time, or not the kind of time that the first line had. */
  at(line: Prefix): number {
    if (line.time === 'none') return Number.NaN;
    this.wall ??= this.begin(line);
    if (line.time === 'relative') {
      this.elapsed += line.seconds * 1e9 + line.nanos;
      return this.wall === null ? this.elapsed : Number.NaN;
    }
    if (this.wall === null) return Number.NaN;
    const seconds = line.time === 'day' ? this.wall.dateOf(line.seconds) : line.seconds;
    const ts = this.wall.at(seconds, line.nanos);
    return Number.isSafeInteger(ts) ? ts : Number.NaN;
  }

  finish(): void {
    if (this.wall !== null) this.wall.finish();
    else if (!this.begun) this.out.clock(undated(this.options, 'none'));
  }

  private begun = false;

  private begin(line: Prefix): WallClock | null {
    if (this.begun) return null;
    this.begun = true;
    const { out, options } = this;
    if (line.time === 'relative') {
      out.clock({ ...undated(options, 'run-seconds'), error: line.precision });
      return null;
    }
    const domain = line.time === 'day' ? 'local' : 'utc';
    const source = line.time === 'day' ? 'line-times' : 'epoch-seconds';
    return new WallClock(out, options, { domain, zone: null, source, error: line.precision });
  }
}
