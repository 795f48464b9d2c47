import { useEffect, useState } from 'react';

export interface Pointed {
  /** Which row the pointer is on; -1: none. */
  readonly hover: number;
  /** Which one was chosen, by click or key; -1: none. */
  readonly focus: number;
  /** The one to read off: the pointer's, else the chosen one. */
  readonly shown: number;
  setHover(row: number): void;
  setFocus(row: number): void;
}

/** What of a picture pointer and keyboard are on; nothing once another is drawn. */
export function usePointed(drawn: unknown): Pointed {
  const [hover, setHover] = useState(-1);
  const [focus, setFocus] = useState(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another picture are other rows
  useEffect(() => {
    setHover(-1);
    setFocus(-1);
  }, [drawn]);
  return { hover, focus, shown: hover >= 0 ? hover : focus, setHover, setFocus };
}
