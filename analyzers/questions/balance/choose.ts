/** Chooses the counter, and its capture, whose instances are compared. */

import { type Ask, AskError } from '../../contract.ts';
import type { CaptureFact } from '../../kit/catalog.ts';
import { nearest } from '../../kit/names.ts';
import { type MeaningSelector, selects } from '../../metrics/select-meaning.ts';
import { type SeriesFact, seriesFacts } from '../../metrics/series-facts.ts';
import { totals } from '../../metrics/totals.ts';
import { isMeant } from '../saturation/groups.ts';
import { type Rule, rules } from '../saturation/rules.ts';

interface Wanted {
  readonly object?: string | undefined;
  readonly counter?: string | undefined;
}

export interface Choice {
  /** Series of one counter of one capture, one for each instance. */
  readonly series: readonly SeriesFact[];
  /** Series that a rule adds to a series, by the id of that series. */
  readonly added: ReadonlyMap<number, readonly SeriesFact[]>;
  /** The rule that computes the values; null if the user named a counter, whose values are taken as they are. */
  readonly rule: Rule | null;
  /** Other captures that measured the counter. */
  readonly others: readonly number[];
}

/**
 * The counter asked for, else the first that a rule of utilisation judges; from the capture with the most instances. null
 * when there is nothing to compare.
 * @throws AskError `not-found` for an object or counter that no capture in scope has
 */
export async function chosen(
  ask: Ask,
  captures: readonly CaptureFact[],
  { object, counter }: Wanted,
): Promise<Choice | null> {
  const inScope = new Set(captures.map(each => each.id));
  const all = (await seriesFacts(ask)).filter(
    each => inScope.has(each.capture) && each.instance !== null && !totals.has(each.instance.toLowerCase()),
  );
  if (object !== undefined)
    known(
      'object',
      object,
      all.map(each => each.object),
    );
  if (counter !== undefined)
    known(
      'counter',
      counter,
      all.map(each => each.counter),
    );
  for (const candidate of counter === undefined ? busyRules(object) : [counter]) {
    const isIt = (each: SeriesFact) =>
      typeof candidate === 'string'
        ? same(each.counter, candidate)
        : isMeant(each) && selects(alone(candidate.selector), each.meaning);
    const byCapture = new Map<number, SeriesFact[]>();
    for (const each of all) {
      if (!isIt(each) || (object !== undefined && !same(each.object, object))) continue;
      byCapture.set(each.capture, [...(byCapture.get(each.capture) ?? []), each]);
    }
    const [first, ...others] = [...byCapture.values()].sort((a, b) => b.length - a.length);
    // Disks and partitions, or processes and threads, may have a counter of the same name or meaning.
    if (first) {
      const [{ object, counter, unit }] = first as [SeriesFact];
      const series = first.filter(
        each => each.object === object && each.counter === counter && each.unit === unit,
      );
      const rule = typeof candidate === 'string' ? null : candidate;
      const added = new Map(series.map(each => [each.id, rule ? companionsOf(each, rule, all) : []]));
      return { series, added, rule, others: others.map(([each]) => each!.capture) };
    }
  }
  return null;
}

/** Other series of the same instance that a rule adds to a series. */
const companionsOf = (to: SeriesFact, rule: Rule, all: readonly SeriesFact[]): readonly SeriesFact[] =>
  all.filter(
    each =>
      each.id !== to.id &&
      each.capture === to.capture &&
      each.object === to.object &&
      each.instance === to.instance &&
      each.unit === to.unit &&
      isMeant(each) &&
      selects(rule.selector, each.meaning) &&
      !selects(alone(rule.selector), each.meaning),
  );

/** The series that identifies an instance for a rule: if the rule adds several, the first of them. */
const alone = ({ meaning, where = {} }: MeaningSelector): MeaningSelector => ({
  meaning,
  where: Object.fromEntries(
    Object.entries(where).map(([key, wanted]) => [key, Array.isArray(wanted) ? wanted[0] : wanted]),
  ),
});

/** Rules of utilisation: of the CPUs, or of the object of this name. */
const busyRules = (object: string | undefined): readonly Rule[] =>
  rules.filter(
    ({ aspect, share, resource }) =>
      aspect === 'utilisation' && !share && (object !== undefined || resource === 'cpu'),
  );

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function known(what: string, name: string, names: readonly string[]): void {
  if (names.some(each => same(each, name))) return;
  const near = nearest(name, names).map(each => `"${each}"`);
  throw new AskError(
    'not-found',
    `No capture in scope has instances of the ${what} "${name}"${near.length > 0 ? `; nearest: ${near.join(', ')}` : ''}.`,
  );
}
