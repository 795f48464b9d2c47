/** Flame charts: a band per thread, callers above callees. */
import { baseName } from '../../wording/names.ts';
import { formatDuration } from '../../wording/numbers.ts';
import { joined, markup } from '../markup.ts';
import { cellsOf, numbersOf, type Row, textsOf } from './columns.ts';
import type { Drawing } from './drawn.ts';
import {
  colourClass,
  drawnOf,
  extent,
  inner,
  legend,
  margin,
  px,
  shades,
  shortened,
  svg,
  timeAxis,
} from './svg.ts';

const level = 16;
const title = 20;
const gap = 8;
const letter = 6.3;
/** Levels of all bands together: nobody reads a drawing of hundreds of levels. */
const maxLevels = 90;
/** px; narrower boxes are only in the table. */
const least = 0.4;

export const flameChart: Drawing = (answer, { label, zone, marked }) => {
  const band = textsOf(answer, 'band');
  const func = textsOf(answer, 'function');
  const module = textsOf(answer, 'module');
  const slice = textsOf(answer, 'slice');
  const depth = numbersOf(answer, 'depth');
  const duration = numbersOf(answer, 'duration');
  const time = cellsOf(answer, 'time');
  const rows = answer.rows.filter(row => typeof time(row) === 'bigint' && duration(row) >= 0);
  const begin = (row: Row) => time(row) as bigint;
  const end = (row: Row) => begin(row) + BigInt(Math.round(duration(row)));
  const [from, to] = extent(rows.flatMap(row => [begin(row), end(row)]));
  if (to <= from) return null;
  const bands = new Map(rows.map(row => [band(row), [] as Row[]]));
  for (const row of rows) bands.get(band(row))?.push(row);
  // Boxes are coloured by module; slices, which have none, by name.
  const groupOf = (row: Row) => (slice(row) !== '' ? slice(row) : baseName(module(row)));
  const groups = [...new Set(rows.map(groupOf))];
  const x = (at: bigint) => margin.left + (Number(at - from) / Number(to - from)) * inner;
  let y = margin.top;
  let levels = 0;
  let drawn = 0;
  const bodies = [...bands].flatMap(([name, inBand]) => {
    const deep = Math.min(1 + Math.max(...inBand.map(row => depth(row) || 0)), maxLevels - levels);
    if (deep <= 0) return [];
    const top = y + title;
    levels += deep;
    y = top + deep * level + gap;
    const boxes = inBand.map(row => {
      const [left, wide] = [x(begin(row)), x(end(row)) - x(begin(row))];
      if ((depth(row) || 0) >= deep || wide < least) return null;
      drawn++;
      const text = func(row) || slice(row);
      const at = top + (depth(row) || 0) * level;
      const shown = shortened(text, wide - 6, letter);
      const tooltip = [text, baseName(module(row)), formatDuration(duration(row))];
      return markup`<g><title>${tooltip.filter(part => part !== '').join(' · ')}</title><rect class="${colourClass(groups.indexOf(groupOf(row)))}" x="${px(left)}" y="${at}" width="${px(Math.max(wide - 0.3, 0.3))}" height="${level - 1}"/>${shown !== '' && markup`<text class="name" x="${px(left + 3)}" y="${at + 11.5}">${shown}</text>`}</g>`;
    });
    return [markup`<text class="title" x="${margin.left}" y="${top - 6}">${name}</text>${boxes}`];
  });
  const picture = svg(
    y,
    `${label}: what threads did over time`,
    markup`${shades(marked, x, margin.top, y - gap)}${timeAxis(from, to, zone, y - gap)}<g class="boxes">${bodies}</g>`,
  );
  return {
    picture,
    legend: joined([
      groups.length > 1 && legend(groups.slice(0, 8).map(group => group || 'no module')),
      drawnOf(drawn, answer.total, 'rows'),
    ]),
  };
};
