/** Meanings of collectl's counters: of `-P`, of the terminal, and of its own files. */
import {
  averageQueue,
  type CounterMeanings,
  cpuIn,
  cpuTimeIn,
  disk,
  mean,
  meaningsOf,
  means,
  memoryIn,
  overrun,
  paged,
  processesIn,
  received,
  swapIn,
  transmitted,
} from '../kit/metrics/meaning.ts';

const load = means('system.cpu.load_average.1m');
const limit = means('system.memory.limit');
const swapLimit = means('aftertrace.paging.limit');
const errors = 'system.network.errors';
const dropped = 'system.network.packet.dropped';

/** Counters of `-P` and of the terminal. */
const figures: Readonly<Record<string, CounterMeanings>> = {
  cpu: {
    'User%': cpuIn('user'),
    'Nice%': cpuIn('nice'),
    'Sys%': cpuIn('system'),
    'Wait%': cpuIn('iowait'),
    'Irq%': cpuIn('interrupt'),
    'Soft%': cpuIn('softirq'),
    'Steal%': cpuIn('steal'),
    'Idle%': cpuIn('idle'),
    User: cpuIn('user'),
    Nice: cpuIn('nice'),
    Sys: cpuIn('system'),
    Wait: cpuIn('iowait'),
    IRQ: cpuIn('interrupt'),
    Soft: cpuIn('softirq'),
    Steal: cpuIn('steal'),
    cpu: means('system.cpu.utilization'),
    ProcRun: processesIn('running'),
    Run: processesIn('running'),
    'L-Avg1': load,
    Avg1: load,
  },
  memory: {
    Tot: limit,
    Total: limit,
    Used: memoryIn('used'),
    Free: memoryIn('free'),
    Buf: memoryIn('buffers'),
    Cached: memoryIn('cached'),
    SwapTot: swapLimit,
    SwapUsed: swapIn('used'),
    'Swap Total': swapLimit,
    'Swap Used': swapIn('used'),
    SwapIn: paged('system.paging.operations', 'in'),
    SwapOut: paged('system.paging.operations', 'out'),
  },
  disk: {
    Util: means('system.disk.io_time'),
    QueLen: averageQueue,
    QLen: averageQueue,
    Wait: means('aftertrace.disk.operation.duration', mean),
    Reads: disk('system.disk.operations', 'read'),
    Writes: disk('system.disk.operations', 'write'),
    RKBytes: disk('system.disk.io', 'read'),
    WKBytes: disk('system.disk.io', 'write'),
    'averages QLen': averageQueue,
    'averages Wait': means('aftertrace.disk.operation.duration', mean),
    'reads IOs': disk('system.disk.operations', 'read'),
    'writes IOs': disk('system.disk.operations', 'write'),
    'reads KBytes': disk('system.disk.io', 'read'),
    'writes KBytes': disk('system.disk.io', 'write'),
    KBRead: disk('system.disk.io', 'read'),
    KBWrit: disk('system.disk.io', 'write'),
  },
  network: {
    RxErr: received(errors),
    TxErr: transmitted(errors),
    RxErrsTot: received(errors),
    TxErrsTot: transmitted(errors),
    RxDrp: received(dropped),
    TxDrp: transmitted(dropped),
    RxFifo: received(dropped, overrun),
    TxFifo: transmitted(dropped, overrun),
    RxKB: received('system.network.io'),
    TxKB: transmitted('system.network.io'),
    RxPkt: received('system.network.packet.count'),
    TxPkt: transmitted('system.network.packet.count'),
    KBIn: received('system.network.io'),
    KBOut: transmitted('system.network.io'),
    PktIn: received('system.network.packet.count'),
    PktOut: transmitted('system.network.packet.count'),
    ErrsI: received(errors),
    ErrsO: transmitted(errors),
  },
};

/** Seconds per tick: the kernel exposes ticks as hundredths of a second, whatever its own timer. */
const tick = 0.01;

/** Counters of its own files, which have the kernel's names. */
const raw: Readonly<Record<string, CounterMeanings>> = {
  cpu: {
    user: [cpuIn('user'), cpuTimeIn('user', tick)],
    nice: [cpuIn('nice'), cpuTimeIn('nice', tick)],
    system: cpuTimeIn('system', tick),
    // On a terminal, Idle is a percentage.
    idle: [cpuIn('idle'), cpuTimeIn('idle', tick)],
    iowait: cpuTimeIn('iowait', tick),
    irq: [cpuIn('interrupt'), cpuTimeIn('interrupt', tick)],
    softirq: cpuTimeIn('softirq', tick),
    steal: [cpuIn('steal'), cpuTimeIn('steal', tick)],
  },
  scheduler: { procs_running: processesIn('running'), procs_blocked: processesIn('blocked') },
  load: { '1m': load },
  paging: {
    pswpin: paged('system.paging.operations', 'in'),
    pswpout: paged('system.paging.operations', 'out'),
  },
  memory: {
    MemTotal: limit,
    MemFree: memoryIn('free'),
    MemAvailable: means('system.memory.linux.available'),
    Buffers: memoryIn('buffers'),
    SwapTotal: swapLimit,
    SwapFree: swapIn('free'),
  },
  disk: {
    'busy ms': means('system.disk.io_time'),
    'weighted ms': means('system.disk.weighted_io_time'),
    'in flight': means('system.disk.pending_operations'),
    reads: disk('system.disk.operations', 'read'),
    writes: disk('system.disk.operations', 'write'),
    'reads merged': disk('system.disk.merged', 'read'),
    'writes merged': disk('system.disk.merged', 'write'),
    'reads sectors': disk('system.disk.io', 'read'),
    'writes sectors': disk('system.disk.io', 'write'),
    'reads ms': disk('system.disk.operation_time', 'read'),
    'writes ms': disk('system.disk.operation_time', 'write'),
  },
  network: {
    'rx bytes': received('system.network.io'),
    'tx bytes': transmitted('system.network.io'),
    'rx packets': received('system.network.packet.count'),
    'tx packets': transmitted('system.network.packet.count'),
    'rx errors': received(errors),
    'tx errors': transmitted(errors),
    'rx dropped': received(dropped),
    'tx dropped': transmitted(dropped),
    'rx fifo': received(dropped, overrun),
    'tx fifo': transmitted(dropped, overrun),
  },
};

export const collectlMeanings = meaningsOf(figures, raw);
