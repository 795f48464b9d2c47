import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const sysstatXmlEntry: FormatEntry = {
  id: 'sysstat-xml',
  title: 'XML of sysstat (sadf -x)',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE[^>]*>\s*)?<sysstat[\s>]/.test(headLines(head).join('\n'))
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).sysstatXml,
};
