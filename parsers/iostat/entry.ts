import type { FormatEntry, Sniff } from '../contract.ts';
import { readBanner } from '../families/sysstat/banner.ts';
import { isOfCollector } from '../kit/metrics/collector.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

const linux = /^avg-cpu:\s+%user|^Device:?\s+(?:\S+\/s|tps|rrqm)|\s%?\S+\s+Device$/;

const solaris =
  /^\s*extended device statistics\s*$|^\s*r\/s\s+w\/s\s+[kM]r\/s\s.*%b\s+device$|^device\s+r\/s\s+w\/s\s/;

const aix = /^tty:\s+tin\s+tout\s+avg-cpu:|^Disks:\s+% tm_act/;

export const iostatEntry: FormatEntry = {
  id: 'iostat',
  title: 'iostat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head).filter(line => line.trim() !== '' && !isOfCollector(line));
    const banner = lines[0] !== undefined && readBanner(lines[0], { modified: null }) !== null;
    const first = lines.slice(0, banner ? 3 : 2);
    if (first.some(line => linux.test(line))) return banner ? 'yes' : 'likely';
    return lines.slice(0, 6).some(line => solaris.test(line) || aix.test(line)) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).iostat,
};
