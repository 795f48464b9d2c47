/** Digest of a multiset of rows: equal for equal rows in any order. */
import type { AnswerColumn, AnswerData } from '../contract.ts';
import { comparedColumns } from './compare.ts';
import { storedCell } from './stored.ts';

/**
 * Significant digits of numbers in the digest. Fewer than {@link printedDigits}: among thousands of sums whose last bits vary, some
 * could lie at a rounding boundary of the last digit.
 */
const digits = 9;

export class Digest {
  private readonly compared: readonly number[];
  private low = 0;
  private high = 0;

  constructor(columns: readonly AnswerColumn[]) {
    this.compared = comparedColumns(columns);
  }

  /** Adds `rows` rows. */
  add(data: readonly AnswerData[], rows: number): void {
    for (let row = 0; row < rows; row++) {
      let text = '';
      for (const column of this.compared) {
        const cell = storedCell(data[column]!, row);
        const isFraction = typeof cell === 'number' && !Number.isInteger(cell);
        // The length before each cell separates it from the next.
        const part =
          cell === null ? '' : isFraction ? String(Number(cell.toPrecision(digits))) : String(cell);
        text += `${cell === null ? '-' : part.length}:${part}`;
      }
      // A sum does not depend on the order, and unlike XOR it counts duplicate rows.
      this.low = (this.low + hash(text, 0x811c9dc5)) >>> 0;
      this.high = (this.high + hash(text, 0x9747b28c)) >>> 0;
    }
  }

  get text(): string {
    return [this.high, this.low].map(half => half.toString(16).padStart(8, '0')).join('');
  }
}

/** FNV-1a over UTF-16 units, with MurmurHash3's finalizer: without it, similar texts would have similar sums. */
function hash(text: string, seed: number): number {
  let h = seed;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
