import type { FindingsDocument } from '../../analyzers/findings/json.ts';

/** All that a report says. */
export interface ReportModel {
  /** Findings in their order, with their evidence. */
  readonly document: FindingsDocument;
  /** Of the workspace. */
  readonly name: string;
  readonly captures: readonly ReportCapture[];
  /** What was not understood, the most often first. */
  readonly problems: readonly ReportProblem[];
  /** Whether the evidence was asked for again; null where it was not. */
  readonly check: { readonly evidence: number; readonly differing: number } | null;
  /** Zone in which times are shown. */
  readonly zone: string;
  /** What stands for what was replaced; null where nothing was to be. */
  readonly replaced: readonly Replaced[] | null;
}

export interface ReportCapture {
  readonly id: number;
  readonly name: string;
  /** Not shown: names that stand in it are looked for elsewhere, too. */
  readonly path: string;
  readonly format: string;
  /** Epoch ns; null when unaligned or empty. */
  readonly start: bigint | null;
  readonly end: bigint | null;
  /** What tells its time, a sentence. */
  readonly clock: string;
  readonly unit: 'lines' | 'bytes';
  readonly skipped: number;
  readonly rows: number;
  readonly host: string | null;
}

export interface ReportProblem {
  readonly capture: string;
  readonly severity: string;
  readonly message: string;
  readonly count: number;
}

/** Names of one kind that stand-ins were put in the place of. What they were is not in a report. */
export interface Replaced {
  /** `path`, `host`, … */
  readonly kind: string;
  readonly standIn: string;
  /** How often. */
  readonly count: number;
}
