/** Titles of collectl's tables, and the groups drawn above them by arrows. */

interface Group {
  readonly name: string;
  /** First and last column of its arrows. */
  readonly from: number;
  readonly to: number;
}

export interface Title {
  readonly name: string;
  readonly group: string | null;
}

/** `#<---reads---><---writes--->` */
export function groupsIn(line: string): readonly Group[] {
  return [...line.matchAll(/<-{1,256}([A-Za-z][^<>]{0,256}?)-{0,256}>/g)].map(match => ({
    name: match[1]!.trim(),
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** The words of a line of titles, each with the group above its middle. */
export function titlesUnder(line: string, groups: readonly Group[]): readonly Title[] {
  return [...line.replace('#', ' ').matchAll(/\S+/g)].map(match => {
    const middle = match.index + match[0].length / 2;
    const group = groups.find(({ from, to }) => from <= middle && middle <= to);
    return { name: match[0], group: group?.name ?? null };
  });
}
