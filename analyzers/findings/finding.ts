/**
 * What a person has found out: findings with their evidence, in order, and the answer that they add up to.
 *
 * All of it is plain and readonly: it crosses the process boundary as it is, and is kept as JSON (`json.ts`) in
 * workspaces and in reports.
 */
import type { Fingerprint } from '../../workspace/findings/fingerprint.ts';
import type { AnswerColumn, Arrangement, HeatGrid, Note, Scope, Shape, SparklineSpan } from '../contract.ts';

export type { Fingerprint } from '../../workspace/findings/fingerprint.ts';

export type Finding = FindingOf<Evidence>;

/** @typeParam E evidence with its rows, or without them */
export interface FindingOf<E> {
  /** From 1, never given twice in a workspace. */
  readonly id: number;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** One of {@link usualTags}, or a person's own. */
  readonly tags: readonly string[];
  /** Ids of findings that this one refers to. One that is gone since is in no list. */
  readonly links: readonly number[];
  readonly marks: readonly FindingMark[];
  readonly evidence: readonly E[];
  /** Epoch ns. */
  readonly created: bigint;
  readonly changed: bigint;
}

export const usualTags = ['cause', 'symptom', 'ruled out', 'to do'] as const;

/** Where a finding shows beside what it is about. */
export type FindingMark =
  /** Epoch ns; a moment has no `to`. */
  | { readonly kind: 'time'; readonly from: bigint; readonly to: bigint | null }
  /** From 1. */
  | { readonly kind: 'line'; readonly capture: number; readonly line: number }
  /** Whatever a column names, by what it `refers` to and as questions print it: `function`, `process`, `template`, `series`, … */
  | { readonly kind: 'thing'; readonly refers: string; readonly name: string };

/** The request behind the evidence: enough to ask it again. */
export interface EvidenceRequest {
  readonly question: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  /** Time, captures, …, and the grouping rules. */
  readonly scope: Scope;
  /** Sorting and filter of the rows. */
  readonly arrangement: Arrangement;
  /** Rows of that arrangement which are kept; default: from the first, as many as there is room for ({@link mostRows}). */
  readonly rows?: { readonly offset: number; readonly limit: number };
  /** The row that was meant, in that arrangement; null where all are. */
  readonly row: number | null;
  /** The window's own text, to bring back the view as it was; null where no window made it. */
  readonly view: string | null;
}

/** Without the rows, which may be many. */
export interface EvidenceInfo extends EvidenceRequest {
  /** From 1, never given twice in a workspace. */
  readonly id: number;
  /** Picture that draws it. */
  readonly shape: Shape;
  /** Rows kept, of how many. */
  readonly kept: number;
  readonly total: number;
  /** The captures that it could have come from: those in scope that have rows of what the question needs. */
  readonly captures: readonly Fingerprint[];
  /** Epoch ns. */
  readonly taken: bigint;
  /** Version of the program that answered. */
  readonly version: string;
  /** Result of the last check; null if none was made since the answer was taken. */
  readonly check: EvidenceCheck | null;
}

export interface Evidence extends EvidenceInfo {
  /** As it was when it was taken. */
  readonly answer: StoredAnswer;
  /** As the last check found it, where it is another. */
  readonly now: StoredAnswer | null;
}

/**
 * A cell of a stored row: a text or a time (epoch ns) as it was; a number, with nothing where it was none. Times are
 * `bigint`, by the kind of their column.
 */
export type StoredCell = string | number | bigint | null;

/** Rows of an answer as they were. */
export interface StoredAnswer {
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly (readonly StoredCell[])[];
  /** Number of the first of them in the arrangement. */
  readonly offset: number;
  /** Rows that the arrangement has in all. */
  readonly total: number;
  /**
   * Digest of all rows, independent of their order; null if there are too many rows to read ({@link
   * mostDigested}).
   */
  readonly digest: string | null;
  readonly notes: readonly Note[];
  readonly whole: { readonly amount: number; readonly unit: string } | null;
  readonly grid: HeatGrid | null;
  readonly sparklines: SparklineSpan | null;
}

export interface EvidenceCheck {
  /** Epoch ns. */
  readonly checked: bigint;
  /** Version of the program that checked. */
  readonly version: string;
  /** `stale`: another answer; `failed`: none, and `reasons` says why. */
  readonly result: 'same' | 'stale' | 'failed';
  /** Differences in captures, clocks and readers that may explain another answer, as sentences. */
  readonly reasons: readonly string[];
  /** Difference of the answer; null if there is none, or no answer. */
  readonly difference: Difference | null;
}

/** Difference between an answer and the stored one. Lists are cut; counts are not. */
export interface Difference {
  /** One sentence. */
  readonly summary: string;
  /** Columns that only one of them has. */
  readonly columns: readonly string[];
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  /** The first {@link mostListed} of each. */
  readonly rows: readonly RowDifference[];
  /** Facts other than rows: how many there are in all, what 100 % is. */
  readonly facts: readonly { readonly what: string; readonly before: string; readonly now: string }[];
}

export interface RowDifference {
  readonly kind: 'added' | 'gone' | 'changed';
  /** Name of the row: its texts and times. */
  readonly name: string;
  /** For a changed row: its changed cells, as printed. */
  readonly cells: readonly { readonly column: string; readonly before: string; readonly now: string }[];
}

/** Title and text of the answer that a report opens with. */
export interface Summary {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** All of a workspace's findings, evidence without rows. */
export interface Findings {
  readonly summary: Summary;
  /** In their order. */
  readonly findings: readonly FindingOf<EvidenceInfo>[];
  /** The change that undo takes back, or redo makes again: `the title of “Autovacuum”`; null if none. */
  readonly undo: string | null;
  readonly redo: string | null;
}

/** Rows and cells kept of one answer. */
export const mostRows = 2000;
export const mostCells = 40_000;
/** Limit of all texts together, approximate. */
export const mostCharacters = 2_000_000;
/** Rows that are read to know whether any of an answer has changed. */
export const mostDigested = 100_000;
/** Rows of each kind that a {@link Difference} lists. */
export const mostListed = 20;
