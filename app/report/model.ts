import type { FindingsDocument } from '../../analyzers/findings/json.ts';

/** The content of a report. */
export interface ReportModel {
  /** Findings in their order, with their evidence. */
  readonly document: FindingsDocument;
  /** Name of the workspace. */
  readonly name: string;
  readonly captures: readonly ReportCapture[];
  /** Problems, the most frequent first. */
  readonly problems: readonly ReportProblem[];
  /** Result of the check of the evidence; null if it was not checked. */
  readonly check: { readonly evidence: number; readonly differing: number } | null;
  /** Time zone of the times shown. */
  readonly zone: string;
  /** Stand-ins for replaced names; null if the report is not redacted. */
  readonly replaced: readonly Replaced[] | null;
}

export interface ReportCapture {
  readonly id: number;
  readonly name: string;
  /** Not shown: names that occur in it are replaced elsewhere, too. */
  readonly path: string;
  readonly format: string;
  /** Epoch ns; null when unaligned or empty. */
  readonly start: bigint | null;
  readonly end: bigint | null;
  /** Source of its times, as a sentence. */
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

/** Names of one kind replaced by stand-ins. The report does not hold the names. */
export interface Replaced {
  /** `path`, `host`, … */
  readonly kind: string;
  readonly standIn: string;
  /** Number of replacements. */
  readonly count: number;
}
