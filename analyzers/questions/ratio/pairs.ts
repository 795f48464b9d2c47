/** Chooses the pairs of series to divide. */
import { AskError, type Note } from '../../contract.ts';
import { note } from '../../kit/notes.ts';
import { pathOf, type SeriesFact } from '../../metrics/series-facts.ts';

export interface Pair {
  readonly a: SeriesFact;
  readonly b: SeriesFact;
}

/** Properties that the two series of a pair must share, the most specific first. */
const sharedProperties: readonly ((series: SeriesFact) => unknown[])[] = [
  each => [each.capture, each.host, each.object, each.instance],
  each => [each.capture, each.host, each.instance],
  each => [each.host, each.object, each.instance],
  each => [each.host, each.instance],
  each => [each.instance],
];

/**
 * A single series on one side is paired with all of the other side; else series that share properties are paired.
 * @throws AskError `bad-parameter` if the pairs are ambiguous
 */
export function paired(
  a: readonly SeriesFact[],
  b: readonly SeriesFact[],
): { pairs: readonly Pair[]; notes: readonly Note[] } {
  if (a.length === 0 || b.length === 0) return { pairs: [], notes: [] };
  if (a.length === 1 || b.length === 1)
    return { pairs: a.flatMap(one => b.map(other => ({ a: one, b: other }))), notes: [] };
  for (const properties of sharedProperties) {
    const key = (each: SeriesFact) => JSON.stringify(properties(each));
    const partner = new Map(b.map(each => [key(each), each]));
    const pairs = a.flatMap(each => {
      const other = partner.get(key(each));
      return other ? [{ a: each, b: other }] : [];
    });
    if (pairs.length === 0 || partner.size < b.length || new Set(a.map(key)).size < a.length) continue;
    const alone = a.length - pairs.length;
    return {
      pairs,
      notes:
        alone > 0
          ? [
              note(
                'unpaired',
                `${alone} of ${a.length} series of a are left out, because b has no series of the same instance.`,
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

const sample = (list: readonly SeriesFact[]) =>
  `${list.slice(0, 3).map(pathOf).join(', ')}${list.length > 3 ? ', …' : ''}`;
