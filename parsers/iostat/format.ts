import type { Format } from '../contract.ts';
import { iostatEntry } from './entry.ts';
import { iostatMeanings } from './meanings.ts';
import { IostatReader } from './reader.ts';

export const iostat: Format = {
  ...iostatEntry,
  meanings: iostatMeanings,
  open: (out, options) => new IostatReader(out, options),
};
