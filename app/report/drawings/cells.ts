/** Heat maps: cells by time and row; the higher the value, the brighter. */
import type { StoredAnswer } from '../../../analyzers/findings/finding.ts';
import { formatDuration, formatNumber } from '../../wording/numbers.ts';
import { type Markup, markup } from '../markup.ts';
import type { Drawing } from './drawn.ts';
import { inner, margin, px, svg, timeAxis, width } from './svg.ts';

const heats = 7;
const minRow = 3;
const tall = 150;

export const cells: Drawing = (answer, { label, zone, marked }) => {
  const { grid, columns, rows } = answer;
  const at = (name: string) => columns.findIndex(column => column.name === name);
  const [timeAt, rowAt, valueAt] = [at('time'), Math.max(at('row'), at('offset')), at('value')];
  if (!grid || timeAt < 0 || valueAt < 0 || rowAt < 0) return null;
  const isOffset = at('row') < 0;
  const levels = Math.max(1, grid.edges.length - 1);
  const height = Math.max(tall, levels * minRow);
  const [cellWidth, cellHeight] = [inner / Math.max(1, grid.columns), height / levels];
  const values = rows.map(row => (typeof row[valueAt] === 'number' ? row[valueAt] : 0));
  const peak = Math.max(0, ...values);
  if (peak === 0) return null;
  // Low values are far more frequent than high ones: a logarithmic scale shows both.
  const shade = (value: number) =>
    Math.min(heats - 1, Math.floor((Math.log1p(value) / Math.log1p(peak)) * heats));
  const bodies = rows.map((row, index) => {
    const [time, place] = [row[timeAt], row[rowAt]];
    if (typeof time !== 'bigint' || typeof place !== 'number') return null;
    const level = isOffset ? levelOf(grid.edges, place) : place;
    const column = Number((time - grid.from) / grid.width);
    const y = margin.top + height - (level + 1) * cellHeight;
    return markup`<rect class="h${shade(values[index]!)}" x="${px(margin.left + column * cellWidth)}" y="${px(y)}" width="${px(cellWidth + 0.2)}" height="${px(cellHeight + 0.2)}"/>`;
  });
  const to = grid.from + grid.width * BigInt(grid.columns);
  const x = (time: bigint) => margin.left + (Number(time - grid.from) / Number(to - grid.from)) * inner;
  const outlines = marked.map(range => {
    const [a, b] = [Math.max(margin.left, x(range.from)), Math.min(width - margin.right, x(range.to))];
    return b > a
      ? markup`<rect class="outline" x="${px(a)}" y="${margin.top}" width="${px(b - a)}" height="${px(height)}"/>`
      : null;
  });
  const picture = svg(
    margin.top + height + 18,
    `${label}: a heat map`,
    markup`${timeAxis(grid.from, to, zone, margin.top + height)}${bodies}${outlines}${edgeTexts(answer, height)}`,
  );
  return { picture, legend: scale(peak, columns[valueAt]?.unit) };
};

function levelOf(edges: readonly number[], place: number): number {
  const next = edges.findIndex(edge => edge > place);
  return next < 0 ? edges.length - 2 : Math.max(0, next - 1);
}

/** Text for the lowest and the highest row. */
function edgeTexts({ grid, columns }: StoredAnswer, height: number): Markup | null {
  if (!grid) return null;
  const isTime = columns.some(
    ({ name, kind }) => (name === 'from' || name === 'offset') && kind === 'duration',
  );
  const text = (value: number) => (isTime ? formatDuration(value) : formatNumber(value));
  const [low, high] = [grid.edges[0] ?? 0, grid.edges.at(-1) ?? 0];
  const said = grid.names ? grid.names.join(', ') : `from ${text(low)} below to ${text(high)} above`;
  return markup`<text class="title" x="${margin.left}" y="${px(margin.top + height + 14)}">${said}</text>`;
}

const scale = (peak: number, unit: string | undefined): Markup =>
  markup`<p class="scale">0 <svg class="keys" viewBox="0 0 70 10" aria-hidden="true">${Array.from(
    { length: heats },
    (_, at) => markup`<rect class="h${at}" x="${at * 10}" width="10" height="10"/>`,
  )}</svg> ${formatNumber(peak)}${unit ? ` ${unit}` : ''} a cell, by its logarithm</p>`;
