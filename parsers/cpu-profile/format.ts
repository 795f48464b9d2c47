import type { Format } from '../contract.ts';
import { cpuProfileEntry } from './entry.ts';
import { CpuProfileReader } from './reader.ts';

export const cpuProfile: Format = {
  ...cpuProfileEntry,
  open: (out, options) => new CpuProfileReader(out, options),
};
