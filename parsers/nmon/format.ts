import type { Format } from '../contract.ts';
import { nmonEntry } from './entry.ts';
import { nmonMeanings } from './meanings.ts';
import { NmonReader } from './reader.ts';

export const nmon: Format = {
  ...nmonEntry,
  meanings: nmonMeanings,
  open: (out, options) => new NmonReader(out, options),
};
