import type { Format } from '../contract.ts';
import { jstackEntry } from './entry.ts';
import { JstackReader } from './reader.ts';

export const jstack: Format = {
  ...jstackEntry,
  open: (out, options) => new JstackReader(out, options),
};
