/**
 * Ids of the rows of a tree: what `--node` opens.
 *
 * An id is one number, which costs a tree of a million rows no texts. Its digits are, from the least significant one: a
 * call node, where in the tree it stands (see {@link NodeIds}), and a stamp of the tree. By the stamp an id of another
 * tree, of other grouping rules or of another state of the workspace is told from a valid one.
 */
import { AskError } from '../contract.ts';
import type { CallNodes } from './call-nodes.ts';

/** An id opened. */
export interface NodePlace {
  /** -1 for a root that is no call node. */
  readonly node: number;
  readonly place: number;
}

/** So many stamps at most: one id in a million that is not valid goes for one. */
const stamps = 2 ** 20;

export class NodeIds {
  private readonly nodes: number;
  private readonly stamp: number;

  /**
   * @param tree tells trees over the same call nodes apart
   * @param places how many places there are: processes in a tree of processes, levels in an inverted tree, else 1
   */
  constructor(
    of: CallNodes,
    tree: string,
    private readonly places: number,
  ) {
    this.nodes = of.count + 1;
    // Ids stay whole numbers below 2^53. No id is 0.
    const most = Math.max(1, Math.min(stamps, Math.floor(2 ** 53 / (this.nodes * places)) - 1));
    this.stamp = 1 + (hashed(of.stamp, tree) % most);
  }

  /** The id of call node -1 of a place: the id of node `n` is that and `n + 1`. */
  base(place: number): number {
    return (this.stamp * this.places + place) * this.nodes;
  }

  /** @throws AskError `not-found` */
  open(id: number): NodePlace {
    const node = id % this.nodes;
    const rest = Math.floor(id / this.nodes);
    if (Number.isInteger(id) && Math.floor(rest / this.places) === this.stamp)
      return { node: node - 1, place: rest % this.places };
    throw unknownNode(id);
  }
}

export function unknownNode(id: number): AskError {
  return new AskError(
    'not-found',
    `There is no node ${id} in this tree. Ids hold for one tree, one set of grouping rules and one state of the workspace: ask for the tree again.`,
  );
}

/** FNV-1a over a number and a text. */
export function hashed(seed: number, text: string): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
