import type { Format } from '../contract.ts';
import { prstatEntry } from './entry.ts';
import { prstatMeanings } from './meanings.ts';
import { PrstatReader } from './reader.ts';

export const prstat: Format = {
  ...prstatEntry,
  meanings: prstatMeanings,
  open: (out, options) => new PrstatReader(out, options),
};
