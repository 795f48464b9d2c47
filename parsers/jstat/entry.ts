import type { FormatEntry } from '../contract.ts';
import { headLines, words } from '../kit/metrics/text-lines.ts';
import { titlesOf } from './columns.ts';

export const jstatEntry: FormatEntry = {
  id: 'jstat',
  title: 'jstat',
  unit: 'lines',
  version: 1,
  sniff(head) {
    const line = headLines(head, 4).find(each => each.trim() !== '') ?? '';
    return line.length < 1000 && titlesOf(words(line)) !== null ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).jstat,
};
