import type { Format } from '../contract.ts';
import { perfTraceEntry } from './entry.ts';
import { PerfTraceReader } from './reader.ts';

export const perfTrace: Format = {
  ...perfTraceEntry,
  open: (out, options) => new PerfTraceReader(out, options),
};
