import type { Format } from '../contract.ts';
import { trussEntry } from './entry.ts';
import { TrussReader } from './reader.ts';

export const truss: Format = {
  ...trussEntry,
  open: (out, options) => new TrussReader(out, options),
};
