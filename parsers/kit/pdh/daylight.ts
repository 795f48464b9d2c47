/**
 * Detects changes to and from daylight saving time. PDH text states one offset from UTC (bias) for all rows, but the
 * times of the rows follow daylight saving: they go back an hour when it ends and skip an hour when it begins.
 * Only the times of the rows are used, because the name of the zone is localised. Other jumps (a clock set by
 * hand, an hour without rows in the daytime) are left as written.
 */
const hour = 3600;

export type DaylightChange = 'begins' | 'ends';

export class Daylight {
  /** Seconds to add to the time of a row, so that the bias stated in the titles applies to it. */
  shift = 0;
  private last = Number.NaN;
  /** Seconds between two successive rows: the latest pair without a change between them. */
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
    // A change cannot be distinguished from an interval of half an hour or more.
    if (!(interval < hour / 2)) return null;
    const tolerance = Math.max(2, interval / 2);
    if (Math.abs(step + hour - interval) <= tolerance) return 'ends';
    // Clocks skip an hour only at night, at a full hour.
    const isNight = [23, 0, 1, 2].includes(Math.floor(last / hour) % 24);
    const isLastOfHour = hour - (last % hour) <= interval + tolerance;
    return isNight && isLastOfHour && Math.abs(step - hour - interval) <= tolerance ? 'begins' : null;
  }
}
