import type { Format, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { topMeanings } from './meanings.ts';
import { TopReader } from './reader.ts';

const top = /^top - \d\d:\d\d:\d\d up .*load average: /;

export const topFormat: Format = {
  id: 'top',
  title: 'top',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return headLines(head, 5).some(line => top.test(line)) ? 'yes' : 'no';
  },
  meanings: topMeanings,
  open: (out, options) => new TopReader(out, options),
};
