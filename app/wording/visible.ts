/** Makes characters visible that are invisible or change how others look. Copied text stays unchanged. */

/** A run of a text, and the symbol shown instead of it, if any. */
export interface Run {
  readonly text: string;
  /** null if the text itself is shown. */
  readonly shown: string | null;
}

/** Control characters except line end and tab; format characters, which may have no width or reverse a line; line separators. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\u115f\u2028\u2029]/gu;

/** The symbol from Unicode's block Control Pictures (`␛`); for characters without one, their code point: `⟦U+202E⟧`. */
function pictureOf(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`;
}

/** Replaces invisible characters by visible symbols. */
export const visible = (text: string): string => text.replace(unseen, pictureOf);

/** Splits a text into runs; each replaced character is a run of its own. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(unseen)) {
    if (index > from) runs.push({ text: text.slice(from, index), shown: null });
    runs.push({ text: character, shown: pictureOf(character) });
    from = index + character.length;
  }
  if (from < text.length) runs.push({ text: text.slice(from), shown: null });
  return runs;
}
