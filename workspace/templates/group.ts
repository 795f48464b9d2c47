import { mask, type Token } from './tokens.ts';

/** A masked message as tokens; `folded` has its lists folded, `widths` the number of tokens that each of those had. */
export interface Row {
  readonly index: number;
  readonly tokens: readonly Token[];
  readonly folded: readonly Token[];
  readonly widths: readonly number[];
}

/** Masked messages that are known to be of one template. */
export interface Group {
  /** Texts of its folded tokens; a mask where they vary. */
  readonly texts: readonly string[];
  /** The same with every value masked: groups that differ only in values are one. */
  readonly keys: readonly string[];
  readonly rows: readonly Row[];
}

export function grouped<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const map = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    const list = map.get(name);
    if (list) list.push(item);
    else map.set(name, [item]);
  }
  return [...map.values()];
}

/** Merges groups of equal length: masked where they differ. */
export function union(groups: readonly Group[]): Group {
  const [first, ...more] = groups;
  const masked = (list: 'texts' | 'keys'): string[] =>
    first![list].map((text, at) => (more.every(group => group[list][at] === text) ? text : mask));
  return { texts: masked('texts'), keys: masked('keys'), rows: groups.flatMap(group => group.rows) };
}
