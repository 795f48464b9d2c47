import type { Format } from '../contract.ts';
import { perfDataEntry } from './entry.ts';
import { rangesOf } from './file-header.ts';
import { PerfDataReader } from './reader.ts';

export const perfData: Format = {
  ...perfDataEntry,
  ranges: rangesOf,
  open: (out, options) => new PerfDataReader(out, options),
};
