/**
 * The contract of a question. One folder holds one question: its words, parameters, SQL and arithmetic, and
 * its test.
 *
 * A question does not know who asks: the window and the CLI draw the same {@link Answer} by its `shape`.
 */
import type { RowTable } from '../parsers/tables.ts';
import type { Cancel, Query } from '../workspace/query.ts';

export { nullWide } from '../workspace/query.ts';

/** All pictures. Views draw shapes, not questions. */
export type Shape =
  | 'table'
  | 'tree'
  | 'series'
  | 'tracks'
  | 'flame'
  | 'heat'
  | 'histogram'
  | 'cells'
  | 'flame-chart'
  | 'waterfall'
  | 'scatter'
  | 'bars';

/**
 * Type of thing that the values of a column refer to. Menus, links, widths and number styles follow from it:
 * a question that answers with functions offers every action for functions.
 */
export type Refers =
  | 'function' // its module is in the same row
  | 'module' // full path or base name, as `Scope.modules` takes it
  | 'process' // name, as `Scope.processes` takes it
  | 'pid'
  | 'thread' // tid; in a text `process tid`
  | 'cpu' // number; in a text `CPU 3`
  | 'capture' // id
  | 'host'
  | 'series' // counter, with capture, object and instance in the same row; or the name of a series in a picture
  | 'event'
  | 'line' // of the file of the capture in the same row, from 1
  | 'component'
  | 'template'
  | 'kind'
  | 'level'
  | 'request' // id of a trace or of a request
  | 'slice' // name of a slice; its kind is in the same row
  | 'signal' // id of a signal, as `correlate` takes it
  | 'moment' // number of a moment, as `onset` takes it
  | 'node'; // of a tree: what the parameter `node` opens

/** Type of a column: how its values are read and printed. */
export type ColumnKind =
  | 'text' // words
  | 'code' // a function, a module: printed in the code font
  | 'integer' // a count
  | 'number' // any other measured value
  | 'percent' // 0 … 100
  | 'time' // epoch ns
  | 'sparkline' // a text of ▁ … █, one character per moment of `AnswerFacts.sparklines`; a blank if unknown
  | 'duration'; // ns

export interface AnswerColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Heading, if it is not the name in words; empty if the unit says enough. */
  readonly title?: string;
  /** Shown in the header: `samples`, `%`, `kB/s`. */
  readonly unit?: string;
  readonly refers?: Refers;
  /** The amount that a picture draws, in an answer with several of which none is called `value`. */
  readonly drawn?: true;
  readonly about: string;
}

/** Texts by index into `values`: a repeated text is stored and sent once; -1 is null. */
export interface Texts {
  readonly index: Int32Array;
  readonly values: readonly string[];
}

/** `time`: BigInt64Array ({@link nullWide}); `text`, `code`, `sparkline`: Texts; all others: Float64Array (NaN). */
export type AnswerData = Float64Array | BigInt64Array | Texts;

/** The amounts and names of a note, for programs. */
export type NoteData = Readonly<Record<string, number | string | readonly string[]>>;

/** A fact without which an answer could be misread, such as which kind answered or what was left out. */
export interface Note {
  /** Stable, in kebab case. Programs decide by it, never by the text. */
  readonly code: string;
  /** Whole sentences. They name no option of the command, since the window shows them too. */
  readonly text: string;
  readonly data?: NoteData;
  readonly remedy?: Remedy;
}

/** A way to include what a note says was left out: an option of the command; a field or chip of the window. */
export interface Remedy {
  /** A parameter of the question, or a part of the scope as the command spells it. */
  readonly option: string;
  /** A verb and its object: `counts them`. */
  readonly does: string;
}

/** Facts about an answer, whether its rows are in memory or read on demand. */
export interface AnswerFacts {
  readonly rows: number;
  readonly columns: readonly AnswerColumn[];
  readonly notes: readonly Note[];
  /** The amount that is 100 %; absent if the answer has no percentages. */
  readonly whole?: { readonly amount: number; readonly unit: string };
  /** The cells of a heat map. */
  readonly grid?: HeatGrid;
  readonly sparklines?: SparklineSpan;
}

