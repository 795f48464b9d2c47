import type { Format } from '../contract.ts';
import { xperfDumperEntry } from './entry.ts';
import { XperfDumperReader } from './reader.ts';

export const xperfDumper: Format = {
  ...xperfDumperEntry,
  open: (out, options) => new XperfDumperReader(out, options),
};
