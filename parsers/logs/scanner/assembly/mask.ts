/**
 * Masks a message: what surely varies (numbers, addresses, ids, times) becomes `<*>`.
 *
 * The result depends on the message alone, so it is the same in every file and on every worker. Words stay,
 * even those that look like names: whether `root` in `session opened for root` varies can only be found by
 * comparing masked messages, which is done over the distinct ones when all are known.
 */
import * as limits from '../shared/limits';
import { ATOMS, BYTE_CLASSES, MASKED, PATH_ENDS, TRIGGERS } from './layout';
import { ofClass } from './search';

// Kinds of bytes in a word of a message.
const OTHER: u8 = 0;
const DIGIT: u8 = 1;
const HEX_LETTER: u8 = 2;
const LETTER: u8 = 3;
/** Joins atoms to one word: `blk_-12`, `10.0.0.1:80`, `2015-10-18`. */
const JOINER: u8 = 4;
/** Flag for bytes at which something variable may begin. */
const TRIGGER: u8 = 8;

export const LOOKED_AT: usize = limits.LOOKED_AT;

for (let byte: usize = 0; byte < 256; byte++) {
  const lower = byte | 0x20;
  let kind = OTHER;
  if (byte >= 0x30 && byte <= 0x39) kind = DIGIT;
  else if (lower >= 0x61 && lower <= 0x66) kind = HEX_LETTER;
  else if ((lower >= 0x61 && lower <= 0x7a) || byte >= 0x80) kind = LETTER;
  // - . : + _
  else if (byte == 0x2d || byte == 0x2e || byte == 0x3a || byte == 0x2b || byte == 0x5f) kind = JOINER;
  const triggers = kind == DIGIT || byte == 0x2f || byte == 0x5c || byte == 0x0d || byte == 0x0a;
  store<u8>(BYTE_CLASSES + byte, triggers ? kind | TRIGGER : kind);
  // Bytes that end a path or URL: blanks, quotes, brackets, `,;|`.
  const isBlank = byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a;
  const isQuote = byte == 0x22 || byte == 0x27 || byte == 0x60;
  const isBracket =
    byte == 0x28 ||
    byte == 0x29 ||
    byte == 0x5b ||
    byte == 0x5d ||
    byte == 0x7b ||
    byte == 0x7d ||
    byte == 0x3c ||
    byte == 0x3e;
  const isMark = byte == 0x2c || byte == 0x3b || byte == 0x7c;
  if (isBlank || isQuote || isBracket || isMark) addTo(PATH_ENDS, byte);
  if (triggers) addTo(TRIGGERS, byte);
  if (kind == DIGIT || kind == HEX_LETTER || kind == LETTER) addTo(ATOMS, byte);
}

/**
 * Adds a byte to a class. Bytes above 0x7f are all in the class or all out of it, and share a bit with the
 * control characters.
 */
function addTo(table: usize, byte: usize): void {
  const high = byte >> 4;
  const bit: u8 = high < 8 ? 1 << (<u8>high) : 1;
  const low = table + (byte & 15);
  store<u8>(low, load<u8>(low) | bit);
  store<u8>(table + 16 + high, bit);
}

/** End of the masked message. */
let length: usize = MASKED;

/**
 * Masks the message `[from, to)` into `MASKED` and returns the result's length. Only the first line of a
 * message is used. A mask is at most three times as long as the text it replaces.
 */
