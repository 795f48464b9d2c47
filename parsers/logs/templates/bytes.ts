/** What a byte is to a word of a message. */
export const other = 0;
export const digit = 1;
export const hexLetter = 2;
export const letter = 3;
/** Joins atoms to one word: `blk_-12`, `10.0.0.1:80`, `2015-10-18`. */
export const joiner = 4;

export const classes = new Uint8Array(256).fill(other);
for (let byte = 0; byte < 256; byte++) {
  const char = String.fromCharCode(byte);
  if (/[0-9]/.test(char)) classes[byte] = digit;
  else if (/[a-f]/i.test(char)) classes[byte] = hexLetter;
  else if (/[a-z]/i.test(char) || byte >= 0x80) classes[byte] = letter;
  else if (/[-_.:+]/.test(char)) classes[byte] = joiner;
}

/** Bytes at which a message may hold something variable, or end. */
export const triggers = new Uint8Array(256);
for (const char of '0123456789/\\\r\n') triggers[char.charCodeAt(0)] = 1;

export const colon = 0x3a;
export const dot = 0x2e;
export const minus = 0x2d;
export const plus = 0x2b;
export const comma = 0x2c;
export const slash = 0x2f;
export const backslash = 0x5c;
export const star = 0x2a;
export const less = 0x3c;
export const greater = 0x3e;

const capitalT = 0x54;
const capitalZ = 0x5a;

/**
 * End of a run of three or more groups of hex digits that starts at `start`, or -1: clock times, IPv6 and MAC addresses
 * (joined by colons), UUIDs, dates and timestamps (joined by dashes).
 */
export function groupsEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let groups = 0;
  let digits = 0;
  let digitsFirst = 0;
  let mark = 0;
  for (;;) {
    const from = at;
    for (; at < end; at++) {
      const kind = classes[bytes[at]!];
      if (kind === digit) digits++;
      else if (kind !== hexLetter) break;
    }
    if (groups === 0) digitsFirst = digits;
    if (mark === colon && at - from > 4) return -1;
    if (at > from) groups++;
    else if (mark !== colon) return -1;
    const joint = at < end ? bytes[at]! : 0;
    if (joint !== colon && joint !== minus) break;
    if (mark === 0) {
      if (joint === colon && at - start > 4) return -1;
      mark = joint;
    } else if (joint !== mark) break;
    if (at + 1 >= end) break;
    at++;
  }
  if (groups < 3 || digits === 0) return -1;
  if (mark === minus && digitsFirst === 0 && at - start < 16) return -1;
  // 2015-10-18T18:01:47.123Z, 18:01:47.123
  if (mark === minus && bytes[at] === capitalT && at + 1 < end && classes[bytes[at + 1]!] === digit) at++;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (classes[byte] !== digit && byte !== dot && byte !== colon && byte !== capitalZ) break;
  }
  while (bytes[at - 1] === dot || bytes[at - 1] === colon) at--;
  return at < end && isAtom(bytes[at]!) ? -1 : at;
}

/** End of `12`, `12.5`, `10.0.0.1` that is a word by itself; -1 where there is more to it. Most numbers are such. */
export function numberEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (classes[bytes[at]!] === digit || bytes[at] === dot)) at++;
  if (at < end && classes[bytes[at]!] !== other) return -1;
  return bytes[at - 1] === dot ? -1 : at;
}

/** Letters and digits. */
export const isAtom = (byte: number): boolean => {
  const kind = classes[byte]!;
  return kind !== other && kind !== joiner;
};

/** Whether `,123` stands at `at` and the number ends there or goes on likewise: 1,234,567 is one number. */
export function isThousands(bytes: Uint8Array, at: number, end: number): boolean {
  if (at + 4 > end || bytes[at] !== comma) return false;
  for (let next = at + 1; next < at + 4; next++) if (classes[bytes[next]!] !== digit) return false;
  return at + 4 === end || !isAtom(bytes[at + 4]!);
}

/** What ends a path or URL: blanks, quotes, brackets, `,;|`. */
export const pathEnds = new Uint8Array(256);
for (const char of ' \t\r\n"\'`()[]{}<>,;|') pathEnds[char.charCodeAt(0)] = 1;

const question = 0x3f;
const sentenceEnds = [dot, colon, question, 0x21];

/**
 * End of the path `/a/b…` or `\a\b…`, or of what follows the `:` in `scheme://a…`, that starts at `start`; -1 where there is none. A path of one part is left alone: `/default`, `n/a`, `/10.0.0.1:80`.
 */
export function pathEnd(bytes: Uint8Array, start: number, end: number): number {
  const mark = bytes[start]!;
  let parts = 0;
  let at = start;
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (pathEnds[byte] === 1) break;
    // A query makes even `/search?q=1` a path.
    if ((byte === mark || byte === question) && at + 1 < end && isAtom(bytes[at + 1]!)) parts++;
  }
  if (parts < 2 && !(parts === 1 && (bytes[start + 1] === mark || bytes[start + 1] === question))) return -1;
  while (sentenceEnds.includes(bytes[at - 1]!)) at--;
  return at;
}
