/** The clock of tables with a time in each row; the first row decides its form. */
import type { Options, Output, Severity } from '../../contract.ts';
import { isInstant } from '../civil.ts';
import { clockOf, type ReadMoment, readMoment } from '../metrics/moments.ts';
import { RunClock } from '../metrics/run-clock.ts';
import { number } from '../metrics/values.ts';
import { timeOfDay, WallClock } from '../metrics/wall-clock.ts';
import { nanoseconds } from '../time-units.ts';
import { undated } from '../undated.ts';
import { untimed } from '../untimed.ts';

/** ns of a value in a unit of time; NaN for other units. */
export const inNanos = (value: number, unit: string | null): number =>
  value * (nanoseconds[unit ?? ''] ?? Number.NaN);

/** A date and a time, a time of day, or a number that counts from boot or from when the tool began to run. */
type Form = 'date' | 'time-of-day' | 'number';

export class ColumnClock {
  private form: Form | null = null;
  private wall: WallClock | null = null;
  private readonly run: RunClock;
  private zero = Number.NaN;
  private last = Number.NEGATIVE_INFINITY;
  private isNewRun = false;
  private isReported = false;
  private lastCell = '';
  private lastTs = Number.NaN;

  /** @param origin the origin of times that are numbers */
  constructor(
    private readonly out: Output,
    private readonly options: Options,
    private readonly problem: (code: string, severity: Severity, message: string) => void,
    private readonly origin: 'boot' | 'run',
  ) {
    this.run = new RunClock(out, options, problem);
    out.clock(undated(options, 'none'));
  }

  /** `ts` of a row's time; NaN where it is not a time, or not in the form of the first one, which is a problem. */
  at(cell: string, unit: string | null): number {
    if (cell === this.lastCell) return this.lastTs;
    this.lastCell = cell;
    this.lastTs = this.read(cell, unit);
    return this.lastTs;
  }

  /** Called when another run of a tool begins: a number lower than the last then counts from a new origin. */
  nextRun(): void {
    this.isNewRun = true;
    this.lastCell = '';
  }

  finish(): void {
    this.wall?.finish();
  }

  private read(cell: string, unit: string | null): number {
    const value = number(cell);
    if (!Number.isNaN(value)) return this.hasForm('number') ? this.count(value, unit) : Number.NaN;
    const moment = readMoment(cell, this.options.modified);
    if (moment !== null) return this.hasForm('date') ? this.date(moment) : Number.NaN;
    const time = timeOfDay(cell);
    if (time === null) return this.inRange(Number.NaN);
    if (!this.hasForm('time-of-day')) return Number.NaN;
    this.wall ??= new WallClock(this.out, this.options, {
      domain: 'local',
      zone: null,
      source: 'row-times',
      error: time.precision,
    });
    return this.inRange(this.wall.at(this.wall.nearestSeconds(time.seconds), time.nanos));
  }

  private inRange(ts: number): number {
    if (Number.isNaN(ts)) this.problem(untimed.code, untimed.severity, untimed.message);
    return ts;
  }

  private hasForm(form: Form): boolean {
    this.form ??= form;
    if (this.form === form) return true;
    this.reportOnce(
      'This time has another form than the first one, and the two cannot be related: its row, and others like it, have no time.',
    );
    return false;
  }

  private date(moment: ReadMoment): number {
    this.wall ??= new WallClock(this.out, this.options, { ...clockOf(moment), source: 'row-times' });
    this.wall.setDate(Math.floor(moment.seconds / 86400));
    return this.inRange(this.wall.at(moment.seconds, moment.nanos));
  }

  private count(value: number, unit: string | null): number {
    const time = inNanos(value, unit ?? 's');
    if (!isInstant(time / 1e9)) return this.inRange(Number.NaN);
    if (this.origin === 'run') return this.run.at(time / 1e9);
    if (this.isNewRun && time < this.last) {
      this.reportOnce(
        'The time goes back because another run of the tool begins. The origin of its times is unknown, so its rows have no time.',
      );
      return Number.NaN;
    }
    this.isNewRun = false;
    this.last = Math.max(this.last, time);
    if (Number.isNaN(this.zero)) this.begin(time);
    return Math.round(time - this.zero);
  }

  private begin(time: number): void {
    this.zero = time;
    this.out.clock({
      domain: 'boot',
      zero: BigInt(Math.round(time)),
      utcOffset: null,
      zone: null,
      source: 'boot-seconds',
      error: null,
    });
  }

  private reportOnce(message: string): void {
    if (this.isReported) return;
    this.isReported = true;
    this.problem('several-clocks', 'notice', message);
  }
}
