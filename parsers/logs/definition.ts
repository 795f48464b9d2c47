/**
 * Definition of a log format: plain data. Each file in `formats/` holds one definition with samples that it
 * must match.
 *
 * The columns `time`, `level`, `component`, `process`, `pid`, `thread`, `tid` and `message` fill the event's
 * columns of that name. `priority` (a syslog number) sets the level, `program` sets both component and
 * process, and the pairs in `pairs` become fields. Every other name becomes a field. If there is no process
 * name, the thread's name takes its place.
 */
import type { Level } from '../levels.ts';

export interface LogFormat {
  /** Stable id, such as `postgresql`. */
  readonly id: string;
  readonly title: string;
  /** Patterns for the beginning of a record (see `pattern.ts`); the first that matches is used. */
  readonly patterns?: readonly string[];
  /** Patterns for a file that {@link patterns} recognise, from its beginning, in place of those. */
  readonly learned?: (head: Uint8Array) => readonly string[];
  /** Records are JSON objects of one or more lines. */
  readonly json?: JsonMap;
  /** Records are rows under a header. */
  readonly table?: TableMap;
  /** Records are blocks of lines. */
  readonly blocks?: BlockMap;
  /** Records are `key=value key=value …`; columns are mapped as for JSON. */
  readonly pairs?: JsonMap;
  /** Records are `key:value`, separated by tabs; columns are mapped as for JSON. */
  readonly ltsv?: JsonMap;
  /** Process name, as the system has it, for lines that state a pid but no name. */
  readonly program?: string;
  /** Words for levels beyond the usual ones. */
  readonly levels?: Readonly<Record<string, Level>>;
  /** Column or key that holds an HTTP status, which sets the level: see {@link statusLevel}. */
  readonly statusLevels?: string;
  /** The message begins on the record's second line, after a level word and a colon. */
  readonly levelBelow?: true;
  /** Units of number columns, by column name. */
  readonly units?: Readonly<Record<string, string>>;
  /**
   * Fields that patterns cannot read, because their units vary from line to line, from the text of a record. Lines of
   * such a format are not read by the scanner.
   */
  readonly figures?: (message: string) => readonly Figure[];
  /** Zone that the format's specification states for times without one, such as `UTC`. */
  readonly zone?: string;
  /**
   * Column that wraps a line of any other format, which is then read in that format. Wrapped lines of one
   * `stream` (or component) that belong together become one event; a column `partial` holds `P` if the line
   * was cut.
   */
  readonly nested?: string;
  /**
   * Column that may hold lines of other formats, written by some of the programs whose messages the log collects:
   * see `wrapped.ts`.
   */
  readonly mayWrap?: string;
  /** Patterns of such lines that leave the time to the log that wraps them. */
  readonly behind?: readonly string[];
  /** No wrapped message continues in the next record. */
  readonly wholeMessages?: true;
  /**
   * The pattern alone proves nothing: a file is only of this format if the lines behind the prefix are of
   * another.
   */
  readonly prefix?: true;
  /** Further patterns, which prove nothing either; only lines behind them can. */
  readonly prefixes?: readonly string[];
  /** `key=value` in messages does not mean fields. */
  readonly plainMessages?: true;
  /** The higher value wins if two formats match equally; computed from the patterns if left out. */
  readonly specificity?: number;
  /**
   * Number of patterns, counted from the end, that prove next to nothing (output of other tools also begins
   * with a time of day).
   */
  readonly weak?: number;
  /**
   * One of these texts must occur in the first bytes of the file: for formats whose lines prove little. Lines
   * inside another file are never taken for such a format.
   */
  readonly marks?: readonly string[];
  /**
   * One of these texts must occur in the first bytes for the file to be named after this product: for
   * patterns that any program's lines may match. Lines inside another file, or written by a container, are
   * read without such evidence.
   */
  readonly evidence?: readonly string[];
  /** Lines have no time of their own; the lines they wrap may have one. */
  readonly untimed?: true;
  /** Its lines stand between those of a program's own log, whose format is preferred because it has dates. */
  readonly between?: true;
  /** Matches almost anything, so it is never more than a guess. */
  readonly lastResort?: true;
  readonly samples: readonly Sample[];
}

/** A number found in a message. */
export interface Figure {
  readonly key: string;
  readonly value: number;
  readonly unit?: string;
}

/** Paths at which a JSON or pairs record holds the event's columns; the first path present is used. */
export interface JsonMap {
  readonly time: readonly string[];
  readonly level?: readonly string[];
  readonly component?: readonly string[];
  readonly process?: readonly string[];
  readonly pid?: readonly string[];
  readonly thread?: readonly string[];
  readonly tid?: readonly string[];
  readonly message?: readonly string[];
  /**
   * Paths of an HTTP status, which sets the level if the record states none that is worse: see {@link
   * statusLevel}.
   */
  readonly status?: readonly string[];
  /** Paths that mark a record as a request; if any are given, a status only counts beside one of them. */
  readonly request?: readonly string[];
  /** Paths that a record of this format must have. */
  readonly requires?: readonly string[];
  /** Units by path. */
  readonly units?: Readonly<Record<string, string>>;
  /** Units that hold in records that have all of some keys: loggers agree on names, not on units. */
  readonly unitsBeside?: readonly UnitsBeside[];
  /** If no key of `time` is present, any key whose name says that it is a time, and whose value is one. */
  readonly anyTime?: true;
  /** Paths left out because other columns say the same. */
  readonly omit?: readonly string[];
}

export interface UnitsBeside {
  readonly keys: readonly string[];
  /** By path. */
  readonly units: Readonly<Record<string, string>>;
}

export interface TableMap {
  /**
   * `w3c`: separated by blanks, under `#Fields:`; `zeek`: separated by tabs, under `#fields`; `csv`:
   * separated by commas, under a row of names or with the given names.
   */
  readonly layout: 'w3c' | 'zeek' | 'csv';
  /**
   * For `csv` files without a header: lists of column names, one for each version of the table; the first
   * list with enough names is used.
   */
  readonly columns?: readonly (readonly string[])[];
  /** For `csv`: names that the header of this format must have. */
  readonly header?: readonly string[];
  /** Names of the table's columns, by event column; two columns of a time are joined by a blank. */
  readonly map: Readonly<Partial<Record<EventColumn, readonly string[]>>>;
  readonly units?: Readonly<Record<string, string>>;
}

export interface BlockMap {
  /** See `blocks.ts`. */
  readonly layout: 'journal-export' | 'mysql-slow' | 'windows-xml' | 'windows-text';
  readonly map: JsonMap;
}

export type EventColumn = 'time' | 'level' | 'component' | 'process' | 'pid' | 'thread' | 'tid' | 'message';

/**
 * A record of one or more lines, and the values that must be read from it. Members left out are not checked.
 */
export interface Sample {
  readonly text: string;
  /** ISO 8601; with `Z` if the line states its zone. */
  readonly time?: string;
  readonly level?: Level | null;
  readonly component?: string | null;
  readonly process?: string | null;
  readonly pid?: number | null;
  readonly tid?: number | null;
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string | number | null>>;
  /** Units of fields, by name; null if the field must have none. */
  readonly units?: Readonly<Record<string, string | null>>;
}
