/** Values over time: tracks of stacked areas, or series as lines. */
import type { StoredAnswer } from '../../../analyzers/findings/finding.ts';
import { type Line, type LineGroup, lineColumns, lineGroups, type Rows } from '../../pictures/lines.ts';
import { formatNumber } from '../../wording/numbers.ts';
import { type Markup, markup } from '../markup.ts';
import type { About, Drawing, Drawn } from './drawn.ts';
import {
  categories,
  colourClass,
  extent,
  inner,
  legend,
  margin,
  px,
  shades,
  svg,
  timeAxis,
  width,
} from './svg.ts';

const trackHeight = { stacked: 64, lines: 96 };
const gap = 22;
const maxTracks = 12;

export const tracks: Drawing = (answer, about) => overTime(answer, about, true);
export const series: Drawing = (answer, about) => overTime(answer, about, false);

function overTime(
  answer: StoredAnswer,
  { label, zone, marked, captureName }: About,
  isStacked: boolean,
): Drawn | null {
  const columns = lineColumns(answer.columns);
  if (columns === null) return null;
  const groups = lineGroups(rowsOf(answer), columns, captureName);
  const times = groups.flatMap(({ lines }) => lines.flatMap(line => line.times));
  const [from, to] = extent(times);
  if (times.length < 2 || to <= from) return null;
  const height = isStacked ? trackHeight.stacked : trackHeight.lines;
  const names = busiest(groups);
  const shown = groups.slice(0, maxTracks);
  const bottom = margin.top + shown.length * (height + gap);
  const x = (time: bigint) => margin.left + (Number(time - from) / Number(to - from)) * inner;
  const bodies = shown.map(({ title, unit, lines }, index) => {
    const top = margin.top + index * (height + gap);
    const layers = [...lines].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
    const peak = isStacked ? stackedPeak(layers) : peakOf(layers);
    const y = (value: number) => top + height - (peak > 0 ? Math.max(0, value) / peak : 0) * height;
    const body = isStacked ? areas(layers, names, x, y) : linesOf(layers, names, x, y);
    const caption = `${title === '' ? '' : `${title} · `}most ${formatNumber(peak)}${unit === '' ? '' : ` ${unit}`}`;
    return markup`<g>${body}<text class="title" x="${margin.left}" y="${px(top + height + 14)}">${caption}</text></g>`;
  });
  const picture = svg(
    bottom,
    `${label}, over time`,
    markup`${shades(marked, x, margin.top - 4, bottom - gap)}${timeAxis(from, to, zone, bottom - gap)}${bodies}`,
  );
  return { picture, legend: names.length > 1 ? legend(names.slice(0, categories)) : null };
}

/** Rows of a stored answer for `lineGroups`. */
function rowsOf({ columns, rows }: StoredAnswer): Rows {
  const at = new Map(columns.map(({ name }, index) => [name, index]));
  return { rows: rows.length, cell: (row, column) => rows[row]![at.get(column)!] };
}

/** Names by their sum over all tracks, the largest first, so that they get the colours. */
function busiest(groups: readonly LineGroup[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const { lines } of groups)
    for (const { name, values } of lines)
      sums.set(
        name,
        values.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), sums.get(name) ?? 0),
      );
  return [...sums].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

const peakOf = (lines: readonly Line[]): number =>
  lines
    .flatMap(({ values }) => values)
    .reduce((peak, value) => (Number.isNaN(value) ? peak : Math.max(peak, value)), 0);

function stackedPeak(lines: readonly Line[]): number {
  const sums = new Map<bigint, number>();
  for (const { times, values } of lines)
    for (const [index, time] of times.entries())
      sums.set(time, (sums.get(time) ?? 0) + (values[index]! || 0));
  return Math.max(0, ...sums.values());
}

/** Stacked steps, each from its time to the next. */
function areas(
  lines: readonly Line[],
  names: readonly string[],
  x: (time: bigint) => number,
  y: (value: number) => number,
): Markup[] {
  const below = new Map<bigint, number>();
  return lines.map(({ name, times, values }) => {
    const order = times.map((_, at) => at).sort((a, b) => (times[a]! < times[b]! ? -1 : 1));
    const [up, down]: [string[], string[]] = [[], []];
    order.forEach((at, index) => {
      const base = below.get(times[at]!) ?? 0;
      const top = base + (values[at]! || 0);
      below.set(times[at]!, top);
      const next = order[index + 1];
      const [a, b] = [x(times[at]!), next === undefined ? width - margin.right : x(times[next]!)];
      up.push(`${px(a)},${px(y(top))}`, `${px(b)},${px(y(top))}`);
      down.unshift(`${px(b)},${px(y(base))}`, `${px(a)},${px(y(base))}`);
    });
    return markup`<polygon class="${colourClass(names.indexOf(name))}" points="${[...up, ...down].join(' ')}"><title>${name}</title></polygon>`;
  });
}

function linesOf(
  lines: readonly Line[],
  names: readonly string[],
  x: (time: bigint) => number,
  y: (value: number) => number,
): Markup[] {
  return lines.map(({ name, times, values }) => {
    const order = times.map((_, at) => at).sort((a, b) => (times[a]! < times[b]! ? -1 : 1));
    // NaN begins a gap.
    const stretches: string[][] = [[]];
    for (const at of order)
      if (Number.isNaN(values[at]!)) stretches.push([]);
      else stretches.at(-1)!.push(`${px(x(times[at]!))},${px(y(values[at]!))}`);
    return markup`<g class="line ${colourClass(names.indexOf(name))}"><title>${name}</title>${stretches
      .filter(points => points.length > 0)
      .map(points => markup`<polyline points="${points.join(' ')}"></polyline>`)}</g>`;
  });
}
