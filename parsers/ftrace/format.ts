import type { Format } from '../contract.ts';
import { ftraceEntry } from './entry.ts';
import { FtraceReader } from './reader.ts';

export const ftrace: Format = {
  ...ftraceEntry,
  open: (out, options) => new FtraceReader(out, options),
};
