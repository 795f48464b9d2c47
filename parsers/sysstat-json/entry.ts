import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const sysstatJsonEntry: FormatEntry = {
  id: 'sysstat-json',
  title: 'JSON of sysstat (sadf -j, -o JSON)',
  unit: 'bytes',
  version: 2,
  sniff(head): Sniff {
    return /^\s*\{\s*"sysstat"\s*:\s*\{/.test(headLines(head).join('\n')) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).sysstatJson,
};
