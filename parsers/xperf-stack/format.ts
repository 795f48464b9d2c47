import type { Format } from '../contract.ts';
import { xperfStackEntry } from './entry.ts';
import { XperfStackReader } from './reader.ts';

export const xperfStack: Format = {
  ...xperfStackEntry,
  open: (out, options) => new XperfStackReader(out, options),
};
