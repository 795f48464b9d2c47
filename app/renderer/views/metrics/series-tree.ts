import type { SeriesRow } from '../../timeline/series-rows.ts';

export type { SeriesRow };

/** A host, an object, an instance, or at the leaf a counter. */
export interface SeriesNode {
  /** Unique in the tree. */
  readonly id: string;
  readonly name: string;
  readonly children: readonly SeriesNode[];
  /** Null except for leaves. */
  readonly series: SeriesRow | null;
  /** Number of series under the node. */
  readonly count: number;
}

export interface VisibleNode {
  readonly node: SeriesNode;
  readonly level: number;
  readonly isOpen: boolean;
  readonly place: number;
  readonly siblings: number;
  readonly parent: VisibleNode | null;
}

const collator = new Intl.Collator('en', { numeric: true });

/** host / object / instance / counter; the level of hosts is omitted if there are not several. */
export function seriesTree(rows: readonly SeriesRow[]): readonly SeriesNode[] {
  const hosts = new Set(rows.flatMap(({ host }) => host ?? []));
  const root: Branch = { branches: new Map(), leaves: [] };
  for (const row of rows) {
    const path = [...(hosts.size > 1 ? [row.host ?? 'no host'] : []), row.object];
    if (row.instance !== null) path.push(row.instance);
    let branch = root;
    for (const name of path) {
      let next = branch.branches.get(name);
      if (!next) {
        next = { branches: new Map(), leaves: [] };
        branch.branches.set(name, next);
      }
      branch = next;
    }
    branch.leaves.push(row);
  }
  return nodesOf(root, '');
}

interface Branch {
  readonly branches: Map<string, Branch>;
  readonly leaves: SeriesRow[];
}

function nodesOf({ branches, leaves }: Branch, prefix: string): readonly SeriesNode[] {
  const groups = [...branches].map(([name, branch]): SeriesNode => {
    const id = `${prefix}/${name}`;
    const children = nodesOf(branch, id);
    return { id, name, children, series: null, count: children.reduce((sum, each) => sum + each.count, 0) };
  });
  groups.sort((a, b) => collator.compare(a.name, b.name));
  // Counters stay in the order of their tool.
  const counters = leaves.map(
    (series): SeriesNode => ({
      id: `${prefix}/${series.counter}#${series.capture}`,
      name: series.counter,
      children: [],
      series,
      count: 1,
    }),
  );
  return [...counters, ...groups];
}

/** Nodes opened at once: a single root, its only child, and so on. */
export function onlyPath(roots: readonly SeriesNode[]): readonly string[] {
  const [only, ...others] = roots;
  return only && others.length === 0 && !only.series ? [only.id, ...onlyPath(only.children)] : [];
}

/** The visible rows: those of open nodes, or with a search, all that match it. */
export function visibleNodes(
  roots: readonly SeriesNode[],
  open: ReadonlySet<string>,
  search: string,
): readonly VisibleNode[] {
  const words = wordsOf(search);
  const out: VisibleNode[] = [];
  const visit = (nodes: readonly SeriesNode[], level: number, parent: VisibleNode | null): void => {
    const shown = words.length > 0 ? nodes.filter(node => matches(node, words)) : nodes;
    shown.forEach((node, place) => {
      const isOpen = node.children.length > 0 && (words.length > 0 || open.has(node.id));
      const row = { node, level, isOpen, place, siblings: shown.length, parent };
      out.push(row);
      if (isOpen) visit(node.children, level + 1, row);
    });
  };
  visit(roots, 0, null);
  return out;
}

/** The series under a node that have all words of the search. */
export function seriesUnder(node: SeriesNode, search: string): readonly SeriesRow[] {
  const words = wordsOf(search);
  const visit = (at: SeriesNode): readonly SeriesRow[] => {
    if (!at.series) return at.children.flatMap(visit);
    return matches(at, words) ? [at.series] : [];
  };
  return visit(node);
}

function wordsOf(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/[\s/]+/)
    .filter(Boolean);
}

/** True if some series under the node has all words in its path. */
function matches({ id, series, children }: SeriesNode, words: readonly string[]): boolean {
  if (!series) return children.some(child => matches(child, words));
  const path = id.toLowerCase();
  return words.every(word => path.includes(word));
}

/** The same counter for every instance of the object, including those in other captures of the same format. */
export function siblingsOf(
  rows: readonly SeriesRow[],
  series: SeriesRow,
  formatOf: (capture: number) => string,
): readonly (readonly SeriesRow[])[] {
  const byInstance = new Map<string, SeriesRow[]>();
  for (const each of rows) {
    const isSame =
      each.host === series.host && each.object === series.object && each.counter === series.counter;
    if (!isSame || each.instance === null || formatOf(each.capture) !== formatOf(series.capture)) continue;
    const group = byInstance.get(each.instance);
    if (group) group.push(each);
    else byInstance.set(each.instance, [each]);
  }
  return [...byInstance].sort(([a], [b]) => collator.compare(a, b)).map(([, group]) => group);
}

/** The groups with the highest means, in their original order. */
export function busiest(
  groups: readonly (readonly SeriesRow[])[],
  limit: number,
): readonly (readonly SeriesRow[])[] {
  const mean = (group: readonly SeriesRow[]) => Math.max(...group.map(each => each.mean));
  const kept = new Set([...groups].sort((a, b) => mean(b) - mean(a)).slice(0, limit));
  return groups.filter(group => kept.has(group));
}
