/** Removes bytes in lines that are not text: terminal colours, and the zeros that a crash leaves in a file. */

/** The line has bytes above 0x7f, so it may not be valid UTF-8. */
export const hasHigh = 1;
/** The line has NUL or ESC. */
export const hasControl = 2;

const byteClasses = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 ? hasHigh : byte === 0 || byte === 0x1b ? hasControl : 0,
);

/** Byte classes that a line holds: {@link hasHigh}, {@link hasControl}. */
export function classesOfLine(bytes: Uint8Array, start: number, end: number): number {
  let classes = 0;
  for (let at = start; at < end; at++) classes |= byteClasses[bytes[at]!]!;
  return classes;
}

/** Byte classes of a whole chunk. Most chunks hold nothing unusual, so four bytes are tested at a time. */
export function classesOf(chunk: Uint8Array): number {
  // So short a chunk may not contain an aligned word.
  if (chunk.length < 8) return classesOfLine(chunk, 0, chunk.length);
  const head = -chunk.byteOffset & 3;
  const words = new Uint32Array(chunk.buffer, chunk.byteOffset + head, (chunk.length - head) >> 2);
  let high = 0;
  let zero = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const toEscape = word ^ 0x1b1b1b1b;
    high |= word;
    // Mycroft's test for a zero byte: the borrow sets the top bit of a byte that is 0. Here for NUL and for
    // ESC.
    zero |= ((word - 0x01010101) & ~word) | ((toEscape - 0x01010101) & ~toEscape);
  }
  const rest = classesOfLine(chunk, 0, head) | classesOfLine(chunk, head + 4 * words.length, chunk.length);
  return rest | ((high & 0x80808080) === 0 ? 0 : hasHigh) | ((zero & 0x80808080) === 0 ? 0 : hasControl);
}

/** Moves the text bytes to the front of the range, in place, and returns their end. */
export function clean(bytes: Uint8Array, start: number, end: number): number {
  let to = start;
  let at = start;
  while (at < end) {
    const byte = bytes[at]!;
    if (byte === 0) at++;
    else if (byte === 0x1b) at = sequenceEnd(bytes, at + 1, end);
    else {
      bytes[to++] = byte;
      at++;
    }
  }
  return to;
}

/** Position after the escape sequence (ECMA-48) whose ESC is just before `start`. */
function sequenceEnd(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end) return end;
  const kind = bytes[start]!;
  if (kind === 0x5b) {
    // CSI: parameters, then one final byte.
    let at = start + 1;
    while (at < end && bytes[at]! >= 0x20 && bytes[at]! < 0x40) at++;
    return Math.min(end, at + 1);
  }
  if (kind === 0x5d) {
    // OSC: up to BEL or ESC \.
    for (let at = start + 1; at < end; at++) {
      if (bytes[at] === 0x07) return at + 1;
      if (bytes[at] === 0x1b) return Math.min(end, at + 2);
    }
    return end;
  }
  return start + 1;
}
