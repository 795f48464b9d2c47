import { type SetStateAction, useState } from 'react';

/**
 * A state that belongs to `of`, and is `none` for any other. The rendering in which `of` changes has `none` already, so that a
 * key which waited for that rendering does not start from a former state.
 */
export function useStateOf<T>(of: unknown, none: T): readonly [T, (next: SetStateAction<T>) => void] {
  const [held, setHeld] = useState({ of, value: none });
  const valueIn = (last: typeof held) => (last.of === of ? last.value : none);
  const set = (next: SetStateAction<T>) =>
    setHeld(last => {
      const before = valueIn(last);
      const value = next instanceof Function ? next(before) : next;
      return value === before ? last : { of, value };
    });
  return [valueIn(held), set];
}
