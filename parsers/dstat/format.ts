import type { Format } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { dstatMeanings } from './meanings.ts';
import { DstatReader } from './reader.ts';

/** https://github.com/dstat-real/dstat, and `pcp dstat --output` */
export const dstat: Format = {
  id: 'dstat',
  title: 'dstat --output',
  unit: 'lines',
  version: 1,
  sniff: head =>
    headLines(head, 3).some(line => /^"?(?:pcp-)?dstat [\d.]+ csv output"?/i.test(line)) ? 'yes' : 'no',
  meanings: dstatMeanings,
  open: (out, options) => new DstatReader(out, options),
};
