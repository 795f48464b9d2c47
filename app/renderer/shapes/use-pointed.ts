import { useEffect, useState } from 'react';

export interface Pointed {
  /** Row under the pointer; -1: none. */
  readonly hover: number;
  /** Row selected by click or key; -1: none. */
  readonly focus: number;
  /** The row to describe: the one under the pointer, else the selected one. */
  readonly shown: number;
  setHover(row: number): void;
  setFocus(row: number): void;
}

/** The hovered and the selected row of a picture; both are reset when `picture` changes. */
export function usePointed(picture: unknown): Pointed {
  const [hover, setHover] = useState(-1);
  const [focus, setFocus] = useState(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: row numbers are meaningless in another picture
  useEffect(() => {
    setHover(-1);
    setFocus(-1);
  }, [picture]);
  return { hover, focus, shown: hover >= 0 ? hover : focus, setHover, setFocus };
}
