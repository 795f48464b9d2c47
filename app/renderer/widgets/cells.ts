import type { ColumnKind } from '../../../analyzers/contract.ts';
import { baseName } from '../lib/names.ts';
import { formatDuration, formatInteger, formatNumber, formatPercent } from '../lib/numbers.ts';
import { formatClock, formatExact, type Zone } from '../lib/time.ts';
import type { Cell } from '../state/paged-answer.ts';

/** Numbers that name something: nobody counts them. */
const ids: ReadonlySet<string> = new Set(['id', 'pid', 'tid', 'cpu', 'line']);

/** What a cell shows. */
export function shown(value: Cell, kind: ColumnKind, name: string, zone: Zone): string {
  if (value === null) return '';
  if (typeof value === 'bigint') return formatClock(value, zone, 6);
  if (typeof value === 'string') return name === 'module' ? baseName(value) : value;
  if (ids.has(name)) return String(value);
  switch (kind) {
    case 'percent':
      return formatPercent(value);
    case 'integer':
      return formatInteger(value);
    case 'duration':
      return formatDuration(value);
    default:
      return formatNumber(value);
  }
}

/** The same in full: on hover, and what is copied. */
export function exact(value: Cell, zone: Zone): string {
  if (value === null) return '';
  return typeof value === 'bigint' ? formatExact(value, zone) : String(value);
}
