/** Histograms: one bar per bucket. */
import { formatDuration, formatInteger, formatNumber } from '../../wording/numbers.ts';
import { markup } from '../markup.ts';
import { numbersOf, textsOf } from './columns.ts';
import type { Drawing, Drawn } from './drawn.ts';
import { drawnOf, inner, margin, px, shortened, svg } from './svg.ts';

const line = 16;
const left = 190;
/** px after the longest bar, for its number. */
const right = 70;
const maxBars = 48;

export const histogram: Drawing = (answer, { label }) => {
  const low = numbersOf(answer, 'low');
  const high = numbersOf(answer, 'high');
  const count = numbersOf(answer, 'count');
  const unitOf = textsOf(answer, 'unit');
  const stated = answer.columns.find(({ name }) => name === 'low')?.unit ?? '';
  const hasUnits = answer.columns.some(({ name }) => name === 'unit');
  if (!answer.columns.some(({ name }) => name === 'count')) return null;
  const lines = answer.rows.map(row => {
    const unit = hasUnits ? unitOf(row) : stated;
    const text = (value: number) =>
      Number.isNaN(value) ? '…' : unit === 'ns' ? formatDuration(value) : formatNumber(value);
    const end = unit === 'ns' || unit === '' ? '' : ` ${unit}`;
    const amount = count(row) || 0;
    return { name: `${text(low(row))} – ${text(high(row))}${end}`, amount, text: formatInteger(amount) };
  });
  return barLines(lines, answer.total, `${label}: values by bucket`);
};

export interface BarLine {
  readonly name: string;
  readonly amount: number;
  /** The amount as text. */
  readonly text: string;
}

export function barLines(lines: readonly BarLine[], total: number, title: string): Drawn | null {
  const shown = lines.slice(0, maxBars);
  const most = shown.reduce((peak, { amount }) => Math.max(peak, amount), 0);
  if (most === 0) return null;
  const bodies = shown.map(({ name, amount, text }, index) => {
    const y = 4 + index * line;
    const wide = (Math.max(0, amount) / most) * (inner - left - right);
    return markup`<g><title>${name}: ${text}</title><text class="bucket" x="${left - 8}" y="${y + 11}">${shortened(name, left - 8, 5.6)}</text><rect class="c0" x="${left}" y="${y}" width="${px(wide)}" height="${line - 3}"/><text class="count" x="${px(left + wide + 6)}" y="${y + 11}">${text}</text></g>`;
  });
  const picture = svg(
    8 + shown.length * line,
    title,
    markup`<g transform="translate(${margin.left} 0)">${bodies}</g>`,
  );
  return { picture, legend: drawnOf(shown.length, total, 'rows') };
}
