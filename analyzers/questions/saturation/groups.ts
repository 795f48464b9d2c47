/** Groups the series of a rule by resource, machine and capture. */
import { selects } from '../../metrics/select-meaning.ts';
import type { SeriesFact, SeriesMeaning } from '../../metrics/series-facts.ts';
import { totals } from '../../metrics/totals.ts';
import type { Machines } from './machines.ts';
import { type Rule, rules } from './rules.ts';

/** A series whose values can be converted to the unit of its meaning. */
export interface MeantSeries extends SeriesFact {
  readonly meaning: SeriesMeaning & { readonly factor: number };
}

export interface Group {
  readonly host: string;
  /** Instance of the resource; `all` is the whole machine. */
  readonly instance: string;
  readonly rule: Rule;
  readonly capture: number;
  /** The series to add up: no two of them have the same attributes. */
  readonly parts: MeantSeries[];
  /** The series that is 100 %, for rules about shares. */
  readonly whole: MeantSeries | null;
}

const rulesOf: ReadonlyMap<string, readonly Rule[]> = (() => {
  const map = new Map<string, Set<Rule>>();
  for (const rule of rules)
    for (const selector of [rule.selector, ...(rule.share ? [rule.share] : [])])
      map.set(selector.meaning, (map.get(selector.meaning) ?? new Set()).add(rule));
  return new Map([...map].map(([meaning, set]) => [meaning, [...set]]));
})();

interface Slot {
  readonly key: Pick<Group, 'host' | 'instance' | 'rule' | 'capture'>;
  readonly parts: MeantSeries[][];
  readonly wholes: MeantSeries[];
}

export function grouped(series: readonly SeriesFact[], known: Machines): Group[] {
  const slots = new Map<string, Slot>();
  for (const each of series) {
    if (!isMeant(each)) continue;
    const isTotal = each.instance === null || totals.has(each.instance.toLowerCase());
    for (const rule of rulesOf.get(each.meaning.name) ?? []) {
      const isPart = selects(rule.selector, each.meaning);
      const isWhole = rule.share !== undefined && selects(rule.share, each.meaning);
      if (!isPart && !isWhole) continue;
      if ((rule.whole && !isTotal) || (rule.parts && isTotal)) continue;
      const key = {
        host: known.hostOf(each),
        instance: isTotal ? 'all' : each.instance!,
        rule,
        capture: each.capture,
      };
      const text = JSON.stringify([key.host, key.instance, rules.indexOf(rule), key.capture]);
      const slot = slots.get(text) ?? { key, parts: [], wholes: [] };
      slots.set(text, slot);
      if (isWhole) slot.wholes.push(each);
      else place(slot.parts, each);
    }
  }
  return [...slots.values()].flatMap(({ key, parts, wholes }) =>
    parts.flatMap(series => {
      const whole = wholes.find(({ object }) => object === series[0]!.object) ?? null;
      return key.rule.share && !whole ? [] : [{ ...key, parts: series, whole }];
    }),
  );
}

export const isMeant = (series: SeriesFact): series is MeantSeries =>
  typeof series.meaning?.factor === 'number';

/**
 * Two series with the same attributes are redundant (PhysicalDisk and LogicalDisk of all disks; a queue under two names), so they
 * are alternatives and never added up. Series of the same object are preferred.
 */
function place(groups: MeantSeries[][], series: MeantSeries): void {
  const attributes = JSON.stringify(series.meaning.attributes);
  const free = groups.filter(
    group => !group.some(({ meaning }) => JSON.stringify(meaning.attributes) === attributes),
  );
  const chosen = free.find(([first]) => first!.object === series.object) ?? free[0];
  if (chosen) chosen.push(series);
  else groups.push([series]);
}
