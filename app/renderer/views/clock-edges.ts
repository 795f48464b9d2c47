/** A capture in the graph of clocks, and how it is aligned to UTC. */
export interface ClockNode {
  readonly capture: number;
  readonly name: string;
  /** `stated`, `guess`, `by hand` or `not aligned`. */
  readonly known: string;
  readonly source: string;
  /** The capture through which it is aligned; null: it is aligned by its own times. */
  readonly by: number | null;
  /** ns; null: unknown. */
  readonly error: number | null;
  /** ns by which its clock was moved since it was read; null: it was not. */
  readonly moved: number | null;
}

/**
 * Captures by the one through which they are aligned; null for UTC. A capture whose parent is missing, or is its own
 * descendant, is a child of UTC, so that none is left out.
 */
export function childrenOf(nodes: readonly ClockNode[]): ReadonlyMap<number | null, readonly ClockNode[]> {
  const byId = new Map(nodes.map(node => [node.capture, node]));
  const reachesUtc = (node: ClockNode): boolean => {
    const visited = new Set<number>();
    for (let at: ClockNode | undefined = node; at; at = at.by === null ? undefined : byId.get(at.by)) {
      if (visited.has(at.capture)) return false;
      visited.add(at.capture);
    }
    return true;
  };
  const children = new Map<number | null, ClockNode[]>();
  for (const node of nodes) {
    if (node.known === 'not aligned') continue;
    const parent = node.by !== null && byId.has(node.by) && reachesUtc(node) ? node.by : null;
    const siblings = children.get(parent) ?? [];
    children.set(parent, siblings);
    siblings.push(node);
  }
  return children;
}
