import type { Format } from '../contract.ts';
import { headLines, words } from '../kit/metrics/text-reader.ts';
import { titlesOf } from './columns.ts';
import { JstatReader } from './reader.ts';

export const jstat: Format = {
  id: 'jstat',
  title: 'jstat',
  unit: 'lines',
  version: 1,
  sniff(head) {
    const line = headLines(head, 4).find(each => each.trim() !== '') ?? '';
    return line.length < 1000 && titlesOf(words(line)) !== null ? 'yes' : 'no';
  },
  open: (out, options) => new JstatReader(out, options),
};
