/**
 * Derives templates from masked messages: decides which of the remaining words are variable.
 *
 * Two messages are of one template if one statement printed them. The evidence, strongest first:
 * 1. they differ only in what looks like a value: paths, addresses, lists of these (`columns.ts`);
 * 2. they differ in one word and its echoes, and many different words were seen at its position (`words.ts`);
 * 3. they differ in one word where a name is announced (`user anna`), and the words are values elsewhere.
 *
 * Lastly, a group that another covers word by word is merged into it (`absorb.ts`).
 *
 * The result depends only on the *set* of masked messages, not on their order or frequency, so files give the same
 * templates in any order of import.
 */
import { absorb } from './absorb.ts';
import { byColumns, commonShape, commonStart } from './columns.ts';
import { type Evidence, usual } from './evidence.ts';
import { fold } from './fold.ts';
import type { Group, Row } from './group.ts';
import { tokensOf } from './tokens.ts';
import { byWords } from './words.ts';

/** The template of each masked message. Yields often, because much free text takes long. */
export function* miningOf(
  maskedTexts: readonly string[],
  evidence: Evidence = usual,
): Generator<void, string[]> {
  const rows: Row[] = [];
  for (const [index, masked] of maskedTexts.entries()) {
    yield;
    const tokens = tokensOf(masked);
    const { tokens: folded, widths } = fold(tokens);
    rows.push({ index, tokens, folded, widths });
  }
  const templates = new Array<string>(maskedTexts.length);
  const groups = yield* byWords(yield* byColumns(rows, evidence), evidence);
  for (const group of yield* absorb(groups)) {
    yield;
    const text = textOf(group);
    for (const row of group.rows) templates[row.index] = text;
  }
  return templates;
}

/** All at once. */
export function templatesOf(maskedTexts: readonly string[], evidence?: Evidence): string[] {
  const mining = miningOf(maskedTexts, evidence);
  for (;;) {
    const step = mining.next();
    if (step.done) return step.value;
  }
}

/** The template as shown: the masked messages' own spelling, masked where they differ. */
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

/** True if the rows' tokens correspond by position: none has a list, or all have the same. */
function areAligned(rows: readonly Row[]): boolean {
  const widths = rows[0]!.widths.join();
  return rows.every(row => row.widths.join() === widths);
}