export function mask(from: usize, to: usize): usize {
  let end = to - from > LOOKED_AT ? cut(from + LOOKED_AT) : to;
  while (end > from && load<u8>(end - 1) <= 0x20) end--;
  length = MASKED;
  let at = from;
  /** End of the last masked text. */
  let floor = from;
  while (at < end) {
    // This also copies bytes after the next trigger; they are overwritten later.
    const bytes = v128.load(at);
    v128.store(length, bytes);
    const triggers = ofClass(bytes, TRIGGERS);
    const plain = min(triggers == 0 ? 16 : <usize>ctz(triggers), end - at);
    at += plain;
    length += plain;
    if (at == end) break;
    if (triggers == 0) continue;
    const byte = load<u8>(at);
    if (load<u8>(BYTE_CLASSES + <usize>byte) == (DIGIT | TRIGGER)) {
      let word = at;
      while (word > floor && classOf(word - 1) != OTHER) word--;
      while (classOf(word) == JOINER) word++;
      length -= at - word;
      const after = word == at ? numberEnd(at, end) : 0;
      if (after != 0) {
        star();
        at = after;
      } else {
        while (at < end && classOf(at) != OTHER) at++;
        writeWord(word, at);
      }
      if (endsMasked(length)) while (isThousands(at, end)) at += 4;
      floor = at;
    } else if (byte == 0x2f || byte == 0x5c) {
      const path = at > from && isAtom(at - 1) ? 0 : pathEnd(at, end);
      if (path == 0) {
        put(byte);
        at++;
        continue;
      }
      // The scheme of a URL stays.
      if (load<u8>(at + 1) == 0x2f) {
        put(0x2f);
        put(0x2f);
      }
      putMask();
      at = path;
      floor = at;
    } else break;
  }
  while (length > MASKED && load<u8>(length - 1) <= 0x20) length--;
  return length - MASKED;
}

/** Writes a word that holds a digit: atoms of letters and digits, and the joiners between them. */
function writeWord(from: usize, end: usize): void {
  let at = from;
  while (at < end) {
    const byte = load<u8>(at);
    if (classOf(at) == JOINER) {
      put(byte);
      at++;
      continue;
    }
    const chained = endsChained();
    const groups = groupsEnd(at, end);
    if (groups != 0) {
      if (chained) length--;
      else star();
      at = groups;
      continue;
    }
    const atom = at;
    let firstDigit: usize = 0;
    let digits: u32 = 0;
    let runs: u32 = 0;
    let hex = true;
    let before = OTHER;
    for (; at < end; at++) {
      const kind = classOf(at);
      if (kind == JOINER) break;
      if (kind == DIGIT) {
        if (before != DIGIT) runs++;
        if (firstDigit == 0) firstDigit = at;
        digits++;
      } else if (kind != HEX_LETTER) hex = false;
      before = kind;
    }
    const size = at - atom;
    const variable = firstDigit == atom || runs > 1 || (digits > 2 && before != DIGIT) || (hex && size >= 6);
    if (digits > 0 && variable) {
      if (chained) length--;
      else star();
    } else if (digits > 2) {
      // blk38, core1234: the name stays.
      putAll(atom, firstDigit);
      star();
    } else if (digits == 0 && chained && size == 1 && at < end) {
      // The `m` in task_12_m_34.
      length--;
    } else {
      // Words, or names as often as numbers: ssh2, eth0, Slf4jLogger.
      putAll(atom, at);
    }
  }
}

/**
 * End of a run of three or more groups of hex digits that starts at `from`, or 0: clock times, IPv6 and MAC addresses
 * (joined by colons), UUIDs, dates and timestamps (joined by dashes).
 */
function groupsEnd(from: usize, end: usize): usize {
  let at = from;
  let groups: u32 = 0;
  let digits: u32 = 0;
  let digitsFirst: u32 = 0;
  let joint: u8 = 0;
  while (true) {
    const group = at;
    for (; at < end; at++) {
      const kind = classOf(at);
      if (kind == DIGIT) digits++;
      else if (kind != HEX_LETTER) break;
    }
    if (groups == 0) digitsFirst = digits;
    if (joint == 0x3a && at - group > 4) return 0;
    if (at > group) groups++;
    else if (joint != 0x3a) return 0;
    const next = at < end ? load<u8>(at) : 0;
    if (next != 0x3a && next != 0x2d) break;
    if (joint == 0) {
      if (next == 0x3a && at - from > 4) return 0;
      joint = next;
    } else if (next != joint) break;
    if (at + 1 >= end) break;
    at++;
  }
  if (groups < 3 || digits == 0) return 0;
  if (joint == 0x2d && digitsFirst == 0 && at - from < 16) return 0;
  // 2015-10-18T18:01:47.123Z, 18:01:47.123
  if (joint == 0x2d && at + 1 < end && load<u8>(at) == 0x54 && classOf(at + 1) == DIGIT) at++;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (classOf(at) != DIGIT && byte != 0x2e && byte != 0x3a && byte != 0x5a) break;
  }
  while (load<u8>(at - 1) == 0x2e || load<u8>(at - 1) == 0x3a) at--;
  return at < end && isAtom(at) ? 0 : at;
}

