import type { Format } from '../contract.ts';
import { topFormatEntry } from './entry.ts';
import { topMeanings } from './meanings.ts';
import { TopReader } from './reader.ts';

export const topFormat: Format = {
  ...topFormatEntry,
  meanings: topMeanings,
  open: (out, options) => new TopReader(out, options),
};
