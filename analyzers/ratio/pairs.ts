/** Chooses the pairs of series to divide. */
import { AskError, type Note } from '../contract.ts';
import { pathOf, type SeriesFact } from '../metrics-kit/series-facts.ts';
import { note } from '../notes.ts';

export interface Pair {
  readonly a: SeriesFact;
  readonly b: SeriesFact;
}

/** Properties that the two series of a pair must share, the closest kinship first. */
const kinships: readonly ((series: SeriesFact) => unknown[])[] = [
  each => [each.capture, each.host, each.object, each.instance],
  each => [each.capture, each.host, each.instance],
  each => [each.host, each.object, each.instance],
  each => [each.host, each.instance],
  each => [each.instance],
];

/**
 * A single series on one side is paired with all of the other side; else series of the same thing are paired.
 * @throws AskError `bad-parameter` if the pairs are ambiguous
 */
export function paired(
  a: readonly SeriesFact[],
  b: readonly SeriesFact[],
): { pairs: readonly Pair[]; notes: readonly Note[] } {
  if (a.length === 0 || b.length === 0) return { pairs: [], notes: [] };
  if (a.length === 1 || b.length === 1)
    return { pairs: a.flatMap(one => b.map(other => ({ a: one, b: other }))), notes: [] };
  for (const kinship of kinships) {
    const key = (each: SeriesFact) => JSON.stringify(kinship(each));
    const of = new Map(b.map(each => [key(each), each]));
    const pairs = a.flatMap(each => {
      const other = of.get(key(each));
      return other ? [{ a: each, b: other }] : [];
    });
    if (pairs.length === 0 || of.size < b.length || new Set(a.map(key)).size < a.length) continue;
    const alone = a.length - pairs.length;
    return {
      pairs,
      notes:
        alone > 0
          ? [
              note(
                'unpaired',
                `${alone} of ${a.length} series of a are left out, because b has no series of the same thing.`,
                { series: alone, of: a.length },
              ),
            ]
          : [],
    };
  }
  throw new AskError(
    'bad-parameter',
    `The pairs of series are ambiguous: a is ${sample(a)}, b is ${sample(b)}. Name one series on either side, or the same instances on both.`,
  );
}

const sample = (of: readonly SeriesFact[]) =>
  `${of.slice(0, 3).map(pathOf).join(', ')}${of.length > 3 ? ', …' : ''}`;
