import type { Format } from '../contract.ts';
import { jstatEntry } from './entry.ts';
import { JstatReader } from './reader.ts';

export const jstat: Format = {
  ...jstatEntry,
  open: (out, options) => new JstatReader(out, options),
};
