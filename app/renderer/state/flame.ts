import type { FunctionRef } from './history.ts';
import { Store } from './store.ts';

export type FlameTree = 'call' | 'inverted';
export type FlameRoot = 'none' | 'process' | 'thread';

/** Functions from a root of a tree on, as [function, module], which are valid in any scope. */
export type FramePath = readonly (readonly [name: string, module: string])[];

/** Position of a row in a call tree. */
export interface TreePlace {
  readonly tree: FlameTree;
  /** Type of the roots of the tree. */
  readonly root: FlameRoot;
  readonly path: FramePath;
}

/** The user's settings of the flame graph, kept while another view shows. */
export class FlameState {
  readonly tree = new Store<FlameTree>('call');
  /** Root type of each tree; the inverted tree has none by default, because it is about functions of all processes. */
  readonly root = new Store<Readonly<Record<FlameTree, FlameRoot>>>({ call: 'process', inverted: 'none' });
  /** True: the root is at the top; false: at the bottom. */
  readonly isIcicle = new Store(true);
  readonly hasTable = new Store(false);
  readonly sought = new Store('');
  /** Path of the frame zoomed into, which is used in other scopes if it exists there. */
  readonly zoom = new Store<FramePath>([]);

  setTree(tree: FlameTree): void {
    this.tree.set(tree);
    this.zoom.set([]);
  }

  setRoot(root: FlameRoot): void {
    const tree = this.tree.get();
    this.root.update(roots => ({ ...roots, [tree]: root }));
    this.zoom.set([]);
  }

  /** Zooms into a frame, and changes tree and root type to those of the frame. */
  show({ tree, root, path }: TreePlace): void {
    this.setTree(tree);
    this.setRoot(root);
    this.sought.set('');
    this.zoom.set(path);
  }

  /** Shows the whole picture and searches for a function. */
  find({ function: name }: FunctionRef): void {
    this.sought.set(name);
    this.zoom.set([]);
  }

  reset(): void {
    this.sought.set('');
    this.zoom.set([]);
  }
}
