/**
 * nfsiostat of Linux: for each mount a line of totals, and reads and writes. The first report covers the time since
 * the mount.
 *
 *     server:/export mounted on /mnt:
 *
 *                ops/s       rpc bklog
 *               10.000           0.000
 *
 *     read:              ops/s            kB/s           kB/op         retrans    avg RTT (ms)    avg exe (ms)
 *                        0.000           0.000           0.000        0 (0.0%)           0.000           0.000
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const mount = /^(\S.*) mounted on (\S.*):$/;

export const nfsiostatEntry: FormatEntry = {
  id: 'nfsiostat',
  title: 'nfsiostat',
  unit: 'lines',
  version: 1,
  sniff(head): Sniff {
    const lines = headLines(head, 6).filter(line => line.trim() !== '');
    return mount.test(lines[0] ?? '') && /^\s*ops?\/s\s+rpc bklog$/.test((lines[1] ?? '').trimEnd())
      ? 'yes'
      : 'no';
  },
  load: async () => (await import('./format.ts')).nfsiostat,
};
