import type { Format } from '../contract.ts';
import { sysstatMeanings } from '../families/sysstat/meanings.ts';
import { sarEntry } from './entry.ts';
import { SarReader } from './reader.ts';

export const sar: Format = {
  ...sarEntry,
  meanings: sysstatMeanings,
  open: (out, options) => new SarReader(out, options),
};
