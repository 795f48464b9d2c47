/** Formats cells as the window does. */
import type { AnswerColumn } from '../../analyzers/contract.ts';
import type { StoredCell } from '../../analyzers/findings/finding.ts';
import { isId } from '../../analyzers/kit/ids.ts';
import { baseName } from '../wording/names.ts';
import { formatDuration, formatInteger, formatNumber, formatPercent } from '../wording/numbers.ts';
import { formatClock } from '../wording/time.ts';

export function cellText(value: StoredCell, { kind, refers }: AnswerColumn, zone: string): string {
  if (value === null) return '';
  if (typeof value === 'bigint') return formatClock(value, zone, 6);
  if (typeof value === 'string') return refers === 'module' ? baseName(value) : value;
  if (isId(refers)) return String(value);
  if (kind === 'percent') return formatPercent(value);
  if (kind === 'integer') return formatInteger(value);
  return kind === 'duration' ? formatDuration(value) : formatNumber(value);
}

/** Columns for programs only. */
const hidden = new Set(['id', 'parent', 'depth', 'type', 'node', 'key']);

/**
 * Columns that a table shows, each with its index in a row; ids that only refer to the workspace are left
 * out.
 */
export const shownColumns = (
  columns: readonly AnswerColumn[],
): readonly { readonly column: AnswerColumn; readonly at: number }[] =>
  columns
    .map((column, at) => ({ column, at }))
    .filter(
      ({ column: { name, kind, refers } }) =>
        !(hidden.has(name) || kind === 'sparkline' || refers === 'signal'),
    );

/** Number of rows shown in a table. */
export const maxShown = 12;
