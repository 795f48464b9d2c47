import type { Format } from '../contract.ts';
import { ltraceEntry } from './entry.ts';
import { LtraceReader } from './reader.ts';

export const ltrace: Format = {
  ...ltraceEntry,
  open: (out, options) => new LtraceReader(out, options),
};
