import type { Format } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { begins, kindOf, perfScriptEntry } from './entry.ts';
import { PerfScriptReader } from './reader.ts';

export const perfScript: Format = {
  ...perfScriptEntry,
  open: (out, options) => new PerfScriptReader(out, options),
  boundary,
};

/**
 * A header begins a record whatever came before it, so a part may start at any header. `bytes[0]` is assumed to start
 * a line.
 */
function boundary(bytes: Uint8Array, from: number): number {
  let start = from;
  if (from > 0 && bytes[from - 1] !== 0x0a) start = afterNewline(bytes, from);
  while (start < bytes.length) {
    const next = afterNewline(bytes, start);
    // Most lines are frames, and begin with a tab.
    if (bytes[start] !== 0x09 && begins(kindOf(decode(bytes, start, next).replace(/\r?\n$/, ''))))
      return start;
    start = next;
  }
  return -1;
}

function afterNewline(bytes: Uint8Array, from: number): number {
  const newline = bytes.indexOf(0x0a, from);
  return newline < 0 ? bytes.length : newline + 1;
}
