/** Moves of the keyboard focus between blocks. */
import { blockAt, type Layout } from './layout.ts';

/** `up` and `down` as they are on the screen. */
export type Move = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

/**
 * The block that a move leads to; the same block if there is none in that direction. Away from the root goes to the heaviest block on
 * this one; sideways stays in the level and in the visible part.
 *
 * @param visible the visible part of the picture's width
 */
export function moved(
  layout: Layout,
  block: number,
  move: Move,
  rootIsBelow: boolean,
  visible: { readonly from: number; readonly to: number },
): number {
  const { parent, children, level, levels, start, end, count } = layout;
  if (count === 0) return -1;
  if (block < 0) return Math.max(0, blockAt(layout, 0, visible.from));
  const isInView = (each: number) => end[each]! > visible.from && start[each]! < visible.to;
  switch (move) {
    case 'left':
    case 'right': {
      const next = block + (move === 'left' ? -1 : 1);
      const isSameLevel = next >= levels[level[block]!]! && next < levels[level[block]! + 1]!;
      return isSameLevel && isInView(next) ? next : block;
    }
    case 'up':
    case 'down': {
      if ((move === 'down') === rootIsBelow) return parent[block]! < 0 ? block : parent[block]!;
      // Blocks on a block are in the order of their weight.
      for (let child = children[block]!; child < children[block + 1]!; child++)
        if (isInView(child)) return child;
      return block;
    }
    case 'first':
      return Math.max(0, blockAt(layout, 0, visible.from));
    case 'last': {
      let last = block;
      while (children[last]! < children[last + 1]!) last = children[last]!;
      return last;
    }
  }
}
