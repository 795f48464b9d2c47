import type { Format } from '../contract.ts';
import { netstatEntry } from './entry.ts';
import { netstatMeanings } from './meanings.ts';
import { NetstatReader } from './reader.ts';

export const netstat: Format = {
  ...netstatEntry,
  meanings: netstatMeanings,
  open: (out, options) => new NetstatReader(out, options),
};
