import type { Format } from '../contract.ts';
import { babeltraceEntry } from './entry.ts';
import { BabeltraceReader } from './reader.ts';

export const babeltrace: Format = {
  ...babeltraceEntry,
  open: (out, options) => new BabeltraceReader(out, options),
};
