import type { Format } from '../contract.ts';
import { PdhReader } from '../kit/pdh/reader.ts';
import { esxtopEntry } from './entry.ts';
import { esxtopMeanings } from './meanings.ts';

/** `esxtop -b`, in the text format of perfmon with other objects. There are no messages among its rows. */
const message = /(?!)/;

export const esxtop: Format = {
  ...esxtopEntry,
  meanings: esxtopMeanings,
  open: (out, options) => new PdhReader(out, options, { os: 'VMware ESXi', message }),
};
