import type { Format } from '../contract.ts';
import { sysstatMeanings } from '../families/sysstat/meanings.ts';
import { sysstatSaEntry } from './entry.ts';
import { SaReader } from './reader.ts';

export const sysstatSa: Format = {
  ...sysstatSaEntry,
  meanings: sysstatMeanings,
  open: (out, options) => new SaReader(out, options),
};
