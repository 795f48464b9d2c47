import type { Options, Output } from '../contract.ts';
import { ascii, parseSeconds } from '../kit/bytes.ts';
import { undated } from '../kit/undated.ts';

/** Seconds since boot, as ftrace's clocks count by default. */
export class BootClock {
  private base = Number.NaN;

  constructor(
    private readonly out: Output,
    private readonly options: Options,
  ) {
    out.clock(undated(options, 'none'));
  }

  /** `ts` of `6412438.703521`; NaN of nothing. */
  at(time: string): number {
    if (time === '') return Number.NaN;
    if (Number.isNaN(this.base)) this.begin(time);
    const bytes = ascii(time);
    const ts = parseSeconds(bytes, 0, bytes.length, this.base);
    return Number.isSafeInteger(ts) ? ts : Number.NaN;
  }

  private begin(time: string): void {
    const { start } = this.options;
    this.base = Math.floor(Number(time));
    const zero = BigInt(this.base) * 1_000_000_000n;
    this.out.clock({
      domain: 'boot',
      zero,
      utcOffset: start === null ? null : start - zero,
      zone: null,
      source: 'boot-seconds',
      startSet: start !== null,
      error: 10 ** (9 - (time.length - time.indexOf('.') - 1)),
    });
  }
}
