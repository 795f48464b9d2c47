/** Findings as JSON, with 64-bit integers as `{"$ns": "1785902400000000000"}`. */
import type { Finding, Summary } from './finding.ts';

/** The findings as a report carries them, so that their evidence can be recomputed from the captures. */
export interface FindingsDocument {
  readonly format: typeof documentFormat;
  readonly version: 1;
  /** Version of the program that wrote it. */
  readonly program: string;
  /** True if names were replaced: its questions then cannot be asked again as they are. */
  readonly redacted: boolean;
  readonly summary: Summary;
  readonly findings: readonly Finding[];
}

export const documentFormat = 'aftertrace-findings';

export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? { $ns: String(each) } : each,
  );
}

/** @throws SyntaxError */
export function fromJson(json: string): unknown {
  // A reviver is called for each cell: most answers have no times.
  if (!json.includes('"$ns"')) return JSON.parse(json);
  return JSON.parse(json, (_, each: unknown) => wideOf(each) ?? each);
}

function wideOf(value: unknown): bigint | null {
  if (typeof value !== 'object' || value === null || !('$ns' in value)) return null;
  const { $ns: digits } = value;
  return typeof digits === 'string' && /^-?\d{1,20}$/.test(digits) ? BigInt(digits) : null;
}
