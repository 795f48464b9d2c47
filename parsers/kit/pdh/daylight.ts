/**
 * Detects changes to and from daylight saving time. PDH text states one bias for all of its rows, but its
 * wall clock follows daylight saving: at its end the rows go back an hour, at its beginning they skip one.
 * Only the times of the rows are used, because the name of the zone is localised. Other jumps (a clock set by
 * hand, an hour without rows by day) are left as written.
 */
const hour = 3600;

export type DaylightChange = 'begins' | 'ends';

export class Daylight {
  /** Seconds to add to times of rows so that they stay on the bias of the titles. */
  shift = 0;
  private last = Number.NaN;
  /** Seconds between the last two rows without a change. */
  private interval = Number.NaN;

  /** Takes the time of the next row, in wall-clock seconds since 1970; returns the change that happened before it. */
  follow(seconds: number): DaylightChange | null {
    const step = seconds - this.last;
    const change = this.changeIn(step);
    if (change !== null) this.shift += change === 'ends' ? hour : -hour;
    else if (step > 0) this.interval = step;
    this.last = seconds;
    return change;
  }

  private changeIn(step: number): DaylightChange | null {
    const { interval, last } = this;
    // If rows are half an hour or more apart, a change cannot be distinguished from an interval.
    if (!(interval < hour / 2)) return null;
    const tolerance = Math.max(2, interval / 2);
    if (Math.abs(step + hour - interval) <= tolerance) return 'ends';
    // Clocks skip an hour only at night, at a full hour.
    const isNight = [23, 0, 1, 2].includes(Math.floor(last / hour) % 24);
    const isLast = hour - (last % hour) <= interval + tolerance;
    return isNight && isLast && Math.abs(step - hour - interval) <= tolerance ? 'begins' : null;
  }
}
