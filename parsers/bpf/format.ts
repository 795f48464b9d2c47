import type { Format } from '../contract.ts';
import { bccEntry, bpftraceEntry } from './entry.ts';
import { BpfReader } from './reader.ts';

export const bpftrace: Format = {
  ...bpftraceEntry,
  open: (out, options) => new BpfReader(out, options, true),
};

export const bcc: Format = {
  ...bccEntry,
  open: (out, options) => new BpfReader(out, options, false),
};
