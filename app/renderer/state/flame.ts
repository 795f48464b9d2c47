import type { FunctionRef } from './history.ts';
import { Store } from './store.ts';

export type FlameTree = 'call' | 'inverted';
export type FlameRoot = 'none' | 'process' | 'thread';

/** Functions from a root of a tree on, as [function, module]: what is found again in any scope. */
export type FramePath = readonly (readonly [name: string, module: string])[];

/** Where a row stands in a tree of calls. */
export interface TreePlace {
  readonly tree: FlameTree;
  /** What the roots of the tree are. */
  readonly root: FlameRoot;
  readonly path: FramePath;
}

/** How the flame graph is arranged: what a person chose, kept while another view is in front. */
export class FlameState {
  readonly tree = new Store<FlameTree>('call');
  /** What each tree stands on: what functions burn is asked across processes. */
  readonly root = new Store<Readonly<Record<FlameTree, FlameRoot>>>({ call: 'process', inverted: 'none' });
  /** With the root on top, and not below. */
  readonly isIcicle = new Store(true);
  readonly hasTable = new Store(false);
  readonly sought = new Store('');
  /** The frame zoomed into, as functions from the root on: in another scope it is there again, if it is there. */
  readonly zoom = new Store<FramePath>([]);

  turn(tree: FlameTree): void {
    this.tree.set(tree);
    this.zoom.set([]);
  }

  standOn(root: FlameRoot): void {
    const tree = this.tree.get();
    this.root.update(roots => ({ ...roots, [tree]: root }));
    this.zoom.set([]);
  }

  /** Zooms into a frame, whatever the picture stands on now. */
  show({ tree, root, path }: TreePlace): void {
    this.turn(tree);
    this.standOn(root);
    this.sought.set('');
    this.zoom.set(path);
  }

  /** Shows all of the picture, with a function marked. */
  find({ function: name }: FunctionRef): void {
    this.sought.set(name);
    this.zoom.set([]);
  }

  reset(): void {
    this.sought.set('');
    this.zoom.set([]);
  }
}
