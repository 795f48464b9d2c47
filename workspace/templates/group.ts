import { mask, type Token } from './tokens.ts';

/** A masked message as tokens; `folded` has its lists folded, `widths` says how many tokens each of those was. */
export interface Row {
  readonly index: number;
  readonly tokens: readonly Token[];
  readonly folded: readonly Token[];
  readonly widths: readonly number[];
}

/** Masked messages of one template, as far as is known. */
export interface Group {
  /** Texts of its folded tokens; a mask where they vary. */
  readonly texts: readonly string[];
  /** The same, with a mask for every value: groups that differ only in values are one. */
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

/** One group of several of equal length: masked where they differ. */
export function union(groups: readonly Group[]): Group {
  const [first, ...more] = groups;
  const masked = (of: 'texts' | 'keys'): string[] =>
    first![of].map((text, at) => (more.every(group => group[of][at] === text) ? text : mask));
  return { texts: masked('texts'), keys: masked('keys'), rows: groups.flatMap(group => group.rows) };
}
