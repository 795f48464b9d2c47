import type { Format } from '../contract.ts';
import { snoopEntry } from './entry.ts';
import { SnoopReader } from './reader.ts';

export const snoop: Format = {
  ...snoopEntry,
  open: (out, options) => new SnoopReader(out, options),
};
