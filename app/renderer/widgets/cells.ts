import type { ColumnKind, Refers } from '../../../analyzers/contract.ts';
import { isId } from '../../../analyzers/kit/ids.ts';
import { baseName } from '../../wording/names.ts';
import { formatDuration, formatInteger, formatNumber, formatPercent } from '../../wording/numbers.ts';
import { formatClock, formatExact, type Zone } from '../../wording/time.ts';
import { visible } from '../../wording/visible.ts';
import type { Cell } from '../state/paged-answer.ts';

/** Text of a cell. */
export function shown(
  value: Cell,
  { kind, refers }: { readonly kind: ColumnKind; readonly refers?: Refers | undefined },
  zone: Zone,
): string {
  if (value === null) return '';
  if (typeof value === 'bigint') return formatClock(value, zone, 6);
  if (typeof value === 'string') return visible(refers === 'module' ? baseName(value) : value);
  if (isId(refers)) return String(value);
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

/** The full text, shown on hover and copied. */
export function exact(value: Cell, zone: Zone): string {
  if (value === null) return '';
  return typeof value === 'bigint' ? formatExact(value, zone) : String(value);
}
