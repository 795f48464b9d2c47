import type { Format, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { prstatMeanings } from './meanings.ts';
import { PrstatReader } from './reader.ts';

const titles = /^\s*PID USERNAME\s+(?:SIZE|USR)\s.*PROCESS\/(?:NLWP|LWPID|LWP)\s*$/;

export const prstat: Format = {
  id: 'prstat',
  title: 'prstat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return headLines(head, 6).some(line => titles.test(line)) ? 'yes' : 'no';
  },
  meanings: prstatMeanings,
  open: (out, options) => new PrstatReader(out, options),
};
