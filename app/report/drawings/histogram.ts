/** How many values each bucket holds: a bar each. */
import type { StoredAnswer } from '../../../analyzers/findings/finding.ts';
import { formatDuration, formatInteger, formatNumber } from '../../wording/numbers.ts';
import { markup } from '../markup.ts';
import type { Drawn } from './drawn.ts';
import { inner, margin, px, svg } from './svg.ts';

const line = 16;
const left = 190;
const mostBars = 48;

export function histogram({ columns, rows }: StoredAnswer, label: string): Drawn | null {
  const at = (name: string) => columns.findIndex(column => column.name === name);
  const [lowAt, highAt, countAt] = [at('low'), at('high'), at('count')];
  if (lowAt < 0 || highAt < 0 || countAt < 0) return null;
  const unitAt = at('unit');
  const bars = rows.slice(0, mostBars);
  const most = Math.max(0, ...bars.map(row => Number(row[countAt] ?? 0)));
  if (most === 0) return null;
  const bodies = bars.map((row, index) => {
    const unit = unitAt >= 0 ? String(row[unitAt] ?? '') : (columns[lowAt]?.unit ?? '');
    const text = (value: unknown) =>
      typeof value !== 'number' ? '…' : unit === 'ns' ? formatDuration(value) : formatNumber(value);
    const count = Number(row[countAt] ?? 0);
    const y = 4 + index * line;
    const end = unit === 'ns' || unit === '' ? '' : ` ${unit}`;
    return markup`<text class="bucket" x="${left - 8}" y="${y + 11}">${text(row[lowAt])} – ${text(row[highAt])}${end}</text><rect class="c0" x="${left}" y="${y}" width="${px((count / most) * (inner - left - 70))}" height="${line - 3}"/><text class="count" x="${px(left + (count / most) * (inner - left - 70) + 6)}" y="${y + 11}">${formatInteger(count)}</text>`;
  });
  const height = 8 + bars.length * line;
  return {
    picture: svg(
      height,
      `${label}: values by bucket`,
      markup`<g transform="translate(${margin.left} 0)">${bodies}</g>`,
    ),
    legend: null,
  };
}
