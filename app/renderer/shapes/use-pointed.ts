import { useStateOf } from '../lib/use-state-of.ts';

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

/** The hovered and the selected row of a picture: none in another picture, whose rows have other numbers. */
export function usePointed(picture: unknown): Pointed {
  const [hover, setHover] = useStateOf(picture, -1);
  const [focus, setFocus] = useStateOf(picture, -1);
  return { hover, focus, shown: hover >= 0 ? hover : focus, setHover, setFocus };
}
