import { count } from '../../wording/numbers.ts';
import { sentence } from './engine-link.ts';
import type { FramePath } from './flame.ts';
import type { Cell } from './paged-answer.ts';
import { Store } from './store.ts';

/** One row of a tree question. */
export interface TreeNode {
  /** Value of the parameter `node` that opens it. */
  readonly node: number;
  /** Type of `function`: function, process or thread. */
  readonly type: string;
  readonly function: string;
  readonly module: string;
  readonly self: number;
  readonly total: number;
  readonly percent: number;
  /** True if it is known to have no children. */
  readonly isLeaf: boolean;
  /** Children, if they were loaded with it. */
  readonly children?: readonly TreeNode[];
}

export interface Children {
  readonly nodes: readonly TreeNode[];
  /** Number of children, loaded or not. */
  readonly count: number;
}

/** Asks for the children of a row, or for the roots: heaviest first, from number `first` on. */
export type ChildrenOf = (row: TreeRow | null, first: number) => Promise<Children>;

export interface TreeRow {
  readonly node: TreeNode;
  /** 0 at a root. */
  readonly level: number;
  readonly parent: TreeRow | null;
  readonly place: number;
  readonly siblings: number;
  /** A placeholder for siblings not loaded yet, none heavier than its total; opening it loads the next ones. */
  readonly isMore: boolean;
}

interface Branch {
  readonly parent: TreeRow | null;
  rows: readonly TreeRow[];
  more: TreeRow | null;
  isOpen: boolean;
}

/** The heaviest path ends below this share of its start, because the rest is noise. */
const heaviestPathEnd = 0.01;

/** A tree as the list of its visible rows. Children are requested when a row is first opened. */
export class TreeModel {
  readonly rows = new Store<readonly TreeRow[]>([]);
  readonly error = new Store<string | null>(null);
  readonly isLoading = new Store(true);
  private readonly branches = new Map<TreeRow | null, Branch>();

  constructor(private readonly childrenOf: ChildrenOf) {}

