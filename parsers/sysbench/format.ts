import type { Format } from '../contract.ts';
import { sysbenchEntry } from './entry.ts';
import { sysbenchMeanings } from './meanings.ts';
import { SysbenchReader } from './reader.ts';

export const sysbench: Format = {
  ...sysbenchEntry,
  meanings: sysbenchMeanings,
  open: (out, options) => new SysbenchReader(out, options),
};
