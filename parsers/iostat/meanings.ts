/** Meanings of iostat's columns: those of sysstat, and other names on Solaris and AIX. */

import { sysstatCounters } from '../families/sysstat/meanings.ts';
import { cpuIn, disk, meaningsOf, means } from '../kit/metrics/meaning.ts';

export const iostatMeanings = meaningsOf(sysstatCounters, {
  cpu: { us: cpuIn('user'), sy: cpuIn('system'), wt: cpuIn('iowait'), id: cpuIn('idle') },
  disk: {
    '%b': means('system.disk.io_time'),
    '%tm_act': means('system.disk.io_time'),
    wait: means('aftertrace.disk.waiting_operations'),
    'kr/s': disk('system.disk.io', 'read'),
    'kw/s': disk('system.disk.io', 'write'),
    'Mr/s': disk('system.disk.io', 'read'),
    'Mw/s': disk('system.disk.io', 'write'),
    Kbps: means('system.disk.io'),
  },
});
