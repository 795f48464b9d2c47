import type { Options, Output } from '../contract.ts';

/** perf's own clock: seconds with six decimals, mostly since boot. */
export class BootClock {
  private zero = Number.NaN;

  constructor(
    private readonly out: Output,
    private readonly options: Options,
  ) {}

  /** ns since the zero, from seconds as printed. */
  at(text: string): number {
    const point = text.indexOf('.');
    const seconds = Number(text.slice(0, point));
    if (Number.isNaN(this.zero)) this.begin(seconds);
    return (seconds - this.zero) * 1e9 + Number(text.slice(point + 1).padEnd(9, '0'));
  }

  private begin(seconds: number): void {
    this.zero = seconds;
    const { start } = this.options;
    const zero = BigInt(seconds) * 1_000_000_000n;
    this.out.clock({
      ...{ domain: 'boot', zero, zone: null, source: 'boot-seconds', error: null },
      utcOffset: start === null ? null : start - zero,
      startSet: start !== null,
    });
  }
}
