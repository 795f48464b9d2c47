/** Characters that are not seen, or change how others are seen, made visible. What is copied stays as it is. */

/** A run of a text: as it is, and what is shown for it where that is another. */
export interface Run {
  readonly text: string;
  /** null: shown as it is. */
  readonly shown: string | null;
}

/** Control characters but line end and tab; marks of format (zero width, direction, which could turn a line around); separators. */
const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\u115f\u2028\u2029]/gu;

/** `␛` for what has a picture among the control pictures, else its number: `⟦U+202E⟧`. */
function pictureOf(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`;
}

/** The text with such characters as one sees them. */
export const visible = (text: string): string => text.replace(unseen, pictureOf);

/** The text in runs, those that are shown otherwise each by itself. */
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
