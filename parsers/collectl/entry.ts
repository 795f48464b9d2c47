import type { FormatEntry } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

/** https://collectl.sourceforge.net: its raw files, the output of `-P` and its output on a terminal. */
export const collectlEntry: FormatEntry = {
  id: 'collectl',
  title: 'collectl',
  unit: 'lines',
  version: 2,
  sniff: head => (kindOf(head) === null ? 'no' : 'yes'),
  load: async () => (await import('./format.ts')).collectl,
};

export function kindOf(head: Uint8Array): 'raw' | 'plot' | 'terminal' | null {
  const lines = headLines(head);
  if (lines.some(line => titles.test(line))) return 'plot';
  if (lines.some(line => sample.test(line))) return 'raw';
  return lines.some(line => isRecord(line) || groups.test(line)) ? 'terminal' : null;
}

export const titles = /^#(?:Date([ ,;|\t:])Time|UTC)[ ,;|\t:]\[[A-Z]/;

export const sample = /^>>> (\d{9,11})\.(\d{1,9}) <<</;

export const record = /^### RECORD +\d+ >>> (\S+) <<< \((\d{9,11})\.(\d{3})\) \(.+\) ###$/;

/** Groups in the output with one line per sample. */
export const groups = /^# *<-+(?:CPU|Disks|Network|Memory|Int|TCP|Sockets|Files|NFS\b|Lustre\b)/;

export const isRecord = (line: string): boolean => record.test(line);
