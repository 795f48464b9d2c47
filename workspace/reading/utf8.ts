/** Validates UTF-8, because DuckDB does not check the texts that it is given. */

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** True if the range is valid UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; ) {
    const lead = bytes[i++] as number;
    if (lead < 0x80) continue;
    const more = lead < 0xc2 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : 0;
    if (more === 0 || i + more > end) return false;
    const second = bytes[i] as number;
    const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (second < lowest || second > highest) return false;
    for (let k = 1; k < more; k++) if (((bytes[i + k] as number) & 0xc0) !== 0x80) return false;
    i += more;
  }
  return true;
}

/** A copy of the range with U+FFFD for bytes that are not UTF-8. */
export function repaired(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return encoder.encode(decoder.decode(bytes.subarray(start, end)));
}

/** The largest `end` for a text of at most that length that does not split a character. */
export function wholeCharacters(bytes: Uint8Array, start: number, end: number): number {
  let cut = end;
  while (cut > start && end - cut < 4 && ((bytes[cut] as number) & 0xc0) === 0x80) cut--;
  return cut;
}
