/**
 * Which counter of which tool speaks for which resource: the USE method (https://www.brendangregg.com/usemethod.html)
 * as a table. Of several rules that measure the same, the first is preferred.
 *
 * Thresholds are where a person should look, not laws: they only decide the verdict and are overruled by the figures
 * that stand beside it.
 */

export type Aspect = 'utilisation' | 'saturation' | 'errors';

export interface Rule {
  readonly resource: string;
  readonly aspect: Aspect;
  /** Objects and counters as the readers name them, in any case. The values of the counters are added up. */
  readonly objects: readonly string[];
  readonly counters: readonly string[];
  /** The values say how idle it is: 100 − value. */
  readonly idle?: true;
  /** The values are percent of this counter of the same object and instance. */
  readonly of?: string;
  /** The values are counts since some start, though the capture does not say so. */
  readonly counts?: true;
  /** Divided by the number of CPUs; without that number there is no threshold. */
  readonly perCpu?: true;
  /** Taken as the whole machine's, whatever the instance; other instances than the total are not used. */
  readonly whole?: true;
  /** What the value is, in words with its unit. */
  readonly measure: string;
  /** Saturated above this. */
  readonly above?: number;
  /** … provided that the resource was at least so busy, %: a short queue in front of an idle disk is a burst. */
  readonly whileBusy?: number;
}

const percent = '% busy';

const utilisation = (
  resource: string,
  objects: readonly string[],
  counter: string,
  more: Partial<Rule> = {},
): Rule => ({ resource, aspect: 'utilisation', objects, counters: [counter], measure: percent, ...more });

const saturation = (
  resource: string,
  objects: readonly string[],
  counters: readonly string[],
  measure: string,
  more: Partial<Rule> = {},
): Rule => ({ resource, aspect: 'saturation', objects, counters, measure, ...more });

const errors = (
  resource: string,
  objects: readonly string[],
  counters: readonly string[],
  more: Partial<Rule> = {},
): Rule => ({ resource, aspect: 'errors', objects, counters, measure: 'errors/s', ...more });

const idle = { idle: true } as const;
const load = 'load average per CPU';
const runnable = 'runnable threads per CPU';
const perCpu = { perCpu: true, above: 1, whole: true } as const;
const queue = { above: 2, whileBusy: 50 } as const;
const windowsDisks = ['PhysicalDisk', 'LogicalDisk'];
const esxDisks = [
  'Physical Disk',
  'Physical Disk Adapter',
  'Physical Disk SCSI Device',
  'Physical Disk Per-Device-Per-World',
];

