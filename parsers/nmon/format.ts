import type { Format } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { nmonMeanings } from './meanings.ts';
import { NmonReader } from './reader.ts';

/** https://nmon.sourceforge.io */
export const nmon: Format = {
  id: 'nmon',
  title: 'nmon',
  unit: 'lines',
  version: 1,
  sniff(head) {
    const lines = headLines(head);
    return lines.slice(0, 3).some(line => /^AAA,progname,|^AAA,(?:command|version|build|AIX|OS),/.test(line))
      ? 'yes'
      : 'no';
  },
  meanings: nmonMeanings,
  open: (out, options) => new NmonReader(out, options),
};
