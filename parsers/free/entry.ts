/**
 * free, printed once or repeatedly:
 *
 *                    total        used        free      shared  buff/cache   available
 *     Mem:        24684084      532524    22186504       …
 *     Swap:              0           0           0
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const titles =
  /^\s+total\s+used\s+free\s+shared\s+(?:buffers\s+cached|buff\/cache\s+available|buffers\s+cache\s+available)$/;

export const freeEntry: FormatEntry = {
  id: 'free',
  title: 'free',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const [first, second] = headLines(head, 3).filter(line => line.trim() !== '');
    return first !== undefined && titles.test(first) && (second ?? '').startsWith('Mem:') ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).free,
};
