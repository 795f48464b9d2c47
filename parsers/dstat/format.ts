import type { Format } from '../contract.ts';
import { dstatEntry } from './entry.ts';
import { dstatMeanings } from './meanings.ts';
import { DstatReader } from './reader.ts';

export const dstat: Format = {
  ...dstatEntry,
  meanings: dstatMeanings,
  open: (out, options) => new DstatReader(out, options),
};
