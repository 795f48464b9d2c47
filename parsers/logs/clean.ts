/** Bytes in lines that are not text: colours for terminals, and the zeros that a crash leaves in a file. */

/** The line holds bytes above 0x7f: it may not be valid UTF-8. */
export const hasHigh = 1;
/** The line holds NUL or ESC. */
export const hasControl = 2;

/** By byte: what its presence says about the line. */
export const byteClasses = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 ? hasHigh : byte === 0 || byte === 0x1b ? hasControl : 0,
);

/** Moves what is text to the front of the range, in place, and gives its end. */
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

/** Position after the escape sequence (ECMA-48) whose ESC stands before `start`. */
function sequenceEnd(bytes: Uint8Array, start: number, end: number): number {
  if (start >= end) return end;
  const kind = bytes[start]!;
  if (kind === 0x5b) {
    // CSI: parameters, then one byte that says what it does.
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