/** The time that the sparklines in the rows of an answer span. */
export interface SparklineSpan {
  /** Epoch ns. */
  readonly from: bigint;
  readonly to: bigint;
  /** The signal that the rows are compared with. */
  readonly symptom?: { readonly id: string; readonly name: string; readonly sparkline: string };
}

/** Edges of the cells of a heat map. Rows of the answer name a cell by its lower edges. */
export interface HeatGrid {
  /** Epoch ns at which the first column begins. */
  readonly from: bigint;
  /** Width of a column, ns. */
  readonly width: bigint;
  readonly columns: number;
  /**
   * Lower edge of each row, and the upper edge of the last. Subsecond-offset heat maps: ns from the start of
   * the column. Cells: in the unit of the rows.
   */
  readonly edges: readonly number[];
  /** One name per row, if rows are things (CPUs) and not ranges. */
  readonly names?: readonly string[];
}

/** An answer in memory, column by column. */
export interface Answer extends AnswerFacts {
  /** One per column. */
  readonly data: readonly AnswerData[];
}

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

/** Order and filter of rows as they are shown; the answer itself stays the same. */
export interface Arrangement {
  /** Default: the order of the answer. The sort is stable; nulls are last in both directions. */
  readonly sort?: Sort;
  /** A search query whose fields are the columns; only rows that match are shown: see `search/row-filter.ts`. */
  readonly filter?: string;
}

/** The condition on the row that `find` looks for. */
export type Target =
  /** One of the texts of the row contains this, ignoring case. */
  | { readonly contains: string }
  /** The text in this column is one of these. */
  | { readonly column: string; readonly among: readonly string[] }
  /** The time in this column is this or later. */
  | { readonly column: string; readonly since: bigint }
  /** The row covers this moment and belongs to this thread, by its columns `time`, `duration` and `tid`. */
  | { readonly at: bigint; readonly tid: number }
  /** The row is from this line of this capture, by its columns `capture` and `line`. */
  | { readonly capture: number; readonly line: number };

/**
 * An answer whose rows are read on demand, for tables too large for memory, such as events. The cancel signal
 * in `ask` stops each reading.
 */
export interface LazyAnswer extends AnswerFacts {
  /** Number of rows that pass the filter. */
  count(ask: Ask, filter: string): Promise<number>;
  /** At most `limit` rows from number `offset` on, in the given order: one array per column. */
  read(ask: Ask, arrangement: Arrangement, offset: number, limit: number): Promise<readonly AnswerData[]>;
  /**
   * Number of the first matching row at or after `after`, or before it if `backwards`; -1 if there is none.
   */
  find(
    ask: Ask,
    arrangement: Arrangement,
    target: Target,
    after: number,
    backwards: boolean,
  ): Promise<number>;
}

/**
 * Type of a parameter whose ids are valid only for one state of a workspace: see
 * `findings/lasting-params.ts`.
 */
export type Named = 'signal' | 'series';

/** Values that a form offers for a parameter: those of a column of another question. */
export interface Offered {
  readonly question: string;
  readonly column: string;
  /** Only rows with this text in another column. */
  readonly only?: { readonly column: string; readonly is: string };
}

/** Declares a parameter: the form of the window, the flag of the command and the validation follow from it. */
export type Param =
  | {
      readonly type: 'text';
      readonly about: string;
      readonly required?: false;
      readonly names?: Named;
      readonly offers?: Offered;
      /** Description, in a few words, of the value that is used if the field of a form is empty. */
      readonly otherwise?: string;
      /** The picture gives it by what it shows: forms leave it out. */
      readonly byPicture?: true;
      /** Epoch ns, which the command also takes in the forms of `--from`. */
      readonly is?: 'time';
    }
  | {
      readonly type: 'text';
      readonly about: string;
      readonly names?: Named;
      readonly required: true;
      /** An example value, for the help texts and for tests. */
      readonly example: string;
    }
  | {
      readonly type: 'number';
      readonly about: string;
      readonly default: number;
      readonly min?: number;
      readonly max?: number;
      readonly byPicture?: true;
    }
  | {
      readonly type: 'choice';
      readonly about: string;
      readonly choices: readonly string[];
      readonly default: string;
    }
  | { readonly type: 'flag'; readonly about: string };

