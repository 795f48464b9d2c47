import { sentence } from './engine-link.ts';
import type { Cell } from './paged-answer.ts';
import { Store } from './store.ts';

/** One row of a tree question. Among its siblings no other has the same function and module. */
export interface TreeNode {
  readonly function: string;
  readonly module: string;
  readonly self: number;
  readonly total: number;
  readonly percent: number;
  /** Known to have nothing under it. */
  readonly isLeaf: boolean;
  /** What is under it, where that came along. */
  readonly children?: readonly TreeNode[];
}

/** Asks for what is under a row, or for the roots, heaviest first. */
export type ChildrenOf = (row: TreeRow | null) => Promise<readonly TreeNode[]>;

export interface TreeRow {
  readonly node: TreeNode;
  /** 0 at a root. */
  readonly level: number;
  readonly parent: TreeRow | null;
  readonly place: number;
  readonly siblings: number;
}

interface Branch {
  readonly rows: readonly TreeRow[];
  isOpen: boolean;
}

/** Below this share of the path's start the heaviest path has ended: what follows is noise. */
const heaviestPathEnd = 0.01;

/** A tree whose nodes are asked for when first opened, seen as the list of its visible rows. */
export class TreeModel {
  readonly rows = new Store<readonly TreeRow[]>([]);
  readonly error = new Store<string | null>(null);
  readonly isLoading = new Store(true);
  private readonly branches = new Map<TreeRow, Branch>();
  private roots: readonly TreeRow[] = [];

  constructor(private readonly childrenOf: ChildrenOf) {}

  /** Asks for the roots; a chain of single children is opened at once: nothing is to be decided there. */
  async start(): Promise<void> {
    await this.guard(async () => {
      this.roots = toRows(await this.childrenOf(null), null);
      this.refresh();
      if (this.roots.length === 1) await this.openChain(this.roots[0]!);
    });
    this.isLoading.set(false);
  }

  isLeaf(row: TreeRow): boolean {
    return row.node.isLeaf || this.branches.get(row)?.rows.length === 0;
  }

  isOpen(row: TreeRow): boolean {
    return this.branches.get(row)?.isOpen ?? false;
  }

  async open(row: TreeRow): Promise<void> {
    await this.guard(() => this.openChain(row));
  }

  close(row: TreeRow): void {
    const branch = this.branches.get(row);
    if (!branch?.isOpen) return;
    branch.isOpen = false;
    this.refresh();
  }

  toggle(row: TreeRow): Promise<void> {
    if (!this.isOpen(row)) return this.open(row);
    this.close(row);
    return Promise.resolve();
  }

  /** Opens the heaviest child of the heaviest child … and answers with the last row of that path. */
  async openHeaviestPath(from: TreeRow): Promise<TreeRow> {
    let row = from;
    await this.guard(async () => {
      while (!row.node.isLeaf) {
        const { rows } = await this.load(row);
        const heaviest = rows.reduce<TreeRow | null>(
          (best, each) => (best && best.node.total >= each.node.total ? best : each),
          null,
        );
        // Where the function itself weighs more than any callee, the path has found its end.
        if (!heaviest || heaviest.node.total < row.node.self) break;
        if (heaviest.node.total < from.node.total * heaviestPathEnd) break;
        row = heaviest;
      }
      this.refresh();
    });
    return row;
  }

  /** Opens the way to the first node, heaviest first, that `wanted` says is it; null when none is within `limit` asks. */
  async reveal(wanted: (node: TreeNode, row: TreeRow) => boolean, limit = 400): Promise<TreeRow | null> {
    const queue: TreeRow[] = [...this.roots];
    for (let asked = 0; queue.length > 0 && asked < limit; ) {
      let heaviest = 0;
      for (let i = 1; i < queue.length; i++)
        if (queue[i]!.node.total > queue[heaviest]!.node.total) heaviest = i;
      const [row] = queue.splice(heaviest, 1) as [TreeRow];
      if (wanted(row.node, row)) {
        for (let up = row.parent; up; up = up.parent) this.branches.get(up)!.isOpen = true;
        this.refresh();
        return row;
      }
      if (row.node.isLeaf) continue;
      const branch = this.branches.get(row);
      if (!branch) asked++;
      queue.push(...(branch ?? (await this.load(row, false))).rows);
    }
    return null;
  }

  private async openChain(row: TreeRow): Promise<void> {
    let next: TreeRow | undefined = row;
    while (next && !next.node.isLeaf) {
      const { rows }: Branch = await this.load(next);
      next = rows.length === 1 ? rows[0] : undefined;
    }
    this.refresh();
  }

  private async load(row: TreeRow, open = true): Promise<Branch> {
    let branch = this.branches.get(row);
    if (!branch) {
      branch = { rows: toRows(row.node.children ?? (await this.childrenOf(row)), row), isOpen: false };
      this.branches.set(row, branch);
    }
    if (open) branch.isOpen = true;
    return branch;
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.error.set(sentence(error));
    }
  }

  private refresh(): void {
    const visible: TreeRow[] = [];
    // A stack of its own: call trees are deeper than the engine's stack where somebody recurses.
    const ahead: TreeRow[] = [...this.roots].reverse();
    for (let row = ahead.pop(); row; row = ahead.pop()) {
      visible.push(row);
      const branch = this.branches.get(row);
      if (branch?.isOpen) for (let i = branch.rows.length - 1; i >= 0; i--) ahead.push(branch.rows[i]!);
    }
    this.rows.set(visible);
  }
}

function toRows(nodes: readonly TreeNode[], parent: TreeRow | null): TreeRow[] {
  const level = parent ? parent.level + 1 : 0;
  return nodes.map((node, place) => ({ node, level, parent, place, siblings: nodes.length }));
}

/** The row's functions from a root down. */
export function pathOf(row: TreeRow): [string, string][] {
  const path: [string, string][] = [];
  for (let at: TreeRow | null = row; at; at = at.parent) path.push([at.node.function, at.node.module]);
  return path.reverse();
}

export function cellOf(node: TreeNode, column: string): Cell {
  return node[column as keyof Omit<TreeNode, 'isLeaf' | 'children'>] ?? null;
}
