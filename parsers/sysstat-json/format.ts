import type { Format, Sniff } from '../contract.ts';
import { sysstatMeanings } from '../kit/metrics/sysstat-meanings.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { SysstatJson } from './reader.ts';

export const sysstatJson: Format = {
  id: 'sysstat-json',
  title: 'JSON of sysstat (sadf -j, -o JSON)',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    return /^\s*\{\s*"sysstat"\s*:\s*\{/.test(headLines(head).join('\n')) ? 'yes' : 'no';
  },
  meanings: sysstatMeanings,
  open: (out, options) => new SysstatJson(out, options),
};
