/**
 * Paths with bytes that are not UTF-8, which Linux allows. As in Python (PEP 383), such a byte is an unpaired surrogate
 * in our texts, U+DC80 … U+DCFF; where a text is stored or shown it becomes U+FFFD.
 */

const strict = new TextDecoder('utf-8', { fatal: true });

/** The path as a text. */
export function pathOf(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return escaped(bytes);
  }
}

function escaped(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    // A character has at most four bytes.
    const length = [1, 2, 3, 4].find(size => isText(bytes.subarray(at, at + size))) ?? 0;
    text +=
      length > 0 ? strict.decode(bytes.subarray(at, at + length)) : String.fromCharCode(0xdc00 + bytes[at]!);
    at += Math.max(1, length);
  }
  return text;
}

function isText(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const unpaired = /[\udc80-\udcff]/;

/** The path as the system knows it. */
export function systemPath(path: string): string | Buffer {
  if (!unpaired.test(path)) return path;
  const pieces = Array.from(path, character => {
    const code = character.codePointAt(0)!;
    return code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code & 0xff]) : Buffer.from(character);
  });
  return Buffer.concat(pieces);
}
