/** Meanings of the counters of sysstat's tools, in text, JSON, XML or a data file. */

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
} from '../../kit/metrics/meaning.ts';
import type { CpuMode } from '../../meanings.ts';

/** `sadf -r` prints ticks (hundredths of a second) under the names of the percentages. */
const share = (mode: CpuMode) => [cpuIn(mode), cpuTimeIn(mode, 0.01)];

const cpu: CounterMeanings = {
  '%user': share('user'),
  '%usr': share('user'),
  '%nice': share('nice'),
  '%system': share('system'),
  '%sys': share('system'),
  '%iowait': share('iowait'),
  '%wio': share('iowait'),
  '%steal': share('steal'),
  '%irq': share('interrupt'),
  '%soft': share('softirq'),
  '%idle': share('idle'),
};

const scheduler: CounterMeanings = {
  'runq-sz': processesIn('running'),
  blocked: processesIn('blocked'),
  'ldavg-1': means('system.cpu.load_average.1m'),
};

const swap: CounterMeanings = {
  'pswpin/s': paged('system.paging.operations', 'in'),
  'pswpout/s': paged('system.paging.operations', 'out'),
  '%swpused': means('system.paging.utilization', { 'system.paging.state': 'used' }),
  kbswpfree: swapIn('free'),
  kbswpused: swapIn('used'),
};

/** kswapd scans in the background; a thread that needs memory at once scans directly. */
const paging: CounterMeanings = {
  'pgscank/s': means('aftertrace.memory.pages_scanned', { scanner: 'kswapd' }),
  'pgscand/s': means('aftertrace.memory.pages_scanned', { scanner: 'direct' }),
  'pgscan/s': means('aftertrace.memory.pages_scanned'),
  'majflt/s': means('system.paging.faults', { 'system.paging.fault.type': 'major' }),
  'fault/s': means('system.paging.faults'),
};

const memory: CounterMeanings = {
  '%memused': means('system.memory.utilization', { 'system.memory.state': 'used' }),
  kbmemused: memoryIn('used'),
  kbmemfree: memoryIn('free'),
  kbbuffers: memoryIn('buffers'),
  kbcached: memoryIn('cached'),
  kbavail: means('system.memory.linux.available'),
};

const duration = 'aftertrace.disk.operation.duration';

const disks: CounterMeanings = {
  '%util': means('system.disk.io_time'),
  '%busy': means('system.disk.io_time'),
  'aqu-sz': averageQueue,
  'avgqu-sz': averageQueue,
  avque: averageQueue,
  await: means(duration, mean),
  r_await: means(duration, { ...mean, 'disk.io.direction': 'read' }),
  w_await: means(duration, { ...mean, 'disk.io.direction': 'write' }),
  tps: means('system.disk.operations'),
  'r/s': disk('system.disk.operations', 'read'),
  'w/s': disk('system.disk.operations', 'write'),
  rtps: disk('system.disk.operations', 'read'),
  wtps: disk('system.disk.operations', 'write'),
  'rrqm/s': disk('system.disk.merged', 'read'),
  'wrqm/s': disk('system.disk.merged', 'write'),
  ...Object.fromEntries(
    ['rB/s', 'rkB/s', 'rMB/s', 'kB_read/s', 'MB_read/s', 'rd_sec/s', 'rsec/s'].map(counter => [
      counter,
      disk('system.disk.io', 'read'),
    ]),
  ),
  ...Object.fromEntries(
    ['wB/s', 'wkB/s', 'wMB/s', 'kB_wrtn/s', 'MB_wrtn/s', 'wr_sec/s', 'wsec/s'].map(counter => [
      counter,
      disk('system.disk.io', 'write'),
    ]),
  ),
  // Blocks of 512 bytes since kernel 2.4 (man iostat, man sar).
  'Blk_read/s': disk('system.disk.io', 'read', 512),
  'Blk_wrtn/s': disk('system.disk.io', 'write', 512),
  'bread/s': disk('system.disk.io', 'read', 512),
  'bwrtn/s': disk('system.disk.io', 'write', 512),
};

const network: CounterMeanings = {
  '%ifutil': means('hw.network.bandwidth.utilization'),
  'rxkB/s': received('system.network.io'),
  'txkB/s': transmitted('system.network.io'),
  'rxbyt/s': received('system.network.io', {}, 1),
  'txbyt/s': transmitted('system.network.io', {}, 1),
  'rxpck/s': received('system.network.packet.count'),
  'txpck/s': transmitted('system.network.packet.count'),
  'rxerr/s': received('system.network.errors'),
  'txerr/s': transmitted('system.network.errors'),
  'rxdrop/s': received('system.network.packet.dropped'),
  'txdrop/s': transmitted('system.network.packet.dropped'),
  'rxfifo/s': received('system.network.packet.dropped', overrun),
  'txfifo/s': transmitted('system.network.packet.dropped', overrun),
};

const retransmitted = means('aftertrace.tcp.faulty_segments', { 'error.type': 'retransmitted' });

const tcp: CounterMeanings = {
  'retrans/s': retransmitted,
  'retrseg/s': retransmitted,
  'isegerr/s': means('aftertrace.tcp.faulty_segments', { 'error.type': 'received_in_error' }),
};

const some = { 'system.pressure.stall_type': 'some' } as const;
const full = { 'system.pressure.stall_type': 'full' } as const;

const pressure: CounterMeanings = {
  '%scpu': means('system.cpu.linux.pressure.total', some),
  '%sio': means('system.io.linux.pressure.total', some),
  '%fio': means('system.io.linux.pressure.total', full),
  '%smem': means('system.memory.linux.pressure.total', some),
  '%fmem': means('system.memory.linux.pressure.total', full),
};

/** pidstat's percentages are of one CPU, so they are the growth of the processor time. */
const process: CounterMeanings = {
  '%usr': means('process.cpu.time', { 'cpu.mode': 'user' }),
  '%system': means('process.cpu.time', { 'cpu.mode': 'system' }),
  '%CPU': means('process.cpu.time'),
  RSS: means('process.memory.usage'),
  VSZ: means('process.memory.virtual'),
  'kB_rd/s': disk('process.disk.io', 'read'),
  'kB_wr/s': disk('process.disk.io', 'write'),
};

export const sysstatCounters: Readonly<Record<string, CounterMeanings>> = {
  cpu,
  scheduler,
  swap,
  paging,
  memory,
  disk: disks,
  network,
  tcp,
  pressure,
  process,
  softnet: { 'dropd/s': means('aftertrace.network.softnet.dropped') },
  filesystem: { '%fsused': means('system.filesystem.utilization', { 'system.filesystem.state': 'used' }) },
};

export const sysstatMeanings = meaningsOf(sysstatCounters);
