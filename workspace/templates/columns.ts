/**
 * Skeletons of one structure are rows of a table whose columns are their slots. Which columns vary?
 */
import { mask, type Token } from './tokens.ts';

/**
 * How many different values it takes to call a place variable. Measured on ten systems with labelled templates (see
 * the test): between 4 and 6 nothing changes for most; what a person calls *another event* rarely has more spellings
 * (a state machine, a kind of interrupt), what is a name soon has more.
 */
export const evidence = {
  /** eth0, scip0; org.apache.Server; user=root; 'safety'. */
  slot: 4,
  /** Plain words in a sentence. */
  word: 5,
  /** The first word says what happened. */
  first: 16,
};

/** The text of a column: the value all share, what they have in common, or null where they are too few to tell. */
export function common(values: ReadonlyMap<string, Token>): string | null {
  const texts = [...values.keys()];
  if (texts.length === 1) return texts[0]!;
  const shapes = new Set(texts.map(shapeOf));
  const [shape] = shapes;
  if (shapes.size === 1 && shape!.includes(mask)) return isInternet(texts) ? null : shape!;
  for (const token of values.values()) if (token.kind === 'value') return mask;
  return shapes.size >= evidence.slot ? mask : null;
}

/** The text with its numbers masked. */
export function shapeOf(text: string): string {
  return text.replace(/[0-9]+/g, mask).replace(/<\*>(?:[-_.]?<\*>)+/g, mask);
}

/** IPv4 and IPv6 are two things, not two values. */
function isInternet(texts: readonly string[]): boolean {
  return texts.length === 2 && texts.every(text => /^[A-Za-z]+[46]$/.test(text));
}
