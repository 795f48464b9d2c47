import type { Format } from '../contract.ts';
import { xperfDpcIsrEntry } from './entry.ts';
import { XperfDpcIsrReader } from './reader.ts';

export const xperfDpcIsr: Format = {
  ...xperfDpcIsrEntry,
  open: (out, options) => new XperfDpcIsrReader(out, options),
};
