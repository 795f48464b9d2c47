/** Meanings of top's columns. */
import { cpuIn, meaningsOf, means, memoryIn, swapIn } from '../kit/metrics/meaning.ts';
import { processSizes } from '../kit/metrics/process-meanings.ts';

export const topMeanings = meaningsOf({
  cpu: {
    us: cpuIn('user'),
    sy: cpuIn('system'),
    ni: cpuIn('nice'),
    id: cpuIn('idle'),
    wa: cpuIn('iowait'),
    hi: cpuIn('interrupt'),
    si: cpuIn('softirq'),
    st: cpuIn('steal'),
  },
  scheduler: { 'load average 1': means('system.cpu.load_average.1m') },
  memory: {
    total: means('system.memory.limit'),
    used: memoryIn('used'),
    free: memoryIn('free'),
    'avail Mem': means('system.memory.linux.available'),
  },
  swap: { total: means('aftertrace.paging.limit'), used: swapIn('used'), free: swapIn('free') },
  // Percent of one CPU (in Irix mode, the default): the growth of the processor time.
  process: { '%CPU': means('process.cpu.time'), ...processSizes },
});
