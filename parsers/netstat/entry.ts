import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { Intervals } from './intervals.ts';
import { Statistics } from './statistics.ts';

const headings =
  /^(?:Active (?:Internet|UNIX|LOCAL|Multipath|Connections|kernel)|Kernel (?:Interface table|IP(?:v6)? routing table)|Routing tables|Iface\s+MTU\s+(?:Met\s+)?RX-OK\s|Name\s+Mtu\s+Network\s+Address\s+Ipkts\s)/;

export const netstatEntry: FormatEntry = {
  id: 'netstat',
  title: 'netstat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head, 6).filter(line => line.trim() !== '' && !line.startsWith('Date:'));
    const [first, second] = lines;
    if (first === undefined) return 'no';
    if (headings.test(first) || Statistics.isPairs(first)) return 'yes';
    if (Intervals.isHeading(first) && /^\s*packets\s+errs\s/.test(second ?? '')) return 'yes';
    const statistics =
      /^(?:Ip|tcp|ip):$/.test(first) && /^\s+(?:Forwarding: \d|\d+ (?:total )?packets? )/.test(second ?? '');
    return statistics ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).netstat,
};
