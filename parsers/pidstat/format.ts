import type { Format } from '../contract.ts';
import { sysstatMeanings } from '../families/sysstat/meanings.ts';
import { pidstatEntry } from './entry.ts';
import { PidstatReader } from './reader.ts';

export const pidstat: Format = {
  ...pidstatEntry,
  meanings: sysstatMeanings,
  open: (out, options) => new PidstatReader(out, options),
};
