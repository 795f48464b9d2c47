/** Derives verdicts from the measured values: one row per resource that could be the bottleneck. */
import type { Measured } from './measured.ts';
import { type Aspect, busyFrom, everywhere, rules } from './rules.ts';

export const verdicts = ['saturated', 'errors', 'busy', 'not judged', 'calm', 'not measured'] as const;
type Verdict = (typeof verdicts)[number];

export interface Row {
  readonly host: string;
  readonly resource: string;
  /** null if nothing was measured. */
  readonly instance: string | null;
  readonly verdict: Verdict;
  readonly by: Readonly<Partial<Record<Aspect, Measured>>>;
  /** The worst window; null if the values have no time, or are all 0. */
  readonly worst: bigint | null;
  /** Share of the windows in which it was saturated, 0 … 1. */
  readonly saturatedShare: number;
  readonly score: number;
}

export const aspects: readonly Aspect[] = ['utilisation', 'saturation', 'errors'];

/** Worst first; at the end the resources of every machine that were not measured. */
export function judged(all: readonly Measured[], hosts: readonly string[]): readonly Row[] {
  const things = new Map<string, Measured[]>();
  for (const each of all) {
    const key = JSON.stringify([each.host, each.rule.resource, each.instance]);
    things.set(key, [...(things.get(key) ?? []), each]);
  }
  const rows = [...things.values()].map(judge);
  const present = new Set(rows.map(each => `${each.host}\n${each.resource}`));
  for (const host of hosts)
    for (const resource of everywhere)
      if (!present.has(`${host}\n${resource}`))
        rows.push({
          host,
          resource,
          instance: null,
          verdict: 'not measured',
          by: {},
          worst: null,
          saturatedShare: 0,
          score: 0,
        });
  const rank = (row: Row) => verdicts.indexOf(row.verdict);
  return rows.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      b.score - a.score ||
      a.host.localeCompare(b.host) ||
      a.resource.localeCompare(b.resource) ||
      (a.instance ?? '').localeCompare(b.instance ?? '', undefined, { numeric: true }),
  );
}

/** Minimum score of a window that is saturated, or has errors. */
const saturatedFrom = 1e12;
const erringFrom = 1e6;

function judge(measures: readonly Measured[]): Row {
  const by: Partial<Record<Aspect, Measured>> = {};
  for (const aspect of aspects) {
    const best = preferred(measures.filter(each => each.rule.aspect === aspect));
    if (best) by[aspect] = best;
  }
  const { utilisation, errors } = by;
  const exceeds = (measure: Measured | undefined) =>
    [...(measure?.windows ?? [])].filter(
      ([at, value]) => excessOf(measure, value, utilisation?.windows.get(at)) > 0,
    ).length;
  if (exceeds(by.saturation) === 0) {
    const pressure = measures.find(each => each.rule.isPressure && exceeds(each) > 0);
    if (pressure) by.saturation = pressure;
  }
  const { saturation } = by;
  const saturatedShare = saturation ? exceeds(saturation) / saturation.windows.size : 0;
  let worst: bigint | null = null;
  let score = 0;
  for (const at of new Set(aspects.flatMap(aspect => [...(by[aspect]?.windows.keys() ?? [])]))) {
    const busy = utilisation?.windows.get(at);
    const excess = excessOf(saturation, saturation?.windows.get(at), busy);
    // Saturation outweighs errors, and errors outweigh utilisation, as they affect latency in this order.
    const here =
      (excess > 0 ? saturatedFrom + 1000 * excess : 0) +
      (errors?.windows.get(at) ? erringFrom : 0) +
      (busy ?? saturation?.windows.get(at) ?? 0);
    if (here > score) [worst, score] = [at, here];
  }
  const [{ host, instance, rule }] = measures as [Measured];
  const verdict: Verdict =
    score >= saturatedFrom
      ? 'saturated'
      : score >= erringFrom
        ? 'errors'
        : (utilisation?.windows.get(worst) ?? 0) >= busyFrom
          ? 'busy'
          : saturation?.above === null && !utilisation
            ? 'not judged'
            : 'calm';
  return { host, resource: rule.resource, instance, verdict, by, worst, saturatedShare, score };
}

/** Value as a multiple of its threshold; 0 if below, or if the resource was idle. */
function excessOf(
  measure: Measured | undefined,
  value: number | undefined,
  busy: number | undefined,
): number {
  if (!measure || measure.above === null || value === undefined || !(value > measure.above)) return 0;
  if (measure.rule.whileBusy !== undefined && busy !== undefined && busy < measure.rule.whileBusy) return 0;
  return value / Math.max(measure.above, 1);
}

/** The first rule that covers at least half as much time as the rule that covers most; of equal ones, the one with most points. */
function preferred(measures: readonly Measured[]): Measured | undefined {
  const max = Math.max(...measures.map(each => each.windows.size));
  const [best] = measures
    .filter(each => each.windows.size * 2 >= max)
    .sort((a, b) => rules.indexOf(a.rule) - rules.indexOf(b.rule) || b.points - a.points);
  return best;
}
