/**
 * Compiles WebAssembly that is part of the program: as base64 in a module, so that no file system is needed
 * to load it.
 */
export const compile = (base64: string): WebAssembly.Module => new WebAssembly.Module(fromBase64(base64));

function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length * 3) >> 2);
  let bits = 0;
  let held = 0;
  let length = 0;
  for (const char of text) {
    const digit = digits.indexOf(char);
    if (digit < 0) break;
    bits = (bits << 6) | digit;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[length++] = bits >> held;
    }
  }
  return bytes.subarray(0, length);
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
