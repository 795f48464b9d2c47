/** Nests slices under their parents, in the order of time. */

export interface Part {
  readonly id: string | null;
  readonly parent: string | null;
  /** ns; NaN where unknown. */
  readonly start: number;
  readonly duration: number;
}

export interface Nested {
  /** Rows, each before its parts. */
  readonly order: readonly number[];
  /** By row. */
  readonly depth: readonly number[];
  /** By row: ns in which none of its parts ran; NaN without a duration. */
  readonly self: readonly number[];
  /** Number of slices whose parent is missing. */
  readonly orphans: number;
}

/** @param parts in the order of time */
export function nested(parts: readonly Part[]): Nested {
  const rowOf = new Map<string, number>();
  parts.forEach(({ id }, row) => {
    if (id !== null && !rowOf.has(id)) rowOf.set(id, row);
  });
  const children: number[][] = parts.map(() => []);
  const roots: number[] = [];
  let orphans = 0;
  parts.forEach(({ parent, id }, row) => {
    const parentRow = parent === null || parent === id ? undefined : rowOf.get(parent);
    if (parentRow === undefined) {
      roots.push(row);
      if (parent !== null && parent !== id) orphans++;
    } else children[parentRow]!.push(row);
  });
  const order: number[] = [];
  const depth = parts.map(() => -1);
  const walk = (first: readonly number[]) => {
    const open = [...first].reverse().map((row): [number, number] => [row, 0]);
    while (open.length > 0) {
      const [row, level] = open.pop()!;
      if (depth[row] !== -1) continue;
      depth[row] = level;
      order.push(row);
      for (const child of [...children[row]!].reverse()) open.push([child, level + 1]);
    }
  };
  walk(roots);
  // Slices in a cycle of parents are not reached from a root.
  parts.forEach((_, row) => {
    if (depth[row] === -1) walk([row]);
  });
  const self = parts.map((part, row) =>
    selfOf(
      part,
      children[row]!.map(child => parts[child]!),
    ),
  );
  return { order, depth, self, orphans };
}

/** @param children sorted by begin */
function selfOf({ start, duration }: Part, children: readonly Part[]): number {
  if (Number.isNaN(duration) || Number.isNaN(start)) return Number.NaN;
  let covered = 0;
  let until = start;
  for (const child of children) {
    if (Number.isNaN(child.start) || Number.isNaN(child.duration)) continue;
    const from = Math.max(until, child.start);
    const to = Math.min(start + duration, child.start + child.duration);
    if (to <= from) continue;
    covered += to - from;
    until = to;
  }
  return duration - covered;
}
