/** Which counter of which capture is compared across its instances. */
import type { CaptureFact } from '../catalog.ts';
import { type Ask, AskError } from '../contract.ts';
import { type SeriesFact, seriesFacts } from '../metrics-kit/series-facts.ts';
import { nearest } from '../names.ts';
import { rules, totals } from '../saturation/rules.ts';

interface Wanted {
  readonly object?: string | undefined;
  readonly counter?: string | undefined;
}

export interface Choice {
  /** One counter of one capture, an instance each. */
  readonly series: readonly SeriesFact[];
  /** The values say how idle they are. */
  readonly idle: boolean;
  /** Captures that measured it as well. */
  readonly others: readonly number[];
}

/**
 * The counter asked for, else the first by which the rules of utilisation tell how busy something is; from the capture
 * that tells most instances apart. null when there is nothing to compare.
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
  const kinds =
    counter === undefined ? busyKinds(object) : [{ objects: [object ?? null], counter, idle: false }];
  for (const { objects, counter: of, idle } of kinds) {
    const byCapture = new Map<number, SeriesFact[]>();
    for (const each of all) {
      if (!same(each.counter, of) || !objects.some(one => one === null || same(each.object, one))) continue;
      byCapture.set(each.capture, [...(byCapture.get(each.capture) ?? []), each]);
    }
    const [first, ...others] = [...byCapture.values()].sort((a, b) => b.length - a.length);
    // Two objects may have a counter of that name: disks and partitions, processes and threads.
    if (first) {
      const series = first.filter(each => each.object === first[0]!.object && each.unit === first[0]!.unit);
      return { series, idle, others: others.map(([each]) => each!.capture) };
    }
  }
  return null;
}

/** Counters that say how busy something is. */
function busyKinds(object: string | undefined) {
  return rules
    .filter(rule => rule.aspect === 'utilisation' && !rule.of)
    .filter(({ resource, objects }) =>
      object === undefined ? resource === 'cpu' : objects.some(each => same(each, object)),
    )
    .map(({ objects, counters, idle }) => ({
      objects: object === undefined ? objects : [object],
      counter: counters[0]!,
      idle: idle === true,
    }));
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function known(what: string, name: string, names: readonly string[]): void {
  if (names.some(each => same(each, name))) return;
  const near = nearest(name, names).map(each => `"${each}"`);
  throw new AskError(
    'not-found',
    `No capture in scope has instances of the ${what} "${name}"${near.length > 0 ? `; nearest: ${near.join(', ')}` : ''}.`,
  );
}
