/**
 * What a log format is: plain data. One file in `formats/` holds one, with lines that it must match.
 *
 * The columns `time`, `level`, `component`, `process`, `pid`, `thread`, `tid` and `message` fill the columns of the
 * event, `priority` (a number of syslog) its level, `program` both component and process, and the pairs in `pairs` become fields; every other name becomes a field of that name. A thread's name
 * stands where the process's is, if there is none.
 */
import type { Level } from '../levels.ts';

export interface LogFormat {
  /** Stable name: `postgresql`. */
  readonly id: string;
  readonly title: string;
  /** How a record begins: see `pattern.ts`. The first pattern that matches counts. */
  readonly patterns?: readonly string[];
  /** Records are JSON objects, one or more lines each. */
  readonly json?: JsonMap;
  /** Records are rows under a header. */
  readonly table?: TableMap;
  /** Records are blocks of lines. */
  readonly blocks?: BlockMap;
  /** Records are `key=value key=value …`; the columns as for JSON. */
  readonly pairs?: JsonMap;
  /** Whose log it is: the name, as the system has it, of the process of lines that give a pid and no name. */
  readonly program?: string;
  /** Words for levels beyond the usual ones. */
  readonly levels?: Readonly<Record<string, Level>>;
  /** Name of the column, or key, that holds a status of HTTP, which tells the level: see {@link statusLevel}. */
  readonly statusLevels?: string;
  /** The message begins on the line below the first, with a word for the level and a colon in front. */
  readonly levelBelow?: true;
  /** Unit by column, for numbers. */
  readonly units?: Readonly<Record<string, string>>;
  /** Zone that the format's definition states for times without one: `UTC`. */
  readonly zone?: string;
  /**
   * Name of the column that holds a line of any other format, which is read in its turn. Lines of one `stream` (or
   * component) that belong together are one event; a column `partial` says `P` where the line is cut.
   */
  readonly nested?: string;
  /** Of what is nested none goes on in the next record. */
  readonly wholeMessages?: true;
  /** Only where the lines, without what its pattern reads, are of another format: its own pattern proves nothing. */
  readonly prefix?: true;
  /** `key=value` in messages is not what it seems. */
  readonly plainMessages?: true;
  /** Higher is preferred where two match equally; computed from the patterns where it is left out. */
  readonly specificity?: number;
  /** So many of the last patterns prove next to nothing: tables of tools begin with the time of the day too. */
  readonly weak?: number;
  /**
   * Texts of which one stands somewhere in the first bytes of such a file: for formats whose lines prove little. A line
   * in the midst of another file is never of such a format.
   */
  readonly marks?: readonly string[];
  /**
   * Texts of which one stands somewhere in the first bytes where the format's product wrote the file: for patterns that
   * any program's lines may match. Without one the file is not named after the product; lines of it in the midst of
   * another file, or in what a container wrote, are read all the same.
   */
  readonly evidence?: readonly string[];
  /** Its lines state no time of their own: it may stand in what they wrap. */
  readonly untimed?: true;
  /** For formats that read almost anything: never better than a guess. */
  readonly lastResort?: true;
  readonly samples: readonly Sample[];
}

/** Where a JSON record, or one of pairs, holds the event's columns: the first path that is there counts. */
export interface JsonMap {
  readonly time: readonly string[];
  readonly level?: readonly string[];
  readonly component?: readonly string[];
  readonly process?: readonly string[];
  readonly pid?: readonly string[];
  readonly thread?: readonly string[];
  readonly tid?: readonly string[];
  readonly message?: readonly string[];
  /** A status of HTTP, which tells the level where the record states none that is worse: see {@link statusLevel}. */
  readonly status?: readonly string[];
  /** What tells of a request: a status counts only beside one of these, where any are given. */
  readonly request?: readonly string[];
  /** Paths without which a record is not of this format. */
  readonly requires?: readonly string[];
  /** `units` by path. */
  readonly units?: Readonly<Record<string, string>>;
  /** Paths left out: what other columns already say. */
  readonly omit?: readonly string[];
}

export interface TableMap {
  /**
   * `w3c`: blank-separated under `#Fields:`; `zeek`: tab-separated under `#fields`; `csv`: comma-separated under a
   * first row of names, or of the given names.
   */
  readonly layout: 'w3c' | 'zeek' | 'csv';
  /** For `csv`: the columns, where the file has no header. A number may stand for several spellings of a table. */
  readonly columns?: readonly (readonly string[])[];
  /** For `csv`: names that a header must have to be of this format. */
  readonly header?: readonly string[];
  /** Columns of the table by what they mean; two columns of a time are joined by a blank. */
  readonly map: Readonly<Partial<Record<EventColumn, readonly string[]>>>;
  readonly units?: Readonly<Record<string, string>>;
}

export interface BlockMap {
  /** See `blocks.ts`. */
  readonly layout: 'journal-export' | 'mysql-slow' | 'windows-xml';
  readonly map: JsonMap;
}

export type EventColumn = 'time' | 'level' | 'component' | 'process' | 'pid' | 'thread' | 'tid' | 'message';

/** A line, or a record of several, and what must be read from it. What is left out is not checked. */
export interface Sample {
  readonly text: string;
  /** ISO 8601; with `Z` where the line states its zone. */
  readonly time?: string;
  readonly level?: Level | null;
  readonly component?: string | null;
  readonly process?: string | null;
  readonly pid?: number | null;
  readonly tid?: number | null;
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string | number | null>>;
}
