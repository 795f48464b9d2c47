/** Cache of the texts of GUIDs: a trace has few GUIDs, and formatting one takes longer than reading an event. */
import type { Block } from './bytes.ts';

interface Guid {
  readonly first: number;
  readonly second: number;
  readonly third: number;
  readonly fourth: number;
  readonly text: string;
}

/** A power of two. */
const slots = 256;

export class Guids {
  /** Slots by the low bits of the GUID. */
  private readonly known: (Guid | undefined)[] = new Array(slots).fill(undefined);

  at(block: Block, at: number): string {
    const first = block.i32(at);
    const second = block.i32(at + 4);
    const third = block.i32(at + 8);
    const fourth = block.i32(at + 12);
    const slot = (first ^ (first >>> 8)) & (slots - 1);
    const known = this.known[slot];
    if (
      known !== undefined &&
      known.first === first &&
      known.second === second &&
      known.third === third &&
      known.fourth === fourth
    )
      return known.text;
    const text = block.guid(at);
    this.known[slot] = { first, second, third, fourth, text };
    return text;
  }
}
