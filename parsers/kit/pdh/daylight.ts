/**
 * PDH text names one bias for all of its rows, whose wall clock nevertheless follows daylight saving: at its end the rows
 * go back an hour, at its beginning they skip one. Seen by the rows themselves, because the name of the zone is
 * localised; what is no such change (a clock set by hand, an hour without rows by day) stays as it is written.
 */
const hour = 3600;

export type DaylightChange = 'begins' | 'ends';

export class Daylight {
  /** Seconds to add to times of rows so that they stay on the bias of the titles. */
  shift = 0;
  private last = Number.NaN;
  /** Between the last two rows that followed each other as usual, s. */
  private interval = Number.NaN;

  /** Takes the time of the next row, seconds since 1970 of the wall clock. */
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
    // Of rows an hour apart nothing can be told.
    if (!(interval < hour / 2)) return null;
    const tolerance = Math.max(2, interval / 2);
    if (Math.abs(step + hour - interval) <= tolerance) return 'ends';
    // Clocks skip an hour at night, at a full hour.
    const isNight = [23, 0, 1, 2].includes(Math.floor(last / hour) % 24);
    const isLast = hour - (last % hour) <= interval + tolerance;
    return isNight && isLast && Math.abs(step - hour - interval) <= tolerance ? 'begins' : null;
  }
}
