/** The registry: one line per format. Order does not matter; two formats must never both say `yes`. */
import type { Format } from './contract.ts';
import { iostat } from './iostat/format.ts';
import { mpstat } from './mpstat/format.ts';
import { perfScript } from './perf-script/format.ts';
import { pidstat } from './pidstat/format.ts';
import { sar } from './sar/format.ts';
import { vmstat } from './vmstat/format.ts';

export const formats: readonly Format[] = [perfScript, vmstat, mpstat, iostat, pidstat, sar];
