/**
 * df of Linux, macOS, BSD and Solaris, with any of `-h -k -m -B -P -T -i`, once or repeatedly; a line with the date may
 * stand before each.
 *
 *     Filesystem     1K-blocks     Used Available Use% Mounted on
 *     /dev/sda1       41152812 12345678  26789012  32% /
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const titles = /^Filesystem\s{1,64}(\S.{0,160}\S)\s{1,8}Mounted(?: on)?$/i;

export const dfEntry: FormatEntry = {
  id: 'df',
  title: 'df',
  unit: 'lines',
  version: 1,
  lost: 'devices and types of file systems',
  sniff(head): Sniff {
    const lines = headLines(head, 8).filter(line => line.trim() !== '');
    const at = lines.findIndex(line => titles.test(line.trimEnd()));
    // A long name of a device has a line of its own.
    const row = lines.slice(at + 1, at + 3).join(' ');
    return at >= 0 && at < 3 && /\d/.test(row) && row.includes(' /') ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).df,
};
