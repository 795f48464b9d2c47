import type { Format } from '../contract.ts';
import { vmstatEntry } from './entry.ts';
import { vmstatMeanings } from './meanings.ts';
import { VmstatReader } from './reader.ts';

export const vmstat: Format = {
  ...vmstatEntry,
  meanings: vmstatMeanings,
  open: (out, options) => new VmstatReader(out, options),
};
