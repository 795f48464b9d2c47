import { type KeyboardEvent, type RefObject, useEffect, useReducer, useRef } from 'react';
import { isEarly, isInOrder, type RowsAtHand } from './grid-keys.ts';

/**
 * Holds keys that are pressed before their rows are there, and presses them again then: which row a key selects must not
 * depend on how fast answers come.
 * @returns a function that is true if it holds the key
 */
export function useHeldKeys(
  scroller: RefObject<HTMLElement | null>,
  rows: RowsAtHand,
): (event: KeyboardEvent) => boolean {
  const queue = useRef<(KeyboardEventInit & { readonly key: string })[]>([]);
  const isPressing = useRef(false);
  const [, renderAgain] = useReducer((n: number) => n + 1, 0);
  // One key in each rendering, since a key starts from the row that the key before it made active.
  useEffect(() => {
    const [next] = queue.current;
    if (!next || rows.isFormer || isEarly(next.key, rows)) return;
    queue.current.shift();
    isPressing.current = true;
    scroller.current?.dispatchEvent(new KeyboardEvent('keydown', next));
    isPressing.current = false;
    renderAgain();
  });
  useEffect(() => {
    const element = scroller.current;
    const drop = () => queue.current.splice(0);
    element?.addEventListener('blur', drop);
    return () => element?.removeEventListener('blur', drop);
  }, [scroller]);
  return ({ key, shiftKey, ctrlKey, metaKey }) => {
    if (isPressing.current || ctrlKey || metaKey) return false;
    if (!(queue.current.length > 0 ? isInOrder(key) : isEarly(key, rows))) return false;
    queue.current.push({ key, shiftKey, bubbles: true, cancelable: true });
    return true;
  };
}
