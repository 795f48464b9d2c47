import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines, words } from '../kit/metrics/text-lines.ts';

export const psEntry: FormatEntry = {
  id: 'ps',
  title: 'ps',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head, 4).filter(line => line.trim() !== '');
    const at = lines.findIndex(line => isTitles(words(line)));
    if (at < 0 || at > 1 || (at === 1 && lines[0]!.startsWith('Tracing '))) return 'no';
    // Titles without rows are a command's help, or another tool's table.
    const row = lines[at + 1];
    return row !== undefined && words(row).some(cell => /^\d+$/.test(cell)) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).ps,
};

/** True for the titles of ps: process, command, and only words in capitals and percent signs. */
export const isTitles = (titles: readonly string[]): boolean =>
  titles.length > 2 &&
  titles.includes('PID') &&
  // execsnoop's titles also end in ARGS.
  !titles.includes('RET') &&
  /^(?:COMMAND|CMD|ARGS|COMM)$/.test(titles.at(-1)!) &&
  titles.every(title => /^[%A-Z][A-Z0-9_%+/]*$/.test(title));
