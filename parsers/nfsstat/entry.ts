/**
 * nfsstat of Linux and Solaris: counts since boot, a line of titles and a line of numbers under a heading.
 *
 *     Client nfs v3:
 *     null             getattr          setattr          lookup
 *     0         0%     10        5%     0         0%     120      60%
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const heading =
  /^((?:Server|Client) (?:rpc|nfs|reply cache|file handle cache|packet|read ahead|io)[\w ./-]*|Connection(?:less| oriented)|Version \d[\w ]*):(?:\s*\(\d+ calls\))?$/i;

export const nfsstatEntry: FormatEntry = {
  id: 'nfsstat',
  title: 'nfsstat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const [first] = headLines(head, 4).filter(line => line.trim() !== '');
    return first !== undefined && heading.test(first.trim()) && /^(?:Server|Client) /i.test(first.trim())
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).nfsstat,
};