/** End of `12`, `12.5` or `10.0.0.1` if that is the whole word, else 0. Most numbers are so simple. */
function numberEnd(from: usize, end: usize): usize {
  let at = from;
  while (at < end && (classOf(at) == DIGIT || load<u8>(at) == 0x2e)) at++;
  if (at < end && classOf(at) != OTHER) return 0;
  return load<u8>(at - 1) == 0x2e ? 0 : at;
}

/**
 * True if `,123` is at `at` and the number ends there or continues in the same way: 1,234,567 is one number.
 */
function isThousands(at: usize, end: usize): bool {
  if (at + 4 > end || load<u8>(at) != 0x2c) return false;
  for (let next = at + 1; next < at + 4; next++) if (classOf(next) != DIGIT) return false;
  return at + 4 == end || !isAtom(at + 4);
}

/**
 * End of the path `/a/b…` or `\a\b…`, or of the part after `:` in `scheme://a…`, that starts at `from`; 0 if
 * there is none. A path with one part is left alone: `/default`, `n/a`, `/10.0.0.1:80`.
 */
function pathEnd(from: usize, end: usize): usize {
  const slash = load<u8>(from);
  const second = load<u8>(from + 1);
  const slashes = i8x16.splat(slash);
  // A query makes even `/search?q=1` a path.
  const queries = i8x16.splat(0x3f);
  let parts: i32 = 0;
  let at = from;
  while (true) {
    const bytes = v128.load(at);
    const ends = ofClass(bytes, PATH_ENDS);
    const length = min(ends == 0 ? 16 : <usize>ctz(ends), end - at);
    const joints = i8x16.bitmask(v128.or(i8x16.eq(bytes, slashes), i8x16.eq(bytes, queries)));
    // A joint whose next byte is beyond the end begins no part.
    const counted = at + length < end ? length : length - 1;
    parts += popcnt(joints & ofClass(v128.load(at, 1), ATOMS) & ((1 << (<i32>counted)) - 1));
    at += length;
    if (length < 16 || at == end) break;
  }
  if (parts < 2 && !(parts == 1 && (second == slash || second == 0x3f))) return 0;
  while (endsSentence(load<u8>(at - 1))) at--;
  return at;
}

/** . : ? ! */
function endsSentence(byte: u8): bool {
  return byte == 0x2e || byte == 0x3a || byte == 0x3f || byte == 0x21;
}

/** Writes a mask; it replaces a sign directly before it. */
function star(): void {
  const last = length > MASKED ? load<u8>(length - 1) : 0;
  if (last == 0x2d || last == 0x2b) {
    const before = length - 1 > MASKED ? load<u8>(length - 2) : 0x20;
    const kind = load<u8>(BYTE_CLASSES + <usize>before) & ~TRIGGER;
    if (kind == JOINER || (kind == OTHER && before != 0x3e)) length--;
  }
  putMask();
}

/** Writes `<*>`. The fourth byte stored is overwritten later. */
function putMask(): void {
  store<u32>(length, 0x3e2a3c);
  length += 3;
}

function put(byte: u8): void {
  store<u8>(length, byte);
  length++;
}

function putAll(from: usize, to: usize): void {
  for (let at = from; at < to; at++) put(load<u8>(at));
}

function endsMasked(at: usize): bool {
  return at >= MASKED + 3 && load<u8>(at - 1) == 0x3e && load<u8>(at - 2) == 0x2a;
}

/**
 * True if a mask and one joiner other than a colon were written last: a variable atom after them belongs to
 * that mask.
 */
function endsChained(): bool {
  if (length < MASKED + 4) return false;
  const last = load<u8>(length - 1);
  const kind = load<u8>(BYTE_CLASSES + <usize>last) & ~TRIGGER;
  return last != 0x3a && kind == JOINER && endsMasked(length - 1);
}

/** End of the last whole word before `end`, if it is near; else `end`. */
function cut(end: usize): usize {
  for (let at = end; at > end - 256; at--) if (load<u8>(at) == 0x20) return at;
  return end;
}

function classOf(at: usize): u8 {
  return load<u8>(BYTE_CLASSES + <usize>load<u8>(at)) & ~TRIGGER;
}

/** Letters and digits. */
function isAtom(at: usize): bool {
  const kind = classOf(at);
  return kind != OTHER && kind != JOINER;
}
