import type { Format } from '../contract.ts';
import { jfrPrintEntry } from './entry.ts';
import { JfrPrintReader } from './reader.ts';

export const jfrPrint: Format = {
  ...jfrPrintEntry,
  open: (out, options) => new JfrPrintReader(out, options),
};
