/**
 * Stacks as WPA prints them: one function per row, indented below its caller; counts include all rows below.
 *
 *     [Root]
 *       |- ntdll.dll!RtlUserThreadStart
 *       |    kernel32.dll!BaseThreadInitThunk        the only one below
 *       |    |- app.exe!read                         one of several
 */
import { type None, none, type Output, type StackId, type ThreadId } from '../contract.ts';
import { internFrame } from '../families/windows/frames.ts';

/** Content of the stack's cell. */
export interface StackCell {
  /** Number of branches above it. */
  readonly level: number;
  readonly isBranch: boolean;
  readonly name: string;
}

export function parseStackCell(cell: string): StackCell | null {
  if (cell.trim() === '') return null;
  const match = /^ {0,2}((?:[| ] {4}){0,4096})(\|- )?(\S.*)$/.exec(cell);
  if (match === null) return null;
  const [, bars = '', branch, name = ''] = match;
  return { level: bars.length / 5 + (branch === undefined ? 0 : 1), isBranch: branch !== undefined, name };
}

export interface Node {
  readonly thread: ThreadId | None;
  readonly stack: StackId | None;
  /** Count without those of the rows below it, which are subtracted as they are read. */
  count: number;
  weight: number;
}

/** `app.exe!f<itself>`: samples of the caller itself. */
const itself = /<itself>$/;

/** Rows of a copied table: groups (a process, its threads), and the stacks below them. */
export class StackTree {
  /** The row of each open group, outermost first. */
  private groups: Node[] = [];
  /** The last function on each level. */
  private tails: (Node | undefined)[] = [];
  private nodes: Node[] = [];

  constructor(private readonly out: Output) {}

  get size(): number {
    return this.nodes.length;
  }

  /** A row that opens a group. `count`, `weight`: of all rows below; NaN if not printed. */
  addGroup(depth: number, thread: ThreadId | None, count: number, weight: number): void {
    this.openGroup(depth);
    const node = { thread, stack: none, count, weight } as const;
    this.groups.push(this.add(this.groups.at(-1), node));
  }

  /** Begins another group, with a row of its own or sharing that of its first stack. */
  openGroup(depth: number): void {
    this.groups.length = Math.min(this.groups.length, depth);
    this.tails = [];
  }

  addStack(
    { level, isBranch, name }: StackCell,
    thread: ThreadId | None,
    count: number,
    weight: number,
  ): void {
    const caller = this.tails[isBranch ? level - 1 : level];
    const above = caller?.stack ?? none;
    // The root is not a function, and samples of a function itself are on top of it.
    const isFrame = name !== '[Root]' && !itself.test(name);
    const stack = isFrame ? this.out.stack(above, internFrame(this.out, name)) : above;
    this.tails.length = level;
    this.tails[level] = this.add(caller ?? this.groups.at(-1), { thread, stack, count, weight });
  }

  private add(parent: Node | undefined, node: Node): Node {
    if (parent !== undefined) {
      parent.count -= node.count;
      parent.weight -= node.weight;
    }
    this.nodes.push(node);
    return node;
  }

  /** All rows with their counts beyond those of the rows below. No later row is below one of these. */
  take(): readonly Node[] {
    const { nodes } = this;
    this.nodes = [];
    this.groups = [];
    this.tails = [];
    return nodes;
  }
}
