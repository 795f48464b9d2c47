/** The moments at which metrics were taken, and the lists of moments that series share. */

import { grown } from '../../parsers/kit/intern.ts';
import type { MetricBlock } from './batch.ts';

/** A moment: what the values from `starts` on, up to those of the next moment, have in common. */
export class Moments {
  count = 0;
  starts = new Int32Array(64);
  ts = new Float64Array(64);
  row = new Int32Array(64);
  sinceBoot = new Uint8Array(64);

  /** Begins a moment with the value at index `start`. */
  at(start: number, ts: number, row: number, sinceBoot: boolean): void {
    const i = this.count;
    if (i === this.ts.length) {
      this.starts = grown(this.starts, i + 1);
      this.ts = grown(this.ts, i + 1);
      this.row = grown(this.row, i + 1);
      this.sinceBoot = grown(this.sinceBoot, i + 1);
    }
    this.starts[i] = start;
    this.ts[i] = ts;
    this.row[i] = row;
    this.sinceBoot[i] = sinceBoot ? 1 : 0;
    if (i === 0 || !this.areSame(i - 1, i)) this.count++;
  }

  /** Compares by value, because files with one series after the other repeat the same moments many times. */
  areSame(a: number, b: number): boolean {
    if (a === b) return true;
    // Without a clock the times are NaN, which only `Object.is` considers equal.
    return (
      this.row[a] === this.row[b] &&
      Object.is(this.ts[a], this.ts[b]) &&
      this.sinceBoot[a] === this.sinceBoot[b]
    );
  }
}

/** Distinct lists of moments: ranges of `order`, an array of moments. */
export class TimesLists {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly byHash = new Map<number, number>();
  private last = -1;

  constructor(
    private readonly order: Int32Array,
    private readonly moments: Moments,
  ) {}

  /** Index of the list that equals this range. */
  of(from: number, to: number): number {
    // Usually all series have values at the same times.
    if (this.last >= 0 && this.isSame(this.last, from, to)) return this.last;
    let hash = to - from;
    for (let i = from; i < to; i++) {
      const moment = this.order[i] as number;
      hash = Math.imul(hash ^ (this.moments.row[moment] as number), 0x01000193);
      hash = Math.imul(hash ^ (this.moments.ts[moment] as number), 0x01000193);
    }
    for (; ; hash++) {
      const known = this.byHash.get(hash);
      if (known !== undefined && !this.isSame(known, from, to)) continue;
      this.last = known ?? this.starts.length;
      if (known === undefined) {
        this.byHash.set(hash, this.last);
        this.starts.push(from);
        this.ends.push(to);
      }
      return this.last;
    }
  }

  built(): MetricBlock['times'] {
    const { starts, ends, order, moments } = this;
    const lengths = Int32Array.from(starts, (start, list) => (ends[list] as number) - start);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const ts = new Float64Array(total);
    const row = new Int32Array(total);
    let at = 0;
    starts.forEach((start, list) => {
      for (let i = start; i < (ends[list] as number); i++, at++) {
        const moment = order[i] as number;
        ts[at] = moments.ts[moment] as number;
        row[at] = moments.row[moment] as number;
      }
    });
    return {
      ts: { values: ts, lengths },
      row: { values: row, lengths },
      sinceBoot: Uint8Array.from(starts, start => moments.sinceBoot[order[start] as number] as number),
    };
  }

  private isSame(list: number, from: number, to: number): boolean {
    const { order, moments } = this;
    const start = this.starts[list] as number;
    if ((this.ends[list] as number) - start !== to - from) return false;
    for (let i = from, j = start; i < to; i++, j++)
      if (!moments.areSame(order[i] as number, order[j] as number)) return false;
    return true;
  }
}
