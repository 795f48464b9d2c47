/** Where a capture's times stand, and how that is known: codes, from which the workspace makes sentences for people. */

/**
 * What tells the time:
 * - `row-times`, `line-times`, `report-times`: dates or times of day, in each row, line, or before each report;
 * - `epoch-seconds`: seconds since 1970;
 * - `run-start`: seconds since a start that the header dates;
 * - `run-seconds`: seconds since a start that is not dated;
 * - `boot-seconds`: seconds since boot, without a wall clock;
 * - `reference-time`: seconds since boot, with a header line that gives one instant on both clocks;
 * - `captured-on`: seconds since boot; the date of the header is taken as the time of the last sample;
 * - `realtime`: the profiler was told to use the wall clock;
 * - `row-numbers`: rows have an order and no times;
 * - `none`: nothing in the file does.
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
 * The date of times of day: of the banner (the header's, of the day); of the seconds since 1970 in the header, whose day is
 * that of UTC; of when the file was last written; set by a person; or unknown.
 */
export type DateFrom = 'banner' | 'header-epoch' | 'file-time' | 'set' | 'unknown';

/** The year of dates without one: as {@link DateFrom}, or from the file's name, or from other lines of the file. */
export type YearFrom = 'header' | 'file-name' | 'other-lines' | 'file-time' | 'set' | 'unknown';

/**
 * The zone of a wall clock: stated by the file; set by a person; defined by the format; guessed from an abbreviation or a
 * name that several zones share; `some-lines`: some lines state it, the others are read as UTC.
 */
export type ZoneFrom = 'stated' | 'set' | 'definition' | 'abbreviation' | 'some-lines' | 'assumed';

/**
 * Where a capture's zero stands.
 *
 * `zero` is on the clock named by `domain`. UTC is `zero + ts + utcOffset`; `utcOffset` null means the capture is
 * unaligned and stands on its own clock.
 */
export interface Clock {
  /** `utc`: epoch ns. `local`: epoch ns as if the wall clock were UTC. `boot`: ns since boot. `none`: ns since the first sample. */
  readonly domain: 'utc' | 'local' | 'boot' | 'none';
  readonly zero: bigint;
  /** ns to add to reach UTC, for `boot` and `none`; for `local` the importer works it out from `zone`. */
  readonly utcOffset: bigint | null;
  /** For `local`: IANA zone or offset the file states; null: unknown, and UTC is assumed as a guess. */
  readonly zone: string | null;
  readonly source: ClockSource;
  /** Left out where times state their date, or need none. */
  readonly dateFrom?: DateFrom;
  /** Left out where times state their year, or need none. */
  readonly yearFrom?: YearFrom;
  /** In dates such as 05/06/2024 nothing tells whether day or month comes first: the month is assumed to. */
  readonly orderAssumed?: boolean;
  /** How the zone is known by which times were read; left out: stated where there is one, else unknown. */
  readonly zoneFrom?: ZoneFrom;
  /** A person set when the capture began. */
  readonly startSet?: boolean;
  /** How far off it may be, ns; null when unknown. */
  readonly error: number | null;
}
