/** Meanings of esxtop's counters. */
import { disk, mean, meaningsOf, means, paged, received, transmitted } from '../kit/metrics/meaning.ts';

const failed = (type: string) => means('aftertrace.disk.failures', { 'error.type': type });

export const esxtopMeanings = meaningsOf({
  'Physical Cpu': {
    '% Processor Time': means('system.cpu.utilization'),
    '% Util Time': means('system.cpu.utilization'),
  },
  'Physical Cpu Load': { 'Cpu Load (1 Minute Avg)': means('aftertrace.cpu.load', {}, 1) },
  'Group Cpu': { '% Ready': means('vcenter.vm.cpu.readiness') },
  Memory: {
    'Swap MBytes Read/sec': paged('aftertrace.paging.io', 'in'),
    'Swap MBytes Write/sec': paged('aftertrace.paging.io', 'out'),
  },
  'Physical Disk|Physical Disk Adapter|Physical Disk SCSI Device|Physical Disk Per-Device-Per-World': {
    'Queued Commands': means('aftertrace.disk.waiting_operations'),
    'Average Kernel MilliSec/Command': means('aftertrace.disk.operation.duration', {
      ...mean,
      'disk.layer': 'kernel',
    }),
    'Average Guest MilliSec/Command': means('aftertrace.disk.operation.duration', mean),
    'Failed Commands/sec': failed('failed'),
    'Aborts/sec': failed('aborted'),
    'Resets/sec': failed('reset'),
    'Reads/sec': disk('system.disk.operations', 'read'),
    'Writes/sec': disk('system.disk.operations', 'write'),
    'MBytes Read/sec': disk('system.disk.io', 'read'),
    'MBytes Written/sec': disk('system.disk.io', 'write'),
  },
  'Network Port': {
    'MBits Received/sec': received('system.network.io'),
    'MBits Transmitted/sec': transmitted('system.network.io'),
    // The counter is in Mbit/s, the metric in B/s.
    'Link Speed (Mb/s)': means('hw.network.bandwidth.limit', {}, 1e6 / 8),
    '% Received Packets Dropped': received('aftertrace.network.drop_ratio'),
    '% Outbound Packets Dropped': transmitted('aftertrace.network.drop_ratio'),
  },
});
