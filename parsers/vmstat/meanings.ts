/** Meanings of vmstat's columns. */
import {
  cpuIn,
  disk,
  meaningsOf,
  means,
  memoryIn,
  paged,
  processesIn,
  swapIn,
} from '../kit/metrics/meaning.ts';

export const vmstatMeanings = meaningsOf({
  cpu: {
    us: cpuIn('user'),
    sy: cpuIn('system'),
    id: cpuIn('idle'),
    wa: cpuIn('iowait'),
    wt: cpuIn('iowait'),
    st: cpuIn('steal'),
  },
  scheduler: { r: processesIn('running'), b: processesIn('blocked') },
  swap: { si: paged('aftertrace.paging.io', 'in'), so: paged('aftertrace.paging.io', 'out') },
  disk: { bi: disk('system.disk.io', 'read'), bo: disk('system.disk.io', 'write') },
  memory: {
    swpd: swapIn('used'),
    free: memoryIn('free'),
    buff: memoryIn('buffers'),
    cache: memoryIn('cached'),
  },
  paging: {
    sr: means('aftertrace.memory.pages_scanned'),
    // Solaris counts kB, including files; AIX counts pages of the paging space only.
    pi: [paged('aftertrace.memory.page_io', 'in'), paged('system.paging.operations', 'in')],
    po: [paged('aftertrace.memory.page_io', 'out'), paged('system.paging.operations', 'out')],
  },
});
