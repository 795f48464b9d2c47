import { type SetStateAction, useCallback, useState } from 'react';

/**
 * A state that belongs to `of`, and is `none` for any other. The rendering in which `of` changes has `none` already, so that a
 * key which waited for that rendering does not start from a former state. The function that sets it changes only with `of`.
 */
export function useStateOf<T>(of: unknown, none: T): readonly [T, (next: SetStateAction<T>) => void] {
  const [held, setHeld] = useState({ of, value: none });
  const set = useCallback(
    (next: SetStateAction<T>) =>
      setHeld(last => {
        const before = last.of === of ? last.value : none;
        const value = next instanceof Function ? next(before) : next;
        return value === before ? last : { of, value };
      }),
    [of, none],
  );
  return [held.of === of ? held.value : none, set];
}
