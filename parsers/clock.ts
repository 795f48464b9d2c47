/** The clock of a capture and how it is known: codes, which the workspace turns into sentences. */

/**
 * Source of the time:
 * - `row-times`, `line-times`, `report-times`: dates or times of day, in each row, line, or before each
 *   report;
 * - `epoch-seconds`: seconds since 1970;
 * - `run-start`: seconds since a start that the header dates;
 * - `run-seconds`: seconds since a start that is not dated;
 * - `boot-seconds`: seconds since boot, without a wall clock;
 * - `reference-time`: seconds since boot, with a header line that gives one instant on both clocks;
 * - `captured-on`: seconds since boot; the date of the header is taken as the time of the last sample;
 * - `realtime`: the profiler was set to use the wall clock;
 * - `row-numbers`: rows have an order and no times;
 * - `none`: the file states no time.
 */
export type ClockSource =
  | 'row-times'
  | 'line-times'
  | 'report-times'
  | 'epoch-seconds'
  | 'run-start'
  | 'run-seconds'
  | 'boot-seconds'
  | 'reference-time'
  | 'captured-on'
  | 'realtime'
  | 'row-numbers'
  | 'none';

/**
 * Source of the date of times of day:
 * - `banner`: the date in the header or in the banner of the day;
 * - `header-epoch`: the seconds since 1970 in the header, whose day is that of UTC;
 * - `file-time`: when the file was last written;
 * - `set`: the user;
 * - `unknown`.
 */
export type DateFrom = 'banner' | 'header-epoch' | 'file-time' | 'set' | 'unknown';

/**
 * Source of the year of dates without one: as {@link DateFrom}, or the file's name, or other lines of the
 * file.
 */
export type YearFrom = 'header' | 'file-name' | 'other-lines' | 'file-time' | 'set' | 'unknown';

/**
 * The zone of a wall clock: stated by the file; set by the user; defined by the format; guessed from an abbreviation
 * or a name that several zones share; `some-lines`: some lines state it, the others are read as UTC.
 */
export type ZoneFrom = 'stated' | 'set' | 'definition' | 'abbreviation' | 'some-lines' | 'assumed';

/**
 * The clock of a capture.
 *
 * `zero` is on the clock named by `domain`. UTC is `zero + ts + utcOffset`; `utcOffset` null means the capture is
 * unaligned, on its own clock.
 */
export interface Clock {
  /** `utc`: epoch ns. `local`: epoch ns as if the wall clock were UTC. `boot`: ns since boot. `none`: ns since the first sample. */
  readonly domain: 'utc' | 'local' | 'boot' | 'none';
  readonly zero: bigint;
  /** ns to add to reach UTC, for `boot` and `none`; for `local` the importer computes it from `zone`. */
  readonly utcOffset: bigint | null;
  /** IANA zone or offset that the file states, for `local`; null if it is unknown, and UTC is assumed as a guess. */
  readonly zone: string | null;
  readonly source: ClockSource;
  /** Left out if times have a date, or need none. */
  readonly dateFrom?: DateFrom;
  /** Left out if times have a year, or need none. */
  readonly yearFrom?: YearFrom;
  /**
   * True if the file does not show whether day or month comes first in dates such as 05/06/2024, and one of them
   * is assumed to.
   */
  readonly orderAssumed?: boolean;
  /** Source of the zone by which times were read. If left out: stated if there is a zone, else unknown. */
  readonly zoneFrom?: ZoneFrom;
  /** True if the reader has applied `zone`: `ts` follows the changes of its offset, and is no wall-clock time. */
  readonly zoneApplied?: boolean;
  /** True if the user set when the capture began. */
  readonly startSet?: boolean;
  /** Maximum error of the clock, ns; null if unknown. */
  readonly error: number | null;
}
