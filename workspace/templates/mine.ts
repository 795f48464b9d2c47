/**
 * From masked messages to templates: which of the words that the masker left are variable?
 *
 * Two messages are of one template when they were printed by one statement. Evidence for it, strongest first:
 * 1. they are equal but for what looks like values: paths, addresses, lists of them of any length (`columns.ts`);
 * 2. one word differs, with those that echo it, and many different words were seen in its place (`words.ts`);
 * 3. one word differs where a name is announced (`user anna`), and the words are known as values from other places.
 *
 * Lastly, what another group covers word by word is of that group (`absorb.ts`).
 *
 * The result depends on the *set* of masked messages alone, not on their order or how often each occurred: files give the
 * same templates in whichever order they are read, and more of the same changes nothing.
 */
import { absorb } from './absorb.ts';
import { byColumns, commonShape, commonStart } from './columns.ts';
import { type Evidence, usual } from './evidence.ts';
import { fold } from './fold.ts';
import type { Group, Row } from './group.ts';
import { tokensOf } from './tokens.ts';
import { byWords } from './words.ts';

/** The template of each masked message. */
export function templatesOf(maskedTexts: readonly string[], evidence: Evidence = usual): string[] {
  const rows = maskedTexts.map((masked, index): Row => {
    const tokens = tokensOf(masked);
    const { tokens: folded, widths } = fold(tokens);
    return { index, tokens, folded, widths };
  });
  const templates = new Array<string>(maskedTexts.length);
  for (const group of absorb(byWords(byColumns(rows, evidence), evidence))) {
    const text = textOf(group);
    for (const row of group.rows) templates[row.index] = text;
  }
  return templates;
}

/** The template as it is shown: the masked messages' own spelling, masked where they differ. */
function textOf(group: Group): string {
  const { rows } = group;
  const [first] = rows;
  if (!areAligned(rows)) return group.texts.join('');
  return first!.tokens
    .map((token, column) => {
      const texts = [...new Set(rows.map(row => row.tokens[column]!.text))];
      if (texts.length === 1) return token.text;
      return token.kind === 'mark' ? ' ' : (commonShape(texts) ?? commonStart(texts));
    })
    .join('');
}

/** True if the rows' tokens stand under each other: none has a list, or all have the same. */
function areAligned(rows: readonly Row[]): boolean {
  const widths = rows[0]!.widths.join();
  return rows.every(row => row.widths.join() === widths);
}
