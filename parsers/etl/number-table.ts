/**
 * Hash table from numbers to integers from 0, with open addressing in typed arrays. A `Map` allocates each key that is not
 * a small integer, and takes three times as long.
 */
export class NumberTable {
  count = 0;
  private keys: Float64Array;
  /** -1: the slot is free. */
  private values: Int32Array;

  /** @param maxEntries a table with this many entries is cleared before the next is added */
  constructor(private readonly maxEntries: number) {
    this.keys = new Float64Array(64);
    this.values = new Int32Array(64).fill(-1);
  }

  /** -1 if the table does not have the key, which must not be NaN. */
  get(key: number): number {
    return this.values[this.slotOf(key)]!;
  }

  /** @param value 0 or more */
  set(key: number, value: number): void {
    let slot = this.slotOf(key);
    if (this.values[slot]! < 0) {
      if (this.count >= this.maxEntries) this.clear();
      else if (this.count * 2 >= this.values.length) this.grow();
      slot = this.slotOf(key);
      this.keys[slot] = key;
      this.count++;
    }
    this.values[slot] = value;
  }

  clear(): void {
    this.count = 0;
    this.values.fill(-1);
  }

  private slotOf(key: number): number {
    const { keys, values } = this;
    const mask = values.length - 1;
    let slot = hashOfNumber(key) & mask;
    while (values[slot]! >= 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2);
    this.values = new Int32Array(keys.length * 2).fill(-1);
    for (let slot = 0; slot < keys.length; slot++) {
      if (values[slot]! < 0) continue;
      const to = this.slotOf(keys[slot]!);
      this.keys[to] = keys[slot]!;
      this.values[to] = values[slot]!;
    }
  }
}

/** Random, so that a file cannot be crafted with colliding keys. */
const seed = (Math.random() * 2 ** 32) | 0;
const perTwo32 = 1 / 2 ** 32;

function hashOfNumber(value: number): number {
  const high = Math.floor(value * perTwo32) | 0;
  let hash = Math.imul((value | 0) ^ seed, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}
