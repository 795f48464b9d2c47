/**
 * The clock of a capture whose rows count seconds from a start, for which a header line may state the date.
 */
import type { Options, Output, Severity } from '../../contract.ts';
import { clockOf, type ReadMoment, readMoment } from './moments.ts';
import { RunClock } from './run-clock.ts';
import { WallClock } from './wall-clock.ts';

export class StartClock {
  private readonly run: RunClock;
  private wall: WallClock | null = null;
  /** Start of the run; null while no header has stated it. */
  private start: ReadMoment | null = null;

  /** @param problem reports a run without a date that follows other runs */
  constructor(
    private readonly out: Output,
    private readonly options: Options,
    private readonly problem: (code: string, severity: Severity, message: string) => void,
  ) {
    this.run = new RunClock(out, options, problem);
  }

  /** Begins the next run of the file, with the start in `text`; false if the text does not state a start. */
  begin(text: string): boolean {
    const parsed = readMoment(text, this.options.modified);
    // If one run is on UTC and another on a wall clock, only the first gets times.
    const moment = parsed === null || (this.start !== null && this.start.utc !== parsed.utc) ? null : parsed;
    if (this.run.samples > 0) this.run.beginLaterRun();
    else if (moment !== null) this.date(moment);
    else if (this.wall !== null) this.reportLostStart();
    return moment !== null;
  }

  /** True if a header has stated the start of the run. */
  get isDated(): boolean {
    return this.start !== null;
  }

  /** `ts` of a row `seconds` after the start; `NaN` in a run without a date that follows other runs. */
  at(seconds: number): number {
    if (this.wall === null) return this.run.at(seconds);
    if (this.start === null) return Number.NaN;
    const whole = Math.floor(seconds);
    return this.wall.at(this.start.seconds + whole, this.start.nanos + Math.round((seconds - whole) * 1e9));
  }

  finish(): void {
    this.wall?.finish();
  }

  private date(moment: ReadMoment): void {
    this.start = moment;
    this.wall ??= new WallClock(this.out, this.options, { ...clockOf(moment), source: 'run-start' });
    this.wall.setDate(Math.floor(moment.seconds / 86400));
  }

  private reportLostStart(): void {
    this.start = null;
    this.problem(
      'several-runs',
      'notice',
      'The start of the run that begins here cannot be read, so its samples have no time.',
    );
  }
}
