import type { Format, Sniff } from '../contract.ts';
import { meaningsOf } from '../kit/metrics/meaning.ts';
import { processSizes } from '../kit/metrics/process-meanings.ts';
import { headLines, words } from '../kit/metrics/text-reader.ts';
import { isTitles, PsReader } from './reader.ts';

/** %CPU is averaged over the life of a process, so it is not a rate and has no meaning. */
const psMeanings = meaningsOf({ process: processSizes });

export const ps: Format = {
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
  meanings: psMeanings,
  open: (out, options) => new PsReader(out, options),
};
