import type { Format } from '../contract.ts';
import { dtraceEntry } from './entry.ts';
import { DtraceReader } from './reader.ts';

export const dtrace: Format = {
  ...dtraceEntry,
  open: (out, options) => new DtraceReader(out, options),
};
