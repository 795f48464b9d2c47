import type { Format } from '../contract.ts';
import { xperfProcessEntry } from './entry.ts';
import { XperfProcessReader } from './reader.ts';

export const xperfProcess: Format = {
  ...xperfProcessEntry,
  open: (out, options) => new XperfProcessReader(out, options),
};
