/**
 * From a message to its *skeleton*: what is surely variable (numbers, addresses, ids, times) becomes `<*>`.
 *
 * A skeleton is decided by its message alone, so it is the same in every file and on every worker. Words stay, even
 * those that look like names: whether `root` in `session opened for root` varies can only be told by comparing
 * skeletons, which is done once they are all known, over the distinct ones.
 *
 * Where messages are mostly free text there is no end of skeletons. Memory is bounded by {@link Skeletons}: what comes
 * after the bound gets a more general skeleton. The bound is for all maskers of one output together.
 */
import type { Output, TextId } from '../../contract.ts';
import {
  backslash,
  classes,
  colon,
  digit,
  greater,
  groupsEnd,
  hexLetter,
  isAtom,
  isThousands,
  joiner,
  less,
  minus,
  numberEnd,
  other,
  pathEnd,
  plus,
  slash,
  star,
  triggers,
} from './bytes.ts';
import { Buffer, mostSkeletons, type Skeletons, skeletonsOf } from './skeletons.ts';

/** Bytes of a message that are looked at; what follows hardly tells messages apart. */
const lookedAt = 2048;

const blank = 0x20;

export class TemplateMasker {
  /** A mask takes at most three times the room of what it stands for. */
  private readonly skeleton = new Buffer(3 * lookedAt);
  private skeletons: Skeletons | null = null;
  /** Ids of the skeletons in the output, by their numbers; -1 where not yet interned. */
  private readonly ids = new Int32Array(mostSkeletons).fill(-1);

  /**
   * The skeleton of the message `[start, end)`, interned in `out`, which must be the same at every call. Of a message
   * of several lines the first counts.
   */
  mask(bytes: Uint8Array, start: number, end: number, out: Output): TextId {
    let stop = end - start > lookedAt ? cut(bytes, start, start + lookedAt) : end;
    while (stop > start && bytes[stop - 1]! <= blank) stop--;
    this.skeleton.end(this.write(bytes, start, stop));
    this.skeletons ??= skeletonsOf(out);
    const number = this.skeletons.find(this.skeleton);
    if (this.ids[number]! < 0) {
      const { bytes, length } = this.skeletons.found;
      this.ids[number] = out.text(bytes, 0, length);
    }
    return this.ids[number] as TextId;
  }

  /** Copies until a digit or slash comes, then goes back to where its word begins. */
  private write(bytes: Uint8Array, start: number, end: number): number {
    const skeleton = this.skeleton.bytes;
    let length = 0;
    let at = start;
    /** End of what was masked last. */
    let floor = start;
    while (at < end) {
      const byte = bytes[at]!;
      if (triggers[byte] === 0) {
        skeleton[length++] = byte;
        at++;
      } else if (classes[byte] === digit) {
        let word = at;
        while (word > floor && classes[bytes[word - 1]!] !== other) word--;
        while (classes[bytes[word]!] === joiner) word++;
        length -= at - word;
        const number = word === at ? numberEnd(bytes, at, end) : -1;
        if (number > 0) {
          length = this.star(length);
          at = number;
        } else {
          while (at < end && classes[bytes[at]!] !== other) at++;
          length = this.word(bytes, word, at, length);
        }
        if (endsMasked(skeleton, length)) while (isThousands(bytes, at, end)) at += 4;
        floor = at;
      } else if (byte === slash || byte === backslash) {
        const path = at > start && isAtom(bytes[at - 1]!) ? -1 : pathEnd(bytes, at, end);
        if (path < 0) {
          skeleton[length++] = byte;
          at++;
          continue;
        }
        // Of a URL the scheme stays.
        if (bytes[at + 1] === slash) {
          skeleton[length++] = slash;
          skeleton[length++] = slash;
        }
        length = writeMask(skeleton, length);
        at = path;
        floor = at;
      } else break;
    }
    while (length > 0 && skeleton[length - 1]! <= blank) length--;
    return length;
  }

  /** Writes a word that holds a digit at `length`: atoms of letters and digits, and what joins them. */
  private word(bytes: Uint8Array, start: number, end: number, from: number): number {
    const skeleton = this.skeleton.bytes;
    let length = from;
    let at = start;
    while (at < end) {
      const byte = bytes[at]!;
      if (classes[byte] === joiner) {
        skeleton[length++] = byte;
        at++;
        continue;
      }
      const chained = endsChained(skeleton, length);
      const groups = groupsEnd(bytes, at, end);
      if (groups > 0) {
        length = chained ? length - 1 : this.star(length);
        at = groups;
        continue;
      }
      const atom = at;
      let firstDigit = -1;
      let digits = 0;
      let runs = 0;
      let hex = true;
      let before: number = other;
      for (; at < end; at++) {
        const kind = classes[bytes[at]!]!;
        if (kind === joiner) break;
        if (kind === digit) {
          if (before !== digit) runs++;
          if (firstDigit < 0) firstDigit = at;
          digits++;
        } else if (kind !== hexLetter) hex = false;
        before = kind;
      }
      const size = at - atom;
      const variable =
        firstDigit === atom || runs > 1 || (digits > 2 && before !== digit) || (hex && size >= 6);
      if (digits > 0 && variable) length = chained ? length - 1 : this.star(length);
      else if (digits > 2) {
        // blk38, core1234: the name stays.
        for (let copy = atom; copy < firstDigit; copy++) skeleton[length++] = bytes[copy]!;
        length = this.star(length);
      } else if (digits === 0 && chained && size === 1 && at < end) {
        // The `m` in task_12_m_34.
        length--;
      } else {
        // Words, and names as often as numbers: ssh2, eth0, Slf4jLogger.
        for (let copy = atom; copy < at; copy++) skeleton[length++] = bytes[copy]!;
      }
    }
    return length;
  }

  /** Writes a mask, in place of a sign where one stands before it. */
  private star(from: number): number {
    const skeleton = this.skeleton.bytes;
    let length = from;
    const last = skeleton[length - 1];
    if (length > 0 && (last === minus || last === plus)) {
      const before = length > 1 ? skeleton[length - 2]! : 0x20;
      const kind = classes[before]!;
      if (kind === joiner || (kind === other && before !== greater)) length--;
    }
    return writeMask(skeleton, length);
  }
}

function writeMask(skeleton: Uint8Array, length: number): number {
  skeleton[length] = less;
  skeleton[length + 1] = star;
  skeleton[length + 2] = greater;
  return length + 3;
}

/** The end of the last whole word before `end`, if there is one near. */
function cut(bytes: Uint8Array, start: number, end: number): number {
  for (let at = end; at > start && at > end - 256; at--) if (bytes[at] === blank) return at;
  return end;
}

function endsMasked(skeleton: Uint8Array, length: number): boolean {
  return length >= 3 && skeleton[length - 1] === greater && skeleton[length - 2] === star;
}

/** Whether a mask and one joiner other than a colon were written last: what is variable after it belongs to it. */
function endsChained(skeleton: Uint8Array, length: number): boolean {
  const last = skeleton[length - 1]!;
  return length >= 4 && last !== colon && classes[last] === joiner && endsMasked(skeleton, length - 1);
}
