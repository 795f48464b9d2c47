/** Meanings of dstat's columns. */
import {
  cpuIn,
  disk,
  meaningsOf,
  means,
  memoryIn,
  paged,
  processesIn,
  received,
  swapIn,
  transmitted,
} from '../kit/metrics/meaning.ts';

export const dstatMeanings = meaningsOf({
  cpu: {
    usr: cpuIn('user'),
    sys: cpuIn('system'),
    idl: cpuIn('idle'),
    wai: cpuIn('iowait'),
    stl: cpuIn('steal'),
    hiq: cpuIn('interrupt'),
    siq: cpuIn('softirq'),
  },
  scheduler: { run: processesIn('running'), blk: processesIn('blocked') },
  load: { '1m': means('system.cpu.load_average.1m') },
  memory: {
    used: memoryIn('used'),
    free: memoryIn('free'),
    buff: memoryIn('buffers'),
    cach: memoryIn('cached'),
  },
  swap: { used: swapIn('used'), free: swapIn('free') },
  // Only swapping: https://github.com/dstat-real/dstat reads pswpin and pswpout of /proc/vmstat.
  paging: { in: paged('aftertrace.paging.io', 'in'), out: paged('aftertrace.paging.io', 'out') },
  disk: { read: disk('system.disk.io', 'read'), writ: disk('system.disk.io', 'write') },
  'disk requests': {
    read: disk('system.disk.operations', 'read'),
    writ: disk('system.disk.operations', 'write'),
  },
  network: { recv: received('system.network.io'), send: transmitted('system.network.io') },
});