  /** Asks for the roots. A chain of single children is opened at once, as there is no choice to make. */
  async start(): Promise<void> {
    await this.guard(async () => {
      const { rows } = await this.load(null);
      this.refresh();
      if (rows.length !== 1) return;
      await this.openChain(rows[0]!);
      this.refresh();
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
    await this.guard(async () => {
      if (row.isMore) await this.loadMore(row);
      else await this.openChain(row);
      this.refresh();
    });
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

  /** Opens the heaviest child of the heaviest child …, and returns the last row of that path. */
  async openHeaviestPath(from: TreeRow): Promise<TreeRow> {
    let row = from;
    await this.guard(async () => {
      while (!row.node.isLeaf && !row.isMore) {
        const { rows } = await this.load(row);
        const heaviest = rows.reduce<TreeRow | null>(
          (best, each) => (best && best.node.total >= each.node.total ? best : each),
          null,
        );
        // The path ends at a function whose self weight exceeds that of any callee.
        if (!heaviest || heaviest.node.total < row.node.self) break;
        if (heaviest.node.total < from.node.total * heaviestPathEnd) break;
        row = heaviest;
      }
      this.refresh();
    });
    return row;
  }

  /** Opens the path to the first node, heaviest first, for which `wanted` is true; null if none is found within `limit` requests. */
  async reveal(wanted: (node: TreeNode, row: TreeRow) => boolean, limit = 400): Promise<TreeRow | null> {
    const roots = this.branches.get(null);
    const queue: TreeRow[] = roots ? withMore(roots, 0) : [];
    for (let requests = 0; queue.length > 0 && requests < limit; ) {
      let heaviest = 0;
      for (let i = 1; i < queue.length; i++)
        if (queue[i]!.node.total > queue[heaviest]!.node.total) heaviest = i;
      const [row] = queue.splice(heaviest, 1) as [TreeRow];
      if (row.isMore) {
        requests++;
        queue.push(...(await this.loadMore(row)));
        continue;
      }
      if (wanted(row.node, row)) {
        this.show(row);
        return row;
      }
      if (row.node.isLeaf) continue;
      const branch = this.branches.get(row);
      if (!branch) requests++;
      queue.push(...withMore(branch ?? (await this.load(row, false)), 0));
    }
    return null;
  }

  /** Opens a path from a root down; null if the tree has no such path. */
  async follow(path: FramePath): Promise<TreeRow | null> {
    let row: TreeRow | null = null;
    for (const [name, module] of path) {
      const branch: Branch = await this.load(row, row === null);
      const find = () => branch.rows.find(({ node }) => node.function === name && node.module === module);
      let next = find();
      while (!next && branch.more) {
        await this.loadMore(branch.more);
        next = find();
      }
      if (!next) return null;
      row = next;
    }
    if (row) this.show(row);
    return row;
  }

  /** The visible row at the path of a row, which may be of another tree; null if there is none. */
  sameAs(row: TreeRow): TreeRow | null {
    const path = pathOf(row);
    return this.rows.get().find(each => each.level === row.level && pathOf(each) === path) ?? null;
  }

  /** Opens all ancestors of a row. */
  private show(row: TreeRow): void {
    for (let ancestor = row.parent; ancestor; ancestor = ancestor.parent)
      this.branches.get(ancestor)!.isOpen = true;
    this.refresh();
  }

  private async openChain(row: TreeRow): Promise<void> {
    let next: TreeRow | undefined = row;
    while (next && !next.node.isLeaf) {
      const { rows }: Branch = await this.load(next);
      next = rows.length === 1 ? rows[0] : undefined;
    }
  }

  private async load(row: TreeRow | null, open = true): Promise<Branch> {
    let branch = this.branches.get(row);
    if (!branch) {
      branch = { parent: row, rows: [], more: null, isOpen: false };
      const nodes = row?.node.children;
      extend(branch, nodes ? { nodes, count: nodes.length } : await this.childrenOf(row, 0));
      this.branches.set(row, branch);
    }
    if (open) branch.isOpen = true;
    return branch;
  }

  /** Replaces a placeholder row with the next siblings. Returns the new rows. */
  private async loadMore(row: TreeRow): Promise<TreeRow[]> {
    const branch = this.branches.get(row.parent);
    const from = branch?.rows.length ?? 0;
    const next = await this.childrenOf(row.parent, from);
    // A concurrent request has loaded them.
    if (branch?.more !== row) return [];
    extend(branch, next);
    return withMore(branch, from);
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
    // An explicit stack, because recursive programs have call trees deeper than the JavaScript stack.
    const ahead: TreeRow[] = [];
    const open = (branch: Branch | undefined) => {
      if (!branch?.isOpen) return;
      if (branch.more) ahead.push(branch.more);
      for (let i = branch.rows.length - 1; i >= 0; i--) ahead.push(branch.rows[i]!);
    };
    open(this.branches.get(null));
    for (let row = ahead.pop(); row; row = ahead.pop()) {
      visible.push(row);
      open(this.branches.get(row));
    }
    this.rows.set(visible);
  }
}

/** Adds the next children to a branch, and a placeholder for those not loaded yet. */
function extend(branch: Branch, { nodes, count: siblings }: Children): void {
  const { parent, rows } = branch;
  const level = parent ? parent.level + 1 : 0;
  const first = rows.length;
  const next = nodes.map((node, i) => ({ node, level, parent, place: first + i, siblings, isMore: false }));
  branch.rows = [...rows, ...next];
  const index = branch.rows.length;
  const last = branch.rows.at(-1)?.node;
  branch.more =
    last && index < siblings
      ? { node: restOf(siblings - index, last), level, parent, place: index, siblings, isMore: true }
      : null;
}

function restOf(rest: number, last: TreeNode): TreeNode {
  const { total, percent } = last;
  return {
    node: 0,
    type: 'function',
    function: count(rest, 'more row'),
    module: '',
    self: 0,
    total,
    percent,
    isLeaf: false,
  };
}

function withMore({ rows, more }: Branch, from: number): TreeRow[] {
  return more ? [...rows.slice(from), more] : rows.slice(from);
}

function pathOf({ node, isMore, parent }: TreeRow): string {
  const { type, function: name, module } = node;
  return `${parent ? pathOf(parent) : ''}${JSON.stringify([type, name, module, isMore])}`;
}

/** True for a root that is a process or a thread. */
export function isProcess({ node }: TreeRow): boolean {
  return node.type !== 'function';
}

export function cellOf({ node, isMore }: TreeRow, column: string): Cell {
  if (isMore && column !== 'function') return null;
  return node[column as keyof Omit<TreeNode, 'isLeaf' | 'children'>] ?? null;
}
