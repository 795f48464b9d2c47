import { type KeyboardEvent, type RefObject, useEffect, useReducer, useRef } from 'react';
import { isEarly, isInOrder, type RowsAtHand } from './grid-keys.ts';

/** For a picture whose rows all arrive at once: its keys wait while it has none, or those of a former question. */
export const rowsAtOnce = (isHere: boolean): RowsAtHand => ({
  isFormer: !isHere,
  isPartial: false,
  isActiveHere: isHere,
});

/**
 * Queues keys that are pressed before their rows have arrived, and dispatches them afterwards, so that the row a key selects
 * does not depend on the speed of answers.
 *
 * @returns a function that returns true if it queued the key
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
