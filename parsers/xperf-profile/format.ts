import type { Format } from '../contract.ts';
import { xperfProfileEntry } from './entry.ts';
import { XperfProfileReader } from './reader.ts';

export const xperfProfile: Format = {
  ...xperfProfileEntry,
  open: (out, options) => new XperfProfileReader(out, options),
};