export type Params = Readonly<Record<string, Param>>;

export type ParamValues<P extends Params> = {
  readonly [K in keyof P]: P[K] extends { type: 'number' }
    ? number
    : P[K] extends { type: 'flag' }
      ? boolean
      : P[K] extends { type: 'choice' } | { required: true }
        ? string
        : string | undefined;
};

/**
 * The scope: which rows a question answers from. Every part is optional and narrows further; lists are
 * alternatives. A view that *sets* a part is asked without that part.
 */
export interface Scope {
  /** Epoch ns, inclusive. */
  readonly from?: bigint;
  /** Epoch ns, exclusive. */
  readonly to?: bigint;
  readonly captures?: readonly number[];
  /** Process names or pids. */
  readonly processes?: readonly string[];
  /** Thread ids. */
  readonly threads?: readonly number[];
  readonly cpus?: readonly number[];
  /** ns, inclusive. Keeps only slices that lasted at least this long; narrows no other events. */
  readonly minDuration?: number;
  /** ns, exclusive. Keeps only slices that lasted less. */
  readonly maxDuration?: number;
  /** Samples with a frame in one of these modules (full path or base name). */
  readonly modules?: readonly string[];
  /** Event type. Default: the kind with most samples, which a note names. */
  readonly kind?: string;
  /** Events that match a query in the language of the question `search`. Narrows no other table. */
  readonly search?: string;
  /** Weight of a sample: 1, or its period. */
  readonly weight?: 'samples' | 'period';
  /** Grouping rules, see `stacks/grouping.ts`. */
  readonly group?: string;
  /** Includes samples of idle CPUs. Default: left out, and a note says how many. Does not apply to events. */
  readonly withIdle?: boolean;
}

/** The services a question may use to find its answer. */
export interface Ask {
  readonly query: Query;
  readonly cancel: Cancel;
  /**
   * Computes a value once per revision of the workspace and caches it while memory allows: the call tree, the captures.
   * `bytes` is its approximate size.
   */
  memo<T>(key: string, make: () => Promise<{ value: T; bytes: number }>): Promise<T>;
}

export interface Analyzer<P extends Params = Params, A extends AnswerFacts = Answer | LazyAnswer> {
  readonly id: string;
  /** Former ids: scripts that use them keep working. */
  readonly aliases?: readonly string[];
  /** A few words for a tab or a menu. */
  readonly title: string;
  /** The question as the user would ask it. */
  readonly question: string;
  /** Tables of which at least one must have rows for the question to make sense; empty: always. */
  readonly needs: readonly RowTable[];
  readonly params: P;
  readonly shape: Shape;
  /** Empty: each answer has its own. */
  readonly columns: readonly AnswerColumn[];
  answer(ask: Ask, params: ParamValues<P>, scope: Scope): Promise<A>;
}

/** Infers the types of the parameters and of the answer for `answer`. */
export function analyzer<const P extends Params, A extends Answer | LazyAnswer>(
  question: Analyzer<P, A>,
): Analyzer<P, A> {
  return question;
}

/** The question cannot be answered as asked: an unknown function, a missing parameter. Shown to the user as it is. */
export class AskError extends Error {
  override readonly name = 'AskError';
  constructor(
    readonly code: 'unknown-question' | 'bad-parameter' | 'not-found' | 'nothing-to-ask' | 'cancelled',
    message: string,
  ) {
    super(message);
  }
}