export const rules: readonly Rule[] = [
  // CPU. Linux: the run queue counts those that run; Solaris and Windows: those that wait.
  utilisation('cpu', ['cpu'], '%idle', idle), // mpstat, sar, sadf, iostat
  utilisation('cpu', ['cpu'], 'id', idle), // vmstat, top
  utilisation('cpu', ['cpu'], 'idl', idle), // mpstat of Solaris, dstat
  utilisation('cpu', ['cpu'], 'Idle%', idle), // nmon
  utilisation('cpu', ['Processor', 'Processor Information', 'Physical Cpu'], '% Processor Time'), // perfmon, esxtop
  utilisation('cpu', ['Physical Cpu'], '% Util Time'),
  utilisation('cpu', ['Processor', 'Processor Information'], '% Idle Time', idle),
  saturation('cpu', ['scheduler'], ['r'], runnable, perCpu), // vmstat
  saturation('cpu', ['scheduler'], ['runq-sz'], runnable, perCpu), // sar -q
  saturation('cpu', ['scheduler'], ['run'], runnable, perCpu), // dstat
  saturation('cpu', ['scheduler'], ['Runnable'], runnable, perCpu), // nmon
  saturation('cpu', ['System'], ['Processor Queue Length'], 'waiting threads per CPU', {
    ...perCpu,
    above: 2,
  }),
  saturation('cpu', ['Physical Cpu Load'], ['Cpu Load (1 Minute Avg)'], load, { above: 1, whole: true }),
  saturation('cpu', ['scheduler'], ['ldavg-1'], load, perCpu),
  saturation('cpu', ['scheduler'], ['load average 1'], load, perCpu), // top, uptime, prstat
  saturation('cpu', ['pressure'], ['%scpu'], '% of time some thread waited for a CPU', {
    above: 50,
    whole: true,
  }),
  saturation('vm', ['Group Cpu'], ['% Ready'], '% of time ready to run, without a CPU', { above: 10 }),

  // Memory and swap.
  utilisation('memory', ['memory'], '%memused'),
  utilisation('memory', ['memory'], 'used', { of: 'total' }), // top, free
  utilisation('memory', ['memory'], 'Real Free %', idle), // nmon of AIX
  utilisation('memory', ['Memory'], '% Committed Bytes In Use', { measure: '% of the commit limit' }),
  saturation('memory', ['paging'], ['pgscank/s', 'pgscand/s'], 'pages scanned/s', {
    above: 100,
    whole: true,
  }), // sar -B
  saturation('memory', ['paging'], ['sr'], 'pages scanned/s', { above: 200, whole: true }), // vmstat of Solaris
  saturation('memory', ['Memory'], ['Pages/sec'], 'pages read and written/s', { above: 1000 }),
  saturation('memory', ['pressure'], ['%smem'], '% of time some thread waited for memory', {
    above: 10,
    whole: true,
  }),
  utilisation('swap', ['swap'], '%swpused'),
  utilisation('swap', ['swap'], 'used', { of: 'total' }),
  utilisation('swap', ['Paging File'], '% Usage'),
  saturation('swap', ['swap'], ['si', 'so'], 'kB/s swapped in and out', { above: 100, whole: true }),
  saturation('swap', ['swap'], ['pswpin/s', 'pswpout/s'], 'pages/s swapped in and out', {
    above: 25,
    whole: true,
  }),
  saturation(
    'swap',
    ['Memory'],
    ['Swap MBytes Read/sec', 'Swap MBytes Write/sec'],
    'MB/s swapped in and out',
    {
      above: 0.1,
    },
  ),

  // Disks.
  utilisation('disk', ['disk'], '%util'), // iostat, sar
  utilisation('disk', ['disk'], '%b'), // iostat of Solaris
  utilisation('disk', ['disk'], 'DISKBUSY'), // nmon
  utilisation('disk', windowsDisks, '% Idle Time', idle),
  utilisation('disk', windowsDisks, '% Disk Time'),
  saturation('disk', ['disk'], ['aqu-sz'], 'requests queued and served', queue),
  saturation('disk', ['disk'], ['avgqu-sz'], 'requests queued and served', queue),
  saturation('disk', ['disk'], ['wait'], 'requests waiting', { above: 1 }), // iostat of Solaris
  saturation('disk', windowsDisks, ['Avg. Disk Queue Length'], 'requests queued and served', queue),
  saturation('disk', windowsDisks, ['Current Disk Queue Length'], 'requests queued and served', queue),
  saturation('disk', esxDisks, ['Queued Commands'], 'commands queued', { above: 1 }),
  saturation('disk', esxDisks, ['Average Kernel MilliSec/Command'], 'ms in the kernel', { above: 2 }),
  saturation('disk', ['disk'], ['await'], 'ms per request', { above: 50 }),
  saturation('disk', ['pressure'], ['%sio'], '% of time some thread waited for I/O', {
    above: 25,
    whole: true,
  }),
  saturation('disk', ['scheduler'], ['b'], 'threads blocked, mostly on I/O', { above: 1, whole: true }),
  saturation('disk', ['scheduler'], ['blocked'], 'threads blocked, mostly on I/O', { above: 1, whole: true }),
  errors('disk', esxDisks, ['Failed Commands/sec', 'Aborts/sec', 'Resets/sec']),
  utilisation('filesystem', ['filesystem'], '%fsused', { measure: '% full' }),
  utilisation('filesystem', ['filesystem'], 'JFSFILE', { measure: '% full' }), // nmon
  utilisation('filesystem', ['LogicalDisk'], '% Free Space', { ...idle, measure: '% full' }),

  // Network.
  utilisation('network', ['network'], '%ifutil'), // sar -n DEV
  utilisation('network', ['network'], '%Util'), // nicstat
  saturation(
    'network',
    ['network'],
    ['rxdrop/s', 'txdrop/s', 'rxfifo/s', 'txfifo/s'],
    'drops and overruns/s',
    { above: 0 },
  ),
  saturation('network', ['network'], ['RX-DRP', 'TX-DRP', 'RX-OVR', 'TX-OVR'], 'drops and overruns/s', {
    above: 0,
  }), // netstat -i
  saturation('network', ['network'], ['Sat'], 'saturation events/s', { above: 0 }), // nicstat
  saturation('network', ['Network Interface'], ['Output Queue Length'], 'packets queued', { above: 2 }),
  saturation(
    'network',
    ['Network Interface'],
    ['Packets Outbound Discarded', 'Packets Received Discarded'],
    'packets discarded/s',
    { above: 0, counts: true },
  ),
  saturation(
    'network',
    ['Network Port'],
    ['% Outbound Packets Dropped', '% Received Packets Dropped'],
    '% of packets dropped',
    { above: 0 },
  ),
  saturation('network', ['softnet'], ['dropd/s'], 'packets dropped before the stack/s', {
    above: 0,
    whole: true,
  }),
  errors('network', ['network'], ['rxerr/s', 'txerr/s']),
  errors('network', ['network'], ['RX-ERR', 'TX-ERR']),
  errors('network', ['network'], ['Ierrs', 'Oerrs']),
  errors('network', ['Network Interface'], ['Packets Outbound Errors', 'Packets Received Errors'], {
    counts: true,
  }),
  saturation('tcp', ['tcp'], ['tcpListenDrop', 'tcpListenDropQ0'], 'connections dropped/s', { above: 0 }),
  saturation('tcp', ['tcp'], ['Drops'], 'connections dropped/s', { above: 0 }), // nicstat
  errors('tcp', ['tcp'], ['retrans/s', 'isegerr/s'], { measure: 'segments/s' }),
  errors('tcp', ['tcp'], ['tcpRetransSegs'], { measure: 'segments/s' }),
  errors('tcp', ['TCPv4', 'TCPv6'], ['Segments Retransmitted/sec'], { measure: 'segments/s' }),
];

/** Every machine has these: where a capture says nothing about one, a row says so. */
export const everywhere = ['cpu', 'memory', 'swap', 'disk', 'network'] as const;

/** Instances that stand for all. */
export const totals: ReadonlySet<string> = new Set(['all', 'sum', '_total', 'total']);

/** Busy from here on, %. */
export const busyFrom = 80;
