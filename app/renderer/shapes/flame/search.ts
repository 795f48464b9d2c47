/** Searches the blocks of a picture. */
import { containsFolded } from '../../../../analyzers/stacks/matching.ts';
import type { Layout } from './layout.ts';

export interface Found {
  /** By block: 1 if its function or module matches. */
  readonly isMatch: Uint8Array;
  readonly blocks: number;
}

/** Null without a search. Tests each distinct name once. */
export function search(layout: Layout, query: string): Found | null {
  if (query.replaceAll('|', '').trim() === '') return null;
  const matches = containsFolded(query);
  const { func, module } = layout.frames;
  const hits = (values: readonly string[]) =>
    Uint8Array.from(foldedOf(values), name => (matches(name) ? 1 : 0));
  const [names, modules] = [hits(func.values), hits(module.values)];
  const { count, row } = layout;
  const isMatch = new Uint8Array(count);
  let blocks = 0;
  for (let block = 0; block < count; block++) {
    const isHit = names[func.index[row[block]!]!]! | modules[module.index[row[block]!]!]!;
    isMatch[block] = isHit;
    blocks += isHit;
  }
  return { isMatch, blocks };
}

const folded = new WeakMap<readonly string[], readonly string[]>();

/** Names in lower case, cached per answer. */
function foldedOf(values: readonly string[]): readonly string[] {
  const cached = folded.get(values);
  if (cached) return cached;
  const lowered = values.map(value => value.toLowerCase());
  folded.set(values, lowered);
  return lowered;
}
