/**
 * `nvidia-smi dmon`, also with `-o D`, `-o T` and `-o DT`: one row per GPU and interval, under its titles and their units.
 *
 *     #Date       Time        gpu   pwr  gtemp    sm   mem  mclk  pclk
 *     #YYYYMMDD   HH:MM:SS    Idx     W      C     %     %   MHz   MHz
 *      20240501   10:00:00      0   111     83    25     7  4513  1683
 *
 * https://docs.nvidia.com/deploy/nvidia-smi/
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

/** The titles; `nvidia-smi pmon`, whose rows are processes, has `pid` behind `gpu`. */
export const titles = /^#\s{0,16}(?:Date\s{1,16})?(?:Time\s{1,16})?gpu\s{1,16}(?!pid\b)\S/;
export const units = /^#\s{0,16}(?:YYYYMMDD\s{1,16})?(?:HH:MM:SS\s{1,16})?Idx\s/;

export const nvidiaDmonEntry: FormatEntry = {
  id: 'nvidia-dmon',
  title: 'nvidia-smi dmon',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const [first = '', second = ''] = headLines(head, 4).filter(line => line.trim() !== '');
    return titles.test(first) && units.test(second) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).nvidiaDmon,
};
