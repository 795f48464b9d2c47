/** Meanings of nmon's columns. */
import {
  cpuIn,
  disk,
  mean,
  meaningsOf,
  means,
  memoryIn,
  processesIn,
  received,
  swapIn,
  transmitted,
} from '../kit/metrics/meaning.ts';

const duration = 'aftertrace.disk.operation.duration';

export const nmonMeanings = meaningsOf({
  cpu: {
    'User%': cpuIn('user'),
    'Sys%': cpuIn('system'),
    'Wait%': cpuIn('iowait'),
    'Idle%': cpuIn('idle'),
    'Steal%': cpuIn('steal'),
  },
  scheduler: { Runnable: processesIn('running'), Blocked: processesIn('blocked') },
  memory: {
    'Real Free %': means('system.memory.utilization', { 'system.memory.state': 'free' }),
    'Real total(MB)': means('system.memory.limit'),
    'Real free(MB)': memoryIn('free'),
    memtotal: means('system.memory.limit'),
    memfree: memoryIn('free'),
    cached: memoryIn('cached'),
    buffers: memoryIn('buffers'),
    swaptotal: means('aftertrace.paging.limit'),
    swapfree: swapIn('free'),
  },
  disk: {
    DISKBUSY: means('system.disk.io_time'),
    DISKREAD: disk('system.disk.io', 'read'),
    DISKWRITE: disk('system.disk.io', 'write'),
    DISKXFER: means('system.disk.operations'),
    DISKREADSERV: means(duration, { ...mean, 'disk.io.direction': 'read' }),
    DISKWRITESERV: means(duration, { ...mean, 'disk.io.direction': 'write' }),
  },
  filesystem: { JFSFILE: means('system.filesystem.utilization', { 'system.filesystem.state': 'used' }) },
  network: {
    'read-KB/s': received('system.network.io'),
    'write-KB/s': transmitted('system.network.io'),
    ierrs: received('system.network.errors'),
    oerrs: transmitted('system.network.errors'),
  },
});
