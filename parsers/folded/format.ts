import type { Format } from '../contract.ts';
import { foldedEntry } from './entry.ts';
import { FoldedReader } from './reader.ts';

export const folded: Format = {
  ...foldedEntry,
  open: (out, options) => new FoldedReader(out, options),
  boundary(bytes, from) {
    if (from === 0) return 0;
    const newline = bytes.indexOf(0x0a, from - 1);
    return newline < 0 || newline + 1 >= bytes.length ? -1 : newline + 1;
  },
};
