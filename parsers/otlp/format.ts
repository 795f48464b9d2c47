import type { Format } from '../contract.ts';
import { otlpEntry } from './entry.ts';
import { OtlpReader } from './reader.ts';

export const otlp: Format = {
  ...otlpEntry,
  open: (out, options) => new OtlpReader(out, options),
};
