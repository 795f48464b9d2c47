import { type KnownKind, knownKinds } from '../../../analyzers/findings/redaction-rules.ts';

/** Formats of an export. */
const exportForms = ['html', 'pdf', 'md', 'aftertrace'] as const;
export type ExportForm = (typeof exportForms)[number];

/** How findings are exported: kept with the workspace, so that names replaced once are replaced the next time. */
export interface Exporting {
  readonly form: ExportForm;
  /** Kinds of names that stand-ins replace. */
  readonly kinds: readonly KnownKind[];
  /** Further names as typed, a line each. */
  readonly patterns: string;
}

export const usualExport: Exporting = { form: 'html', kinds: [], patterns: '' };

/** What a file states of it, with defaults for the rest. */
export const exportingOf = (stated: Readonly<Record<string, unknown>>): Exporting => ({
  form: exportForms.find(form => form === stated.form) ?? usualExport.form,
  kinds: Array.isArray(stated.kinds)
    ? knownKinds.filter(kind => (stated.kinds as unknown[]).includes(kind))
    : [],
  patterns: typeof stated.patterns === 'string' ? stated.patterns : '',
});
