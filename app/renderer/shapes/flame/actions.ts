/** Actions on a block, from the picture and from its table. */
import type { KeyboardEvent } from 'react';
import type { Refers } from '../../../../analyzers/contract.ts';
import type { MenuEntry } from '../../lib/menu-entry.ts';
import { entriesOf } from '../../meaning/entries.ts';
import type { MeantRow } from '../../meaning/references.ts';
import type { FramePath, TreePlace } from '../../state/flame.ts';
import type { Session } from '../../state/session.ts';
import type { Store } from '../../state/store.ts';
import { type Frames, functionAt, moduleOf, nameOf, pathOf, typeOf } from './frames.ts';
import { blockAlong, type Layout } from './layout.ts';

export interface FlameActions {
  onFocus(block: number): void;
  onZoom(block: number): void;
  /** Zooms out by one block; false if not zoomed in. */
  onOut(): boolean;
  /** Keys of table rows; true if the key was handled. */
  onKey(event: KeyboardEvent, block: number): boolean;
  menu(block: number): readonly MenuEntry[];
}

/** @param focus path of the block with the keyboard focus */
export function flameActions(session: Session, layout: Layout, focus: Store<FramePath>): FlameActions {
  const { flame } = session;
  const { frames } = layout;
  const pathTo = (block: number) => (block < 0 ? [] : pathOf(frames, layout.row[block]!));
  const zoomTo = (block: number) => flame.zoom.set(pathTo(block));
  const entriesAt = (block: number) => {
    const tree = flame.tree.get();
    return entriesOf(session, meantRow(frames, layout.row[block]!, { tree, root: flame.root.get()[tree] }));
  };
  return {
    onFocus: block => {
      if (block < 0) return;
      focus.set(pathTo(block));
      session.select(functionAt(frames, layout.row[block]!));
    },
    onZoom: zoomTo,
    onOut: () => {
      const zoomed = blockAlong(layout, flame.zoom.get());
      if (zoomed >= 0) zoomTo(layout.parent[zoomed]!);
      return zoomed >= 0;
    },
    onKey: (event, block) => {
      const entry = block < 0 ? undefined : entriesAt(block).find(each => each.keys === event.key);
      entry?.run();
      return entry !== undefined;
    },
    menu: block => {
      if (block < 0) return [];
      const name = nameOf(frames, layout.row[block]!);
      return [
        { label: `Zoom into ${name}`, keys: 'Enter', run: () => zoomTo(block) },
        ...(flame.zoom.get().length > 0 ? [{ label: 'Zoom out to all', run: () => zoomTo(-1) }] : []),
        { label: `Search for ${name}`, run: () => flame.sought.set(name) },
        null,
        ...entriesAt(block),
        null,
        { label: 'Copy name', run: () => void session.shell.copy(name) },
      ];
    },
  };
}

/** References of a frame: its function and module, or its process; and its place in the tree. */
function meantRow(frames: Frames, row: number, tree: Pick<TreePlace, 'tree' | 'root'>): MeantRow {
  const name = nameOf(frames, row);
  const references = new Map<Refers, string | number>();
  const type = typeOf(frames, row);
  if (type === 'function') references.set('function', name).set('module', moduleOf(frames, row));
  if (type === 'process') references.set('process', name);
  references.set('node', row + 1);
  return { references, cell: () => undefined, place: { ...tree, path: pathOf(frames, row) } };
}
