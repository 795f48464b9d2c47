/** Meanings of prstat's columns. */
import { meaningsOf, means } from '../kit/metrics/meaning.ts';

export const prstatMeanings = meaningsOf({
  scheduler: { 'load average 1': means('system.cpu.load_average.1m') },
  process: {
    // Percent of all CPUs.
    CPU: means('process.cpu.utilization'),
    RSS: means('process.memory.usage'),
    SIZE: means('process.memory.virtual'),
  },
});
