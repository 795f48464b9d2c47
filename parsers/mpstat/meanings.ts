/** Meanings of mpstat's columns. */

import { sysstatCounters } from '../families/sysstat/meanings.ts';
import { cpuIn, meaningsOf } from '../kit/metrics/meaning.ts';

/** Meanings of the columns of Solaris. */
const cpu = { usr: cpuIn('user'), sys: cpuIn('system'), wt: cpuIn('iowait'), idl: cpuIn('idle') };

export const mpstatMeanings = meaningsOf(sysstatCounters, { cpu });
