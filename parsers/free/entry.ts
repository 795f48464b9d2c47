/**
 * free, printed once or repeatedly; a line with the date may stand before each:
 *
 *                    total        used        free      shared  buff/cache   available
 *     Mem:        24684084      532524    22186504       …
 *     Swap:              0           0           0
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines, words } from '../kit/metrics/text-lines.ts';

export const titles =
  /^\s+total\s+used\s+free\s+shared\s+(?:buffers\s+cached|buff\/cache\s+available|buffers\s+cache\s+available)$/;

/** The titles of a locale: as many words, without digits. */
const translated = /^ {1,32}[\p{L}./-]{2,24}(?: {1,24}[\p{L}./-]{2,24}){5,6}$/u;

export const mayBeTitles = (line: string): boolean => translated.test(line);

/** A row, whose name a locale may translate: `Speicher:`, `Partition d'échange :` */
export const row = /^(-\/\+ buffers\/cache|\p{L}[\p{L}'’. -]{0,32}?) ?:\s{1,64}(\d.{0,160})$/u;

/**
 * Titles of columns, in English: those of a locale by their place. Null if the lines are no titles and the row of
 * memory below them.
 */
export function titlesOf(line: string, below: string): readonly string[] | null {
  if (titles.test(line)) return words(line);
  if (!translated.test(line)) return null;
  const cells = words(row.exec(below)?.[2] ?? '');
  if (
    cells.length !== words(line).length ||
    !cells.every(cell => /^\d[\d.,]{0,20}(?:[KMGTP]i?|B)?$/.test(cell))
  )
    return null;
  return cells.length === 6
    ? ['total', 'used', 'free', 'shared', 'buff/cache', 'available']
    : ['total', 'used', 'free', 'shared', 'buffers', 'cache', 'available'];
}

export const freeEntry: FormatEntry = {
  id: 'free',
  title: 'free',
  unit: 'lines',
  version: 2,
  sniff(head): Sniff {
    const lines = headLines(head, 6)
      .map(line => line.trimEnd())
      .filter(line => line !== '');
    const at = lines.findIndex((line, index) => titlesOf(line, lines[index + 1] ?? '') !== null);
    // A line with the date, and one with the command.
    if (at < 0 || at > 2) return 'no';
    if (titles.test(lines[at]!)) return lines[at + 1]?.startsWith('Mem:') ? 'yes' : 'no';
    // The row of swap has three amounts in every locale.
    return words(row.exec(lines[at + 2] ?? '')?.[2] ?? '').length === 3 ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).free,
};
