/**
 * Values of high-cardinality fields are not interned: looking them up costs more than it saves, and interning them
 * would take unlimited memory. Each is stored separately, in the batch of the rows that contain it.
 */

import { grown } from '../../parsers/kit/intern.ts';
import type { TextColumn } from '../store/column-data.ts';

/** Texts of a batch. Rows refer to the nth as `-2 - n`. */
export class UninternedTexts {
  private count = 0;
  private used = 0;
  private bytes = new Uint8Array(16 << 10);
  private lengths = new Int32Array(1 << 10);

  add(bytes: Uint8Array, start: number, end: number): number {
    this.reserve(end - start, 1);
    // A loop takes less time than the two calls for a short text.
    if (end - start > 64) this.bytes.set(bytes.subarray(start, end), this.used);
    else for (let at = start, to = this.used; at < end; at++, to++) this.bytes[to] = bytes[at] as number;
    this.used += end - start;
    this.lengths[this.count] = end - start;
    return -2 - this.count++;
  }

  /** Adds concatenated texts and returns the number of the first. */
  addAll(bytes: Uint8Array, lengths: Int32Array): number {
    const first = -2 - this.count;
    this.reserve(bytes.length, lengths.length);
    this.bytes.set(bytes, this.used);
    this.lengths.set(lengths, this.count);
    this.used += bytes.length;
    this.count += lengths.length;
    return first;
  }

  take(): TextColumn {
    const taken = { bytes: this.bytes.slice(0, this.used), lengths: this.lengths.slice(0, this.count) };
    this.used = this.count = 0;
    return taken;
  }

  private reserve(bytes: number, texts: number): void {
    if (this.used + bytes > this.bytes.length) this.bytes = grown(this.bytes, this.used + bytes);
    if (this.count + texts > this.lengths.length) this.lengths = grown(this.lengths, this.count + texts);
  }
}

/** Number of look-ups of a field before `pay` judges whether they pay. */
const trials = 2048;

/** Counts look-ups of a field's values, and those that hit. */
export class Lookups {
  private tried = 0;
  private hits = 0;

  /** True if at least a quarter of the look-ups hit: a hit saves storing the text, a miss costs two look-ups. */
  get pay(): boolean {
    return this.tried < trials || 4 * this.hits >= this.tried;
  }

  /** Counts a look-up. The counts are halved from time to time, so that they describe recent values. */
  count(hit: boolean): void {
    if (this.tried >= 2 * trials) {
      this.tried >>= 1;
      this.hits >>= 1;
    }
    this.tried++;
    if (hit) this.hits++;
  }
}
