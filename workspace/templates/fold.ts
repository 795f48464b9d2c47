/** Folds lists, so that `deleted blk_1` and `deleted blk_1 blk_2 blk_3` have one structure. */
import { mask, type Token } from './tokens.ts';

/** Longest element of a list, in tokens. */
const longestPeriod = 16;

const anyValue: Token = { text: mask, kind: 'value' };

export const isSlot = (token: Token | undefined): boolean =>
  token !== undefined && token.kind !== 'mark' && token.kind !== 'word';

/** What a token is for the structure of its message: itself, or a slot. */
export function keyOf(token: Token): string {
  if (isSlot(token)) return mask;
  return token.kind === 'mark' && /^\s/.test(token.text) ? ' ' : token.text;
}

/** A run of slots with commas between becomes one slot, then a run of any equal pieces with a slot in them one piece. */
export function fold(tokens: readonly Token[]): readonly Token[] {
  let result: readonly Token[] = foldCommas(tokens);
  for (let period = 1; period <= longestPeriod && 2 * period <= result.length; period++) {
    const keys = result.map(keyOf);
    if (!hasRepeat(keys, period)) continue;
    const kept: Token[] = [];
    for (let at = 0; at < result.length; ) {
      kept.push(result[at]!);
      at++;
      while (repeats(kept, keys, at, period)) {
        for (let offset = 0; offset < period; offset++) {
          const place = kept.length - period + offset;
          if (isSlot(kept[place]) && kept[place]!.text !== result[at + offset]!.text) kept[place] = anyValue;
        }
        at += period;
      }
    }
    result = kept;
  }
  return result;
}

function foldCommas(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (isSlot(token)) {
      const blank = /^\s/.test(kept.at(-1)?.text ?? '') ? 1 : 0;
      const slot = kept.length - 2 - blank;
      if (isSlot(kept[slot]) && /^[,;]$/.test(kept[slot + 1]!.text)) {
        kept.length = slot;
        kept.push(anyValue);
        continue;
      }
    }
    kept.push(token);
  }
  return kept;
}

/** Whether `period` keys in a row equal the `period` before them. */
function hasRepeat(keys: readonly string[], period: number): boolean {
  let run = 0;
  for (let at = period; at < keys.length; at++) {
    run = keys[at] === keys[at - period] ? run + 1 : 0;
    if (run === period) return true;
  }
  return false;
}

/** Whether the last `period` tokens kept stand once more at `at`, with a slot among them. */
function repeats(kept: readonly Token[], keys: readonly string[], at: number, period: number): boolean {
  const from = kept.length - period;
  if (from < 0 || at + period > keys.length) return false;
  let slot = false;
  for (let offset = 0; offset < period; offset++) {
    const key = keys[at + offset]!;
    if (keyOf(kept[from + offset]!) !== key) return false;
    if (key === mask) slot = true;
  }
  return slot;
}
