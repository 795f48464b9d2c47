/**
 * Merges a group into another that has each of its words, or a mask, at the same position: once `user <*> from <*>`
 * is known, `user anna from web` is no template of its own, even if it occurred only once.
 */
import { type Group, grouped, union } from './group.ts';
import { mask } from './tokens.ts';

/** Masks at the same positions. */
interface Pattern {
  readonly name: string;
  readonly at: readonly number[];
  readonly groups: Map<string, Group>;
}

/** Maximum patterns tried per length; further ones cover next to nothing. */
const maxPatterns = 64;

export function* absorb(groups: readonly Group[]): Generator<void, readonly Group[]> {
  const absorbed: Group[][] = [];
  for (const alike of grouped(groups, group => String(group.keys.length)))
    absorbed.push(yield* absorbAlike(alike));
  return absorbed.flat();
}

function* absorbAlike(groups: readonly Group[]): Generator<void, Group[]> {
  const patterns = patternsOf(groups);
  const into = new Map<Group, Group>();
  for (const group of groups) {
    yield;
    const { keys } = group;
    for (const { at, groups } of patterns) {
      const covered = at.filter(column => keys[column] !== mask);
      if (covered.length < 2) continue;
      const target = groups.get(masked(keys, at));
      if (target && plainWords(target) >= Math.max(2, covered.length)) {
        into.set(group, target);
        break;
      }
    }
  }
  const final = (group: Group): Group => {
    const next = into.get(group);
    return next ? final(next) : group;
  };
  const index = new Map(groups.map((group, id) => [group, String(id)]));
  return grouped(groups, group => index.get(final(group))!).map(same =>
    same.length === 1 ? same[0]! : union(same),
  );
}

/** Most specific first: fewest masks. */
function patternsOf(groups: readonly Group[]): Pattern[] {
  const patterns = new Map<string, Pattern>();
  for (const group of groups) {
    const at = group.keys.flatMap((key, column) => (key === mask ? [column] : []));
    if (at.length < 2) continue;
    const name = at.join();
    const pattern = patterns.get(name) ?? { name, at, groups: new Map<string, Group>() };
    patterns.set(name, pattern);
    pattern.groups.set(group.keys.join('\0'), group);
  }
  const byName = (a: Pattern, b: Pattern): number => (a.name < b.name ? -1 : 1);
  const largest = [...patterns.values()].sort((a, b) => b.groups.size - a.groups.size || byName(a, b));
  return largest.slice(0, maxPatterns).sort((a, b) => a.at.length - b.at.length || byName(a, b));
}

function masked(keys: readonly string[], at: readonly number[]): string {
  const copy = [...keys];
  for (const column of at) copy[column] = mask;
  return copy.join('\0');
}

const plainWords = (group: Group): number => group.keys.filter(key => /\p{L}/u.test(key)).length;
