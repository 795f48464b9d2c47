/** Meanings of kstat's statistics: https://docs.oracle.com/cd/E88353_01/html/E37843/kstat-3kstat.html. */
import { cpuTimeIn, disk, meaningsOf, means, received, transmitted } from '../kit/metrics/meaning.ts';

/** Ticks are hundredths of a second. */
const tick = 0.01;
const noBuffer = { 'error.type': 'no_buffer' };

export const kstatMeanings = meaningsOf({
  cpu_stat: {
    user: cpuTimeIn('user', tick),
    kernel: cpuTimeIn('system', tick),
    wait: cpuTimeIn('iowait', tick),
    idle: cpuTimeIn('idle', tick),
  },
  cpu: {
    cpu_ticks_user: cpuTimeIn('user', tick),
    cpu_ticks_kernel: cpuTimeIn('system', tick),
    cpu_ticks_wait: cpuTimeIn('iowait', tick),
    cpu_ticks_idle: cpuTimeIn('idle', tick),
  },
  'sd|ssd|cmdk|blkdev|nfs': {
    rtime: means('system.disk.io_time'),
    wlentime: means('aftertrace.disk.waiting_time'),
    nread: disk('system.disk.io', 'read', 1),
    nwritten: disk('system.disk.io', 'write', 1),
    reads: disk('system.disk.operations', 'read'),
    writes: disk('system.disk.operations', 'write'),
  },
  'link|mac|e1000g|igb|ixgbe|bnxe|vnet': {
    rbytes64: received('system.network.io', {}, 1),
    obytes64: transmitted('system.network.io', {}, 1),
    ipackets64: received('system.network.packet.count'),
    opackets64: transmitted('system.network.packet.count'),
    // The statistic is in bit/s, the metric in B/s.
    ifspeed: means('hw.network.bandwidth.limit', {}, 1 / 8),
    norcvbuf: received('system.network.packet.dropped', noBuffer),
    noxmtbuf: transmitted('system.network.packet.dropped', noBuffer),
    ierrors: received('system.network.errors'),
    oerrors: transmitted('system.network.errors'),
  },
});
