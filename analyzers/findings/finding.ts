/**
 * Findings of the user with their evidence, and the summary of a report.
 *
 * All types are plain readonly data: they cross the process boundary unchanged, and are stored as JSON (`json.ts`) in
 * workspaces and in reports.
 */
import type { Fingerprint } from '../../workspace/findings/fingerprint.ts';
import type { AnswerColumn, Arrangement, HeatGrid, Note, Scope, Shape, SparklineSpan } from '../contract.ts';

export type { Fingerprint } from '../../workspace/findings/fingerprint.ts';

export type Finding = FindingOf<Evidence>;

/** @typeParam E evidence with its rows, or without them */
export interface FindingOf<E> {
  /** From 1; never reused in a workspace. */
  readonly id: number;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** Some of {@link usualTags}, or the user's own. */
  readonly tags: readonly string[];
  /** Ids of findings that this one refers to, without removed ones. */
  readonly links: readonly number[];
  readonly marks: readonly FindingMark[];
  readonly evidence: readonly E[];
  /** Epoch ns. */
  readonly created: bigint;
  readonly changed: bigint;
}

export const usualTags = ['cause', 'symptom', 'ruled out', 'to do'] as const;

/** A time, line or object that a finding is about; the views show the finding there. */
export type FindingMark =
  /** Epoch ns; a moment has no `to`. */
  | { readonly kind: 'time'; readonly from: bigint; readonly to: bigint | null }
  /** From 1. */
  | { readonly kind: 'line'; readonly capture: number; readonly line: number }
  /** A named thing: `refers` is its type (`function`, `process`, `template`, `series`, …), `name` its name as questions print it. */
  | { readonly kind: 'thing'; readonly refers: string; readonly name: string };

/** The request behind the evidence: enough to ask it again. */
export interface EvidenceRequest {
  readonly question: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
  /** Time, captures, …, and the grouping rules. */
  readonly scope: Scope;
  /** Sorting and filter of the rows. */
  readonly arrangement: Arrangement;
  /** Rows of that arrangement that are stored; default: from the first on, at most {@link maxRows}. */
  readonly rows?: { readonly offset: number; readonly limit: number };
  /** Number of the row in that arrangement that the evidence is about; null if it is about all. */
  readonly row: number | null;
  /** State of the window's view, as the window encodes it, to restore the view; null if no window made the evidence. */
  readonly view: string | null;
}

/** Evidence without its rows, which may be many. */
export interface EvidenceInfo extends EvidenceRequest {
  /** From 1; never reused in a workspace. */
  readonly id: number;
  /** Picture that draws it. */
  readonly shape: Shape;
  /** Number of stored rows, and of all rows. */
  readonly kept: number;
  readonly total: number;
  /** The captures that the answer may be from: those in scope with rows in the tables that the question needs. */
  readonly captures: readonly Fingerprint[];
  /** When the question was asked, epoch ns. */
  readonly taken: bigint;
  /** Version of the program that answered. */
  readonly version: string;
  /** Result of the last check; null if none was made since the answer was taken. */
  readonly check: EvidenceCheck | null;
}

export interface Evidence extends EvidenceInfo {
  /** The answer when the evidence was added. */
  readonly answer: StoredAnswer;
  /** The answer at the last check, if it differs; else null. */
  readonly now: StoredAnswer | null;
}

/**
 * A cell of a stored row: a text, a time (epoch ns) or a finite number; null for a missing value. Times are
 * `bigint`, by the kind of their column.
 */
export type StoredCell = string | number | bigint | null;

/** An answer as it was, with some or all of its rows. */
export interface StoredAnswer {
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly (readonly StoredCell[])[];
  /** Number of the first stored row in the arrangement. */
  readonly offset: number;
  /** Number of all rows of the arrangement. */
  readonly total: number;
  /**
   * Digest of all rows, independent of their order; null if there are too many rows to read ({@link
   * maxDigested}).
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
  /** `stale`: the answer has changed; `failed`: the question could not be answered, for the `reasons` given. */
  readonly result: 'same' | 'stale' | 'failed';
  /** Differences in captures, clocks and readers that may explain another answer, as sentences. */
  readonly reasons: readonly string[];
  /** Difference of the answer; null if there is none, or no answer. */
  readonly difference: Difference | null;
}

/** Difference between an answer and the stored one. Lists are limited to {@link maxListed}; counts are complete. */
export interface Difference {
  /** One sentence. */
  readonly summary: string;
  /** Columns that only one of the two answers has. */
  readonly columns: readonly string[];
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  /** The first {@link maxListed} of each type of difference. */
  readonly rows: readonly RowDifference[];
  /** Changed facts other than rows: the number of all rows, the amount that is 100 %. */
  readonly facts: readonly { readonly what: string; readonly before: string; readonly now: string }[];
}

export interface RowDifference {
  readonly kind: 'added' | 'gone' | 'changed';
  /** Name of the row: its texts and times. */
  readonly name: string;
  /** The printed cells of a changed row that differ. */
  readonly cells: readonly { readonly column: string; readonly before: string; readonly now: string }[];
}

/** Title and text at the beginning of a report. */
export interface Summary {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** All of a workspace's findings, evidence without rows. */
export interface Findings {
  readonly summary: Summary;
  /** In the order that the user arranged. */
  readonly findings: readonly FindingOf<EvidenceInfo>[];
  /** Description of the change that undo reverts, or redo repeats: `the title of “Autovacuum”`; null if none. */
  readonly undo: string | null;
  readonly redo: string | null;
  /** A sentence for the user if some of them may be lost or damaged. */
  readonly doubt?: string;
}

/** Maximum numbers of stored rows and cells of one answer. */
export const maxRows = 2000;
export const maxCells = 40_000;
/** Approximate limit of the length of all stored texts together. */
export const maxCharacters = 2_000_000;
/** Maximum number of rows of an answer with a digest. */
export const maxDigested = 100_000;
/** Maximum number of rows of each type that a {@link Difference} lists. */
export const maxListed = 20;
