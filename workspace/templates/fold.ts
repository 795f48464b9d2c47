/** Folds lists, so that `deleted blk_1` and `deleted blk_1 blk_2 blk_3` have one structure. */
import { mask, type Token } from './tokens.ts';

/** Longest element of a list, in tokens. */
const longestPeriod = 16;

const anyValue: Token = { text: mask, kind: 'value' };

export const isSlot = (token: Token | undefined): boolean =>
  token !== undefined && token.kind !== 'mark' && token.kind !== 'word';

/** A token's key in the structure of its message: itself, or a slot. */
export function keyOf(token: Token): string {
  if (isSlot(token)) return mask;
  return token.kind === 'mark' && /^\s/.test(token.text) ? ' ' : token.text;
}

export interface Folded {
  readonly tokens: readonly Token[];
  /** For each token, the number of original tokens that it stands for. */
  readonly widths: readonly number[];
}

/**
 * Folds in this order: a run of slots separated by commas becomes one slot; a list of quoted slots becomes one quoted
 * slot; equal pieces in a row that contain a slot become one piece.
 */
export function fold(tokens: readonly Token[]): Folded {
  let result = foldQuoted(foldCommas(tokens));
  for (let period = 1; period <= longestPeriod && 2 * period <= result.tokens.length; period++) {
    const keys = result.tokens.map(keyOf);
    if (hasRepeat(keys, period)) result = foldPieces(result, keys, period);
  }
  return result;
}

function foldPieces(from: Folded, keys: readonly string[], period: number): Folded {
  const tokens: Token[] = [];
  const widths: number[] = [];
  for (let at = 0; at < from.tokens.length; ) {
    tokens.push(from.tokens[at]!);
    widths.push(from.widths[at]!);
    at++;
    while (repeats(tokens, keys, at, period)) {
      for (let offset = 0; offset < period; offset++) {
        const place = tokens.length - period + offset;
        if (isSlot(tokens[place]) && tokens[place]!.text !== from.tokens[at + offset]!.text)
          tokens[place] = anyValue;
        widths[widths.length - 1]! += from.widths[at + offset]!;
      }
      at += period;
    }
  }
  return { tokens, widths };
}

function foldCommas(from: readonly Token[]): Folded {
  const tokens: Token[] = [];
  const widths: number[] = [];
  for (const token of from) {
    if (isSlot(token)) {
      const blank = /^\s/.test(tokens.at(-1)?.text ?? '') ? 1 : 0;
      const slot = tokens.length - 2 - blank;
      if (isSlot(tokens[slot]) && /^[,;]$/.test(tokens[slot + 1]!.text)) {
        widths[slot]! += tokens.length - slot;
        tokens.length = widths.length = slot + 1;
        tokens[slot] = anyValue;
        continue;
      }
    }
    tokens.push(token);
    widths.push(1);
  }
  return { tokens, widths };
}

/** `'a', 'b'` */
function foldQuoted({ tokens: from, widths: tokenWidths }: Folded): Folded {
  const tokens: Token[] = [];
  const widths: number[] = [];
  const quoted = (list: readonly Token[], at: number): boolean =>
    isSlot(list[at + 1]) && /^["']$/.test(list[at]?.text ?? '') && list[at + 2]?.text === list[at]?.text;
  for (let at = 0; at < from.length; ) {
    const blank = /^\s/.test(from[at + 1]?.text ?? '') ? 1 : 0;
    const next = at + 1 + blank;
    const before = tokens.length - 3;
    if (/^[,;]$/.test(from[at]!.text) && quoted(tokens, before) && quoted(from, next)) {
      tokens[before + 1] = anyValue;
      for (; at < next + 3; at++) widths[before + 1]! += tokenWidths[at]!;
      continue;
    }
    tokens.push(from[at]!);
    widths.push(tokenWidths[at]!);
    at++;
  }
  return { tokens, widths };
}

/** True if `period` keys in a row equal the `period` before them. */
function hasRepeat(keys: readonly string[], period: number): boolean {
  let run = 0;
  for (let at = period; at < keys.length; at++) {
    run = keys[at] === keys[at - period] ? run + 1 : 0;
    if (run === period) return true;
  }
  return false;
}

/** True if the last `period` tokens kept occur again at `at`, with a slot among them. */
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
