import type { FormatEntry, Sniff } from '../contract.ts';

export const sysstatSaEntry: FormatEntry = {
  id: 'sysstat-sa',
  title: 'data file of sadc (sar -o)',
  unit: 'bytes',
  version: 2,
  lost: 'sensors, USB, batteries, fibre channel, CPU frequency (with a notice)',
  sniff(head): Sniff {
    const little = head[0] === 0x96 && head[1] === 0xd5 && head[3] === 0x21;
    const big = head[0] === 0xd5 && head[1] === 0x96 && head[2] === 0x21;
    return little || big ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).sysstatSa,
};
