import type { Format } from '../contract.ts';
import { perfviewEntry } from './entry.ts';
import { PerfViewReader } from './reader.ts';

export const perfview: Format = {
  ...perfviewEntry,
  open: (out, options) => new PerfViewReader(out, options),
};
