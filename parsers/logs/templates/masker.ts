/**
 * From a message to its *skeleton*: what is surely variable (numbers, addresses, ids, times) becomes `<*>`.
 *
 * A skeleton is decided by its message alone, so it is the same in every file and on every worker. Words stay, even
 * those that look like names: whether `root` in `session opened for root` varies can only be told by comparing
 * skeletons, which is done once they are all known, over the distinct ones.
 */
import type { Output, TextId } from '../../contract.ts';

/** Bytes of a message that are looked at; what follows does not tell messages apart. */
const lookedAt = 2048;

/** What a byte is to a word. */
const other = 0;
const digit = 1;
const hexLetter = 2;
const letter = 3;
/** Joins atoms into one word: `blk_-12`, `10.0.0.1:80`, `2015-10-18`. */
const joiner = 4;

const classes = new Uint8Array(256).fill(other);
for (let byte = 0; byte < 256; byte++) {
  const char = String.fromCharCode(byte);
  if (/[0-9]/.test(char)) classes[byte] = digit;
  else if (/[a-f]/i.test(char)) classes[byte] = hexLetter;
  else if (/[a-z]/i.test(char) || byte >= 0x80) classes[byte] = letter;
  else if (/[-_.:+]/.test(char)) classes[byte] = joiner;
}

const colon = 0x3a;
const dot = 0x2e;
const minus = 0x2d;
const plus = 0x2b;
const comma = 0x2c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const star = 0x2a;
const less = 0x3c;
const greater = 0x3e;

export class TemplateMasker {
  /** A mask is never longer than thrice what it stands for. */
  private readonly skeleton = new Uint8Array(3 * lookedAt + 3);
  private length = 0;

  /** The skeleton of the message `[start, end)`, interned. Only its first line counts. */
  mask(bytes: Uint8Array, start: number, end: number, out: Output): TextId {
    this.write(bytes, start, Math.min(end, start + lookedAt));
    return out.text(this.skeleton, 0, this.length);
  }

  private write(bytes: Uint8Array, start: number, end: number): void {
    const { skeleton } = this;
    let at = start;
    this.length = 0;
    while (at < end) {
      const byte = bytes[at]!;
      const kind = classes[byte]!;
      if (kind === other || kind === joiner) {
        if (byte === lineFeed || byte === carriageReturn) break;
        skeleton[this.length++] = byte;
        at++;
        continue;
      }
      let digits = 0;
      let stop = at;
      let wordEnd = at;
      for (; stop < end; stop++) {
        const inside = classes[bytes[stop]!]!;
        if (inside === other) break;
        if (inside === digit) digits++;
        if (inside !== joiner) wordEnd = stop + 1;
      }
      if (digits > 0) this.word(bytes, at, wordEnd);
      else for (let copy = at; copy < wordEnd; copy++) skeleton[this.length++] = bytes[copy]!;
      at = wordEnd;
      // 1,234,567 is one number.
      while (digits > 0 && this.endsMasked() && isThousands(bytes, at, end)) at += 4;
    }
    while (this.length > 0 && skeleton[this.length - 1]! <= 0x20) this.length--;
  }

  /** A word that holds a digit: atoms of letters and digits, joined. */
  private word(bytes: Uint8Array, start: number, end: number): void {
    if (isGrouped(bytes, start, end)) {
      this.star();
      return;
    }
    const { skeleton } = this;
    let at = start;
    while (at < end) {
      const byte = bytes[at]!;
      if (classes[byte] === joiner) {
        skeleton[this.length++] = byte;
        at++;
        continue;
      }
      let atomEnd = at;
      let digits = 0;
      let firstDigit = -1;
      let lettersAfter = 0;
      for (; atomEnd < end && classes[bytes[atomEnd]!] !== joiner; atomEnd++) {
        if (classes[bytes[atomEnd]!] === digit) {
          digits++;
          if (firstDigit < 0) firstDigit = atomEnd;
        } else if (firstDigit >= 0) lettersAfter++;
      }
      const chained = this.endsChained();
      if (digits === 0) {
        // The `m` in task_12_m_34.
        if (chained && atomEnd - at === 1 && atomEnd + 1 < end) this.length--;
        else for (; at < atomEnd; at++) skeleton[this.length++] = bytes[at]!;
      } else if (firstDigit === at || lettersAfter > 0) {
        if (chained) this.length--;
        else this.star();
      } else if (digits <= 2) {
        // ssh2, eth0, L3: a name as often as a number.
        for (; at < atomEnd; at++) skeleton[this.length++] = bytes[at]!;
      } else {
        for (; at < firstDigit; at++) skeleton[this.length++] = bytes[at]!;
        this.star();
      }
      at = atomEnd;
    }
  }

  private endsMasked(): boolean {
    return (
      this.length >= 3 &&
      this.skeleton[this.length - 1] === greater &&
      this.skeleton[this.length - 2] === star
    );
  }

  /** Whether a mask and one joiner other than a colon were written last. */
  private endsChained(): boolean {
    const { skeleton, length } = this;
    const last = skeleton[length - 1];
    if (length < 4 || last === colon || classes[last!] !== joiner) return false;
    return skeleton[length - 2] === greater && skeleton[length - 3] === star;
  }

  private star(): void {
    const { skeleton } = this;
    const last = skeleton[this.length - 1];
    if (this.length > 0 && (last === minus || last === plus)) {
      const before = this.length > 1 ? skeleton[this.length - 2]! : 0x20;
      const kind = classes[before]!;
      if (kind === other ? before !== greater : kind === joiner) this.length--;
    }
    skeleton[this.length++] = less;
    skeleton[this.length++] = star;
    skeleton[this.length++] = greater;
  }
}

function isThousands(bytes: Uint8Array, at: number, end: number): boolean {
  if (at + 4 > end || bytes[at] !== comma) return false;
  for (let next = at + 1; next < at + 4; next++) if (classes[bytes[next]!] !== digit) return false;
  return at + 4 === end || classes[bytes[at + 4]!] === other;
}

/** IPv6 and MAC addresses, UUIDs, clock times, dates: groups of hex digits, three at least, joined alike. */
function isGrouped(bytes: Uint8Array, start: number, end: number): boolean {
  let colons = 0;
  let dashes = 0;
  let group = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    const kind = classes[byte]!;
    if (kind === digit || kind === hexLetter) group++;
    else if (byte === colon || byte === minus) {
      if (byte === colon) colons++;
      else dashes++;
      if (colons > 0 && group > 4) return false;
      group = 0;
    } else if (byte === dot && classes[bytes[start]!] === digit) group = 0;
    else return false;
  }
  return colons >= 2 ? dashes === 0 : dashes >= 2 && colons === 0;
}
