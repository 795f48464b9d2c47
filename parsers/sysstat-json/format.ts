import type { Format } from '../contract.ts';
import { sysstatMeanings } from '../families/sysstat/meanings.ts';
import { sysstatJsonEntry } from './entry.ts';
import { SysstatJson } from './reader.ts';

export const sysstatJson: Format = {
  ...sysstatJsonEntry,
  meanings: sysstatMeanings,
  open: (out, options) => new SysstatJson(out, options),
};
