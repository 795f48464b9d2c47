/** One bar per row: an amount, with its label. */
import type { StoredAnswer } from '../../../analyzers/findings/finding.ts';
import { isNumeric } from '../../pictures/columns.ts';
import { cellText } from '../cells.ts';
import type { Drawing } from './drawn.ts';
import { barLines } from './histogram.ts';

export const bars: Drawing = (answer, { label, zone }) => {
  const { amount, labels } = columnsOf(answer);
  if (amount < 0) return null;
  const lines = answer.rows.map(row => ({
    name: labels
      .map(at => cellText(row[at] ?? null, answer.columns[at]!, zone))
      .filter(text => text !== '')
      .join(' · '),
    amount: Number(row[amount] ?? 0),
    text: cellText(row[amount] ?? null, answer.columns[amount]!, zone),
  }));
  return barLines(lines, answer.total, `${label}: amounts`);
};

/**
 * The amount is the first numeric column, and text columns label it. Without text columns the second is the
 * amount, and the first its label.
 */
function columnsOf({ columns }: StoredAnswer): {
  readonly amount: number;
  readonly labels: readonly number[];
} {
  const at = columns.map((_, index) => index);
  const measured = at.filter(index => isNumeric(columns[index]!));
  const named = at.filter(index => columns[index]!.kind === 'text' || columns[index]!.kind === 'code');
  const [first = -1, second] = measured;
  if (named.length > 0 || second === undefined) return { amount: first, labels: named };
  return { amount: second, labels: [first] };
}
