import type { Format, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { nicstatMeanings } from './meanings.ts';
import { NicstatReader } from './reader.ts';

const titles =
  /^\s*Time\s+Int\s+(?:r|Rd)(?:KB\/s|Mbps|KB)\s|^\d\d:\d\d:\d\d\s+(?:InKB\s+OutKB\s+InSeg|InDG\s+OutDG)\s/;

export const nicstat: Format = {
  id: 'nicstat',
  title: 'nicstat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head, 4);
    if (lines.some(line => titles.test(line))) return 'yes';
    return lines.some(line => /^\d{10}:[\w.-]+(?::\d+\.\d+){8}$/.test(line)) ? 'likely' : 'no';
  },
  meanings: nicstatMeanings,
  open: (out, options) => new NicstatReader(out, options),
};
