import type { Format } from '../contract.ts';
import { tcpdumpEntry } from './entry.ts';
import { TcpdumpReader } from './reader.ts';

export const tcpdump: Format = {
  ...tcpdumpEntry,
  open: (out, options) => new TcpdumpReader(out, options),
};
