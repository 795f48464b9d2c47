/** Chooses the lines of a track of metrics and the scale of each. */
import { roundUp } from '../../wording/ticks.ts';
import type { MetricParams, SeriesRef } from '../state/metrics.ts';
import { joined, type Line, rangeOf } from './line-data.ts';

/** A line of a track, and its series: several if captures of other times continue it. */
export interface TrackLine {
  readonly series: SeriesRef;
  readonly line: Line | null;
}

type Names = (capture: number) => string;

/** One line per series; consecutive captures of the same series share a line. */
export function trackLines(
  { series }: MetricParams,
  lines: ReadonlyMap<string, Line>,
  nameOf: Names,
): readonly TrackLine[] {
  const groups = new Map<string, SeriesRef[]>();
  for (const each of series) {
    const path = pathOf(each);
    const group = groups.get(path);
    if (group) group.push(each);
    else groups.set(path, [each]);
  }
  return [...groups.values()].flatMap(group => {
    const members = group.map(each => ({ series: each, line: lineOf(each, series, lines, nameOf) }));
    if (members.length === 1) return members;
    const whole = joined(members.flatMap(({ line }) => line ?? []));
    return whole ? [{ series: group[0]!, line: whole }] : members;
  });
}

const pathOf = ({ object, instance, counter }: SeriesRef): string =>
  [object, instance, counter].filter(part => part !== null).join('/');

/** Key of the line of a series: its path, with host or capture if several have the same path. */
function lineOf(
  one: SeriesRef,
  all: readonly SeriesRef[],
  lines: ReadonlyMap<string, Line>,
  nameOf: Names,
): Line | null {
  if (all.length === 1) return [...lines.values()][0] ?? null;
  const path = pathOf(one);
  const [host, name] = [one.host, nameOf(one.capture)];
  const called = [path, `${path} (${host})`, `${path} (${name})`, `${path} (${host}) (${name})`];
  // The path alone may belong to another capture, unless no other series has it.
  const isAlone = all.filter(each => pathOf(each) === path).length === 1;
  const key = called.slice(isAlone ? 0 : 1).find(each => lines.has(each));
  return key === undefined ? null : lines.get(key)!;
}

/** Percentages up to this count as 100 %: the intervals they were computed over were not exact. */
const overFull = 102;

/** A line, and the values at the bottom and at the top of the track. */
export interface ScaledLine {
  readonly line: Line;
  readonly low: number;
  readonly high: number;
}

export function drawnLines(
  { scale, top = 0 }: Pick<MetricParams, 'scale' | 'top'>,
  lines: readonly TrackLine[],
): readonly ScaledLine[] {
  const present = lines.flatMap(({ line }) => line ?? []);
  const common = rangeOf(present);
  const isShare = scale !== 'own' && present.every(({ unit }) => unit === '%');
  return present.map(line => {
    const { low, high } = scale === 'own' ? rangeOf([line]) : common;
    const max = scale === 'one' ? Math.max(high, top) : high;
    return {
      line,
      low: low < 0 ? -roundUp(-low) : 0,
      // Shares are drawn on a scale up to 100 %.
      high: isShare && max <= overFull ? 100 : max > 0 ? roundUp(max) : low < 0 ? 0 : 1,
    };
  });
}
