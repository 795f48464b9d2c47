/** Values over time: tracks of stacked areas, or series as lines. */
import type { StoredAnswer } from '../../../analyzers/findings/finding.ts';
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

interface Line {
  readonly name: string;
  readonly times: bigint[];
  readonly values: number[];
}

export const tracks: Drawing = (answer, about) => overTime(answer, about, true);
export const series: Drawing = (answer, about) => overTime(answer, about, false);

function overTime(answer: StoredAnswer, { label, zone, marked }: About, isStacked: boolean): Drawn | null {
  const byTrack = tracksOf(answer);
  const times = [...byTrack.values()].flatMap(lines => [...lines.values()].flatMap(line => line.times));
  const [from, to] = extent(times);
  if (times.length < 2 || to <= from) return null;
  const height = isStacked ? trackHeight.stacked : trackHeight.lines;
  const names = busiest(byTrack);
  const shown = [...byTrack].slice(0, maxTracks);
  const unit = answer.columns.find(({ name }) => name === 'value')?.unit;
  const bottom = margin.top + shown.length * (height + gap);
  const x = (time: bigint) => margin.left + (Number(time - from) / Number(to - from)) * inner;
  const bodies = shown.map(([title, lines], index) => {
    const top = margin.top + index * (height + gap);
    const layers = [...lines.values()].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
    const peak = isStacked ? stackedPeak(layers) : Math.max(0, ...layers.flatMap(({ values }) => values));
    const y = (value: number) => top + height - (peak > 0 ? Math.max(0, value) / peak : 0) * height;
    const body = isStacked ? areas(layers, names, x, y) : linesOf(layers, names, x, y);
    const caption = `${title === '' ? '' : `${title} · `}most ${formatNumber(peak)}${unit ? ` ${unit}` : ''}`;
    return markup`<g>${body}<text class="title" x="${margin.left}" y="${px(top + height + 14)}">${caption}</text></g>`;
  });
  const picture = svg(
    bottom,
    `${label}, over time`,
    markup`${shades(marked, x, margin.top - 4, bottom - gap)}${timeAxis(from, to, zone, bottom - gap)}${bodies}`,
  );
  return { picture, legend: names.length > 1 ? legend(names.slice(0, categories)) : null };
}

function tracksOf({ columns, rows }: StoredAnswer): Map<string, Map<string, Line>> {
  const columnCalled = (name: string) => columns.findIndex(column => column.name === name);
  const timeColumn = columns.findIndex(({ kind }) => kind === 'time');
  const valueColumn =
    columnCalled('value') >= 0 ? columnCalled('value') : columns.findIndex(({ kind }) => kind === 'number');
  const trackColumn = columnCalled('track');
  const keys = columns.flatMap(({ kind }, index) =>
    index !== trackColumn && (kind === 'text' || kind === 'code') ? [index] : [],
  );
  const tracks = new Map<string, Map<string, Line>>();
  for (const row of rows) {
    const [time, value] = [row[timeColumn], row[valueColumn]];
    if (typeof time !== 'bigint' || typeof value !== 'number') continue;
    const track = trackColumn < 0 ? '' : String(row[trackColumn] ?? '');
    const name = keys
      .map(key => row[key])
      .filter(cell => cell !== null && cell !== undefined && cell !== '')
      .join(' · ');
    const lines = tracks.get(track) ?? new Map<string, Line>();
    tracks.set(track, lines);
    const line = lines.get(name) ?? { name, times: [], values: [] };
    lines.set(name, line);
    line.times.push(time);
    line.values.push(value);
  }
  return tracks;
}

/** Names by their sum over all tracks, the largest first, so that they get the colours. */
function busiest(tracks: ReadonlyMap<string, ReadonlyMap<string, Line>>): readonly string[] {
  const sums = new Map<string, number>();
  for (const lines of tracks.values())
    for (const { name, values } of lines.values())
      sums.set(
        name,
        values.reduce((sum, value) => sum + value, sums.get(name) ?? 0),
      );
  return [...sums].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

function stackedPeak(lines: readonly Line[]): number {
  const sums = new Map<bigint, number>();
  for (const { times, values } of lines)
    for (const [index, time] of times.entries()) sums.set(time, (sums.get(time) ?? 0) + values[index]!);
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
      const top = base + values[at]!;
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
    const points = order.map(at => `${px(x(times[at]!))},${px(y(values[at]!))}`).join(' ');
    return markup`<polyline class="line ${colourClass(names.indexOf(name))}" points="${points}"><title>${name}</title></polyline>`;
  });
}
