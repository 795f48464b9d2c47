import type { Format } from '../contract.ts';
import { wpaEntry } from './entry.ts';
import { WpaReader } from './reader.ts';

export const wpa: Format = {
  ...wpaEntry,
  open: (out, options) => new WpaReader(out, options),
};
