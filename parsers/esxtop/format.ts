import type { Format } from '../contract.ts';
import { esxtopTitle, titlesIn } from '../kit/pdh/head.ts';
import { PdhReader } from '../kit/pdh/reader.ts';
import { esxtopMeanings } from './meanings.ts';

/** `esxtop -b`, in the text format of perfmon with other objects. There are no messages among its rows. */
const message = /(?!)/;

export const esxtop: Format = {
  id: 'esxtop',
  title: 'esxtop -b',
  unit: 'lines',
  version: 1,
  sniff(head) {
    const titles = titlesIn(head);
    return titles !== null && esxtopTitle.test(titles) ? 'yes' : 'no';
  },
  meanings: esxtopMeanings,
  open: (out, options) => new PdhReader(out, options, { os: 'VMware ESXi', message }),
};
