/** Draws the parts of one request, such as its spans, as bars from begin to end; names are indented below their parent's. */
import { formatDuration } from '../../wording/numbers.ts';
import { timeTicks } from '../../wording/ticks.ts';
import { joined, type Markup, markup } from '../markup.ts';
import { numbersOf, textsOf } from './columns.ts';
import type { Drawing } from './drawn.ts';
import { colourClass, drawnOf, legend, margin, px, shortened, svg, width } from './svg.ts';

const lineHeight = 18;
const bar = { left: 250, right: width - 78 };
const letterWidth = 6.3;
const indent = 10;
const maxIndents = 10;
const maxLines = 60;

export const waterfall: Drawing = (answer, { label }) => {
  const name = textsOf(answer, 'name');
  const process = textsOf(answer, 'process');
  const error = textsOf(answer, 'error');
  const offset = numbersOf(answer, 'offset');
  const duration = numbersOf(answer, 'duration');
  const depth = numbersOf(answer, 'depth');
  const rows = answer.rows.slice(0, maxLines);
  const length = rows.reduce((end, row) => Math.max(end, (offset(row) || 0) + (duration(row) || 0)), 0);
  if (!(length > 0)) return null;
  const processes = [...new Set(rows.map(process))];
  const x = (ns: number) => bar.left + (ns / length) * (bar.right - bar.left);
  const bodies = rows.map((row, at) => {
    const y = margin.top + at * lineHeight;
    const [begin, took, failed] = [offset(row), duration(row), error(row)];
    const textLeft = margin.left + Math.min(maxIndents, depth(row) || 0) * indent;
    const shown = shortened(name(row), bar.left - textLeft - 8, letterWidth);
    const colour = failed !== '' ? 'failed' : colourClass(processes.indexOf(process(row)));
    const barWidth = Math.max(2, x(begin + took) - x(begin));
    const mark = Number.isNaN(begin)
      ? null
      : Number.isNaN(took)
        ? markup`<rect class="${colour}" x="${px(x(begin) - 1.5)}" y="${y + 3}" width="3" height="${lineHeight - 6}"/>`
        : markup`<rect class="${colour}" x="${px(x(begin))}" y="${y + 3}" width="${px(barWidth)}" height="${lineHeight - 6}" rx="1.5"/><text class="count" x="${px(x(begin) + barWidth + 5)}" y="${y + 13}">${formatDuration(took)}</text>`;
    const tooltip = [
      name(row),
      process(row),
      Number.isNaN(begin) ? 'no time' : `at ${formatDuration(begin)}`,
      Number.isNaN(took) ? '' : `took ${formatDuration(took)}`,
      failed === '' ? '' : `failed: ${failed}`,
    ];
    return markup`<g><title>${tooltip.filter(part => part !== '').join(' · ')}</title><text class="name" x="${textLeft}" y="${y + 13}">${failed === '' ? '' : '✕ '}${shown}</text>${mark}</g>`;
  });
  const bottom = margin.top + rows.length * lineHeight;
  const picture = svg(
    bottom + 4,
    `${label}: the parts of the request in order of time`,
    markup`${gridLines(length, bottom, x)}${bodies}`,
  );
  const named = processes.filter(each => each !== '');
  return {
    picture,
    legend: joined([
      named.length > 1 && legend(processes.slice(0, 8).map(each => each || 'no process')),
      drawnOf(rows.length, answer.total, 'rows'),
    ]),
  };
};

/** Vertical lines, labelled with the time since the request began. */
function gridLines(length: number, bottom: number, x: (ns: number) => number): Markup {
  const { at } = timeTicks(0n, length, bar.right - bar.left, 'UTC', 90);
  return markup`${at.map(
    ns =>
      markup`<line class="grid" x1="${px(x(ns))}" x2="${px(x(ns))}" y1="${margin.top - 4}" y2="${bottom}"/><text class="tick" x="${px(x(ns))}" y="${margin.top - 9}">${ns === 0 ? '0' : formatDuration(ns).replace(/\.0+ /, ' ')}</text>`,
  )}`;
}
