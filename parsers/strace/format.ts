import type { Format } from '../contract.ts';
import { straceEntry } from './entry.ts';
import { StraceReader } from './reader.ts';

export const strace: Format = {
  ...straceEntry,
  open: (out, options) => new StraceReader(out, options),
};
