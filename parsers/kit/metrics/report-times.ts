/** Times of reports that a line with a date may precede, as in `while sleep 5; do date; df; done`. */
import type { Options, Output } from '../../contract.ts';
import { MomentClock } from './moment-clock.ts';
import type { Moment } from './series.ts';
import { PacedClock } from './wall-clock.ts';

export class ReportTimes {
  private readonly clock: MomentClock;
  private paced: PacedClock | null = null;
  private ts: number | null = null;
  private row = -1;

  constructor(
    private readonly out: Output,
    private readonly options: Options,
  ) {
    this.clock = new MomentClock(out, options, 'report-times');
  }

  /** True if the line is the date of the next report. */
  read(line: string): boolean {
    const ts = this.clock.read(line);
    if (ts === null) return false;
    this.ts = ts;
    return true;
  }

  /** A report begins. */
  next(): void {
    this.row++;
    if (this.ts === null) this.paced ??= new PacedClock(this.out, this.options);
  }

  get moment(): Moment {
    return { ts: this.ts ?? this.paced?.at(this.row) ?? Number.NaN, row: this.row, sinceBoot: false };
  }
}
