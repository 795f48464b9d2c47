import { type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * Key handler of a field with a list of suggestions. Holds Enter while the list is that of an earlier text, and then runs the
 * first suggestion, so that what Enter does depends on the text and not on the speed of answers.
 *
 * @param isCurrent true if the list is that of the text
 */
export function useHeldEnter(isCurrent: boolean, runFirst: () => void): (event: KeyboardEvent) => void {
  const isHeld = useRef(false);
  // A suggestion chosen by an arrow key is the wanted one, whatever arrives later.
  const isChosenByKey = useRef(false);
  useEffect(() => {
    if (!isCurrent || !isHeld.current) return;
    isHeld.current = false;
    runFirst();
  });
  return event => {
    isHeld.current = event.key === 'Enter' && !isCurrent && !isChosenByKey.current;
    if (isHeld.current) event.preventDefault();
    else isChosenByKey.current = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  };
}
