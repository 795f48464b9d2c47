/** A bar for each row of an answer with an amount, labelled with the texts of the row. */

import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import { isAmount } from '../../../pictures/columns.ts';
import { formatNumber } from '../../../wording/numbers.ts';
import type { Table } from '../../state/table.ts';
import { countText, type Line } from '../histogram/buckets.ts';
import { numbers } from '../picture.ts';

export const barRoles = { amount: numbers(isAmount, 'Length of a bar.') };

interface BarColumns {
  readonly amount: AnswerColumn;
  /** Columns of the labels: texts and ids; if there are none, the first of several numbers. */
  readonly labels: readonly AnswerColumn[];
}

export function barColumns(columns: readonly AnswerColumn[]): BarColumns | null {
  const measured = columns.filter(column => barRoles.amount.is(column));
  const labels = columns.filter(column => column.kind !== 'time' && !measured.includes(column));
  const [first, second] = measured;
  if (!first) return null;
  return labels.length > 0 || !second ? { amount: first, labels } : { amount: second, labels: [first] };
}

export function barsOf(table: Table): readonly Line[] {
  const roles = barColumns(table.columns);
  if (!roles) return [];
  const amounts = table.numbers(roles.amount.name);
  const max = amounts.filter(each => each > 0).reduce((peak, each) => Math.max(peak, each), 0);
  return Array.from(amounts, (count, row) => {
    const label = roles.labels
      .map(({ name }) => textOf(table.cell(row, name)))
      .filter(Boolean)
      .join(' · ');
    const share = count > 0 ? count / max : 0;
    return { row, name: `${label}: ${countText(count)}`, label, count, share };
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : formatNumber(value);
  return typeof value === 'string' ? value : '';
}
