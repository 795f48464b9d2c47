/** A capture in the graph of clocks, and the edge that ties it to UTC. */
export interface ClockNode {
  readonly capture: number;
  readonly name: string;
  /** stated, guess, by hand, not aligned. */
  readonly known: string;
  readonly source: string;
  /** The capture that its place rests on; null: it is on UTC by itself. */
  readonly by: number | null;
  /** ns; null where nobody knows. */
  readonly error: number | null;
  /** ns that it was moved by since it was read; null: nothing. */
  readonly moved: number | null;
}

/**
 * Captures by the one that they rest on, null for UTC. What rests on a capture that is not there, or on one that rests on it, hangs on UTC: nothing
 * is left out.
 */
export function childrenOf(nodes: readonly ClockNode[]): ReadonlyMap<number | null, readonly ClockNode[]> {
  const byId = new Map(nodes.map(node => [node.capture, node]));
  const reachesUtc = (node: ClockNode): boolean => {
    const seen = new Set<number>();
    for (let at: ClockNode | undefined = node; at; at = at.by === null ? undefined : byId.get(at.by)) {
      if (seen.has(at.capture)) return false;
      seen.add(at.capture);
    }
    return true;
  };
  const children = new Map<number | null, ClockNode[]>();
  for (const node of nodes) {
    if (node.known === 'not aligned') continue;
    const on = node.by !== null && byId.has(node.by) && reachesUtc(node) ? node.by : null;
    const known = children.get(on) ?? [];
    children.set(on, known);
    known.push(node);
  }
  return children;
}
