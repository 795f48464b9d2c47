/**
 * Ids of the rows of a tree: what `--node` opens.
 *
 * An id is one number, so that a tree of a million rows needs no texts. Its digits are, from the least significant one: a
 * call node, its place in the tree (see {@link NodeIds}), and a stamp of the tree. The stamp distinguishes an id of another
 * tree, of other grouping rules or of another revision of the workspace from a valid one.
 */
import { AskError } from '../contract.ts';
import type { CallNodes } from './call-nodes.ts';

/** A decoded id. */
export interface NodePlace {
  /** -1 for a root that is not a call node. */
  readonly node: number;
  readonly place: number;
}

/** Number of stamps: one in a million invalid ids is taken for a valid one. */
const stamps = 2 ** 20;

export class NodeIds {
  private readonly nodes: number;
  private readonly stamp: number;

  /**
   * @param tree distinguishes trees over the same call nodes
   * @param places number of places: processes in a tree of processes, levels in an inverted tree, else 1
   */
  constructor(
    nodes: CallNodes,
    tree: string,
    private readonly places: number,
  ) {
    this.nodes = nodes.count + 1;
    // Ids stay whole numbers below 2^53. No id is 0.
    const maxStamp = Math.max(1, Math.min(stamps, Math.floor(2 ** 53 / (this.nodes * places)) - 1));
    this.stamp = 1 + (hashed(nodes.stamp, tree) % maxStamp);
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
    `There is no node ${id} in this tree. Ids are valid only for one tree, one set of grouping rules and one state of the workspace: ask for the tree again.`,
  );
}

/** FNV-1a over a number and a text. */
export function hashed(seed: number, text: string): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
