/** Times of reports that a line with a date may precede, as in `while sleep 5; do date; df; done`; else they are numbered. */
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
    const ts = this.clock.read(line.replace(/^Date:\s*/, ''));
    if (ts === null) return false;
    this.ts = ts;
    return true;
  }

  /** A report begins. */
  next(): void {
    this.row++;
  }

  /** Number of the report, from 0. */
  get sample(): number {
    // What comes before the first titles is the rest of a report.
    if (this.row < 0) this.row = 0;
    return this.row;
  }

  get moment(): Moment {
    if (this.ts === null) this.paced ??= new PacedClock(this.out, this.options);
    return { ts: this.ts ?? this.paced!.at(this.sample), row: this.sample, sinceBoot: false };
  }
}
