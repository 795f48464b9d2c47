/** A range of a text that matches. */

export interface Match {
  readonly from: number;
  readonly to: number;
}

/** In the order of the text; none overlaps another. */
export type Finder = (text: string) => readonly Match[];

export const findNothing: Finder = () => [];

/** Finds the first occurrence of a text, ignoring case; nothing if it is empty. */
export const firstOf =
  (find: string): Finder =>
  text => {
    const from = find === '' ? -1 : text.toLowerCase().indexOf(find.toLowerCase());
    return from < 0 ? [] : [{ from, to: from + find.length }];
  };

/** Finds all matches of a pattern with the flag `g`; with `passes`, only matches whose group passes. */
export function placesOf(pattern: RegExp, passes?: (group: string) => boolean): Finder {
  return text => {
    const found: Match[] = [];
    for (const match of text.matchAll(pattern)) {
      const to = match.index + match[0].length;
      if (passes === undefined && match[0] !== '') found.push({ from: match.index, to });
      else if (passes && match[1] !== undefined && passes(match[1]))
        found.push({ from: to - match[1].length, to });
    }
    return found;
  };
}

/** Finds all matches of several finders; overlapping ones are merged. */
export function together(finders: readonly Finder[]): Finder {
  if (finders.length === 0) return findNothing;
  return text => {
    const found = finders.flatMap(find => find(text)).sort((a, b) => a.from - b.from || b.to - a.to);
    const merged: Match[] = [];
    for (const each of found) {
      const last = merged.at(-1);
      if (last && each.from < last.to)
        merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, each.to) };
      else merged.push(each);
    }
    return merged;
  };
}

/** Number of characters kept before the first match. */
const charactersBefore = 24;
const maxLead = 40;

/** Cuts the beginning of a text whose first match would be out of view, and shifts the matches accordingly. */
export function broughtForward(
  text: string,
  matches: readonly Match[],
): { readonly text: string; readonly matches: readonly Match[] } {
  const first = matches[0]?.from ?? 0;
  if (first < maxLead) return { text, matches };
  const blank = text.lastIndexOf(' ', first - charactersBefore);
  const cut = blank > first - 2 * charactersBefore ? blank + 1 : first - charactersBefore;
  const lead = '… ';
  const by = lead.length - cut;
  return {
    text: lead + text.slice(cut),
    matches: matches.map(({ from, to }) => ({ from: from + by, to: to + by })),
  };
}
