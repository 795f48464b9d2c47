import type { Format, Sniff } from '../contract.ts';
import { sysstatMeanings } from '../kit/metrics/sysstat-meanings.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { SysstatXml } from './reader.ts';

export const sysstatXml: Format = {
  id: 'sysstat-xml',
  title: 'XML of sysstat (sadf -x)',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE[^>]*>\s*)?<sysstat[\s>]/.test(headLines(head).join('\n'))
      ? 'yes'
      : 'no';
  },
  meanings: sysstatMeanings,
  open: (out, options) => new SysstatXml(out, options),
};
