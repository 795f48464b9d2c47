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
  /** The counter only grows, by so much a second. Others that only grow are raw counts under a figure's name. */
  readonly counted?: true;
  /** Times this: bytes as bits, ms a second as percent. */
  readonly scale?: number;
  /** Divided by the number of CPUs; without that number there is no threshold. */
  readonly perCpu?: true;
  /** Taken as the whole machine's, whatever the instance; other instances than the total are not used. */
  readonly whole?: true;
  /** Not of the total, which adds up those of all. */
  readonly parts?: true;
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
const counted = { counted: true } as const;
const ticks = { idle: true, counted: true, parts: true } as const;
/** Of a link that carries as much each way at once. */
const ofLink = { measure: '% of the link, both directions' } as const;
const windowsDisks = ['PhysicalDisk', 'LogicalDisk'];
const solarisLinks = ['link', 'mac', 'e1000g', 'igb', 'ixgbe', 'bnxe', 'vnet'];
const solarisDisks = ['sd', 'ssd', 'cmdk', 'blkdev', 'nfs'];
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
  utilisation('cpu', ['cpu'], 'Idle%', idle), // nmon, collectl -P
  utilisation('cpu', ['cpu'], 'Idle', idle), // collectl
  utilisation('cpu', ['cpu'], 'cpu'),
  // Ticks are hundredths of a second for programs, whatever the kernel's own are: so many a second are percent.
  utilisation('cpu', ['cpu'], 'idle', { ...ticks, counters: ['idle', 'iowait'] }), // collectl's raw files
  utilisation('cpu', ['cpu_stat'], 'idle', { ...ticks, counters: ['idle', 'wait'] }), // kstat
  utilisation('cpu', ['cpu'], 'cpu_ticks_idle', ticks),
  utilisation('cpu', ['Processor', 'Processor Information', 'Physical Cpu'], '% Processor Time'), // perfmon, esxtop
  utilisation('cpu', ['Physical Cpu'], '% Util Time'),
  utilisation('cpu', ['Processor', 'Processor Information'], '% Idle Time', idle),
  saturation('cpu', ['scheduler'], ['r'], runnable, perCpu), // vmstat
  saturation('cpu', ['scheduler'], ['runq-sz'], runnable, perCpu), // sar -q
  saturation('cpu', ['scheduler'], ['run'], runnable, perCpu), // dstat
  saturation('cpu', ['scheduler'], ['Runnable'], runnable, perCpu), // nmon
  saturation('cpu', ['cpu'], ['ProcRun'], runnable, perCpu), // collectl -P
  saturation('cpu', ['cpu'], ['Run'], runnable, perCpu), // collectl
  saturation('cpu', ['scheduler'], ['procs_running'], runnable, perCpu),
  saturation('cpu', ['System'], ['Processor Queue Length'], 'waiting threads per CPU', {
    ...perCpu,
    above: 2,
  }),
  saturation('cpu', ['Physical Cpu Load'], ['Cpu Load (1 Minute Avg)'], load, { above: 1, whole: true }),
  saturation('cpu', ['scheduler'], ['ldavg-1'], load, perCpu),
  saturation('cpu', ['scheduler'], ['load average 1'], load, perCpu), // top, uptime, prstat
  saturation('cpu', ['cpu'], ['L-Avg1'], load, perCpu), // collectl
  saturation('cpu', ['load'], ['1m'], load, perCpu),
  saturation('cpu', ['pressure'], ['%scpu'], '% of time some thread waited for a CPU', {
    above: 50,
    whole: true,
  }),
  saturation('vm', ['Group Cpu'], ['% Ready'], '% of time ready to run, without a CPU', { above: 10 }),

  // What waits for memory is busy for whoever asks the CPU: only its own counters tell.
  saturation(
    'memory bus',
    ['perf'],
    ['stalled-cycles-backend'],
    '% of cycles stalled behind the decoder, mostly on memory',
    { of: 'cycles', above: 50 },
  ),

  // Memory and swap.
  utilisation('memory', ['memory'], '%memused'),
  utilisation('memory', ['memory'], 'used', { of: 'total' }), // top, free
  utilisation('memory', ['memory'], 'Real Free %', idle), // nmon of AIX
  utilisation('memory', ['memory'], 'MemAvailable', { ...idle, of: 'MemTotal' }), // collectl's raw files
  utilisation('memory', ['memory'], 'Used', { of: 'Tot' }), // collectl
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
  utilisation('swap', ['memory'], 'SwapUsed', { of: 'SwapTot' }), // collectl
  utilisation('swap', ['memory'], 'SwapFree', { ...idle, of: 'SwapTotal' }),
  utilisation('swap', ['Paging File'], '% Usage'),
  saturation('swap', ['swap'], ['si', 'so'], 'kB/s swapped in and out', { above: 100, whole: true }),
  saturation('swap', ['swap'], ['pswpin/s', 'pswpout/s'], 'pages/s swapped in and out', {
    above: 25,
    whole: true,
  }),
  saturation('swap', ['memory'], ['SwapIn', 'SwapOut'], 'pages/s swapped in and out', {
    above: 25,
    whole: true,
  }), // collectl
  saturation('swap', ['paging'], ['pswpin', 'pswpout'], 'pages/s swapped in and out', {
    ...counted,
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
  utilisation('disk', ['disk'], 'Util'), // collectl
  utilisation('disk', ['disk'], 'busy ms', { ...counted, scale: 0.1 }),
  utilisation('disk', solarisDisks, 'rtime', { ...counted, scale: 100 }), // kstat
  utilisation('disk', windowsDisks, '% Idle Time', idle),
  utilisation('disk', windowsDisks, '% Disk Time'),
  saturation('disk', ['disk'], ['aqu-sz'], 'requests queued and served', queue),
  saturation('disk', ['disk'], ['avgqu-sz'], 'requests queued and served', queue),
  // Before the one of Solaris: collectl's Wait is a time.
  saturation('disk', ['disk'], ['QueLen'], 'requests queued and served', queue), // collectl -P
  saturation('disk', ['disk'], ['QLen'], 'requests queued and served', queue),
  saturation('disk', ['disk'], ['wait'], 'requests waiting', { above: 1 }), // iostat of Solaris
  saturation('disk', ['disk'], ['weighted ms'], 'requests queued and served', {
    ...queue,
    ...counted,
    scale: 0.001,
  }),
  saturation('disk', solarisDisks, ['wlentime'], 'requests waiting', { ...counted, above: 1 }), // kstat
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
  saturation('disk', ['scheduler'], ['procs_blocked'], 'threads blocked, mostly on I/O', {
    above: 1,
    whole: true,
  }),
  errors('disk', esxDisks, ['Failed Commands/sec', 'Aborts/sec', 'Resets/sec']),
  utilisation('filesystem', ['filesystem'], '%fsused', { measure: '% full' }),
  utilisation('filesystem', ['filesystem'], 'JFSFILE', { measure: '% full' }), // nmon
  utilisation('filesystem', ['LogicalDisk'], '% Free Space', { ...idle, measure: '% full' }),

  // Network.
  utilisation('network', ['network'], '%ifutil'), // sar -n DEV
  utilisation('network', ['network'], '%Util'), // nicstat
  utilisation('network', ['Network Interface', 'Network Adapter'], 'Bytes Total/sec', {
    ...ofLink,
    of: 'Current Bandwidth',
    scale: 8,
  }),
  utilisation('network', ['Network Port'], 'MBits Transmitted/sec', {
    ...ofLink,
    counters: ['MBits Transmitted/sec', 'MBits Received/sec'],
    of: 'Link Speed (Mb/s)',
    scale: 1,
  }), // esxtop
  utilisation('network', solarisLinks, 'rbytes64', {
    ...ofLink,
    ...counted,
    counters: ['rbytes64', 'obytes64'],
    of: 'ifspeed',
    scale: 8,
  }), // kstat
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
  saturation('network', ['network'], ['RxDrp', 'TxDrp', 'RxFifo', 'TxFifo'], 'drops and overruns/s', {
    above: 0,
  }), // collectl
  saturation(
    'network',
    ['network'],
    ['rx dropped', 'tx dropped', 'rx fifo', 'tx fifo'],
    'drops and overruns/s',
    { ...counted, above: 0 },
  ),
  saturation('network', solarisLinks, ['norcvbuf', 'noxmtbuf'], 'packets without a buffer/s', {
    ...counted,
    above: 0,
  }), // kstat
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
  errors('network', ['network'], ['RxErr', 'TxErr']), // collectl
  errors('network', ['network'], ['RxErrsTot', 'TxErrsTot'], { whole: true }),
  errors('network', ['network'], ['rx errors', 'tx errors'], counted),
  errors('network', solarisLinks, ['ierrors', 'oerrors'], counted), // kstat
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
