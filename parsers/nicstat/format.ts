import type { Format } from '../contract.ts';
import { nicstatEntry } from './entry.ts';
import { nicstatMeanings } from './meanings.ts';
import { NicstatReader } from './reader.ts';

export const nicstat: Format = {
  ...nicstatEntry,
  meanings: nicstatMeanings,
  open: (out, options) => new NicstatReader(out, options),
};
