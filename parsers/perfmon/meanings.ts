/** Meanings of Windows counters, by their English names only. */
import {
  averageQueue,
  type CounterMeanings,
  cpuIn,
  disk,
  type MeaningOf,
  mean,
  meaningsOf,
  means,
  paged,
  received,
  transmitted,
} from '../kit/metrics/meaning.ts';

const duration = 'aftertrace.disk.operation.duration';
const processor = {
  '% Processor Time': means('system.cpu.utilization'),
  '% Idle Time': cpuIn('idle'),
  '% User Time': cpuIn('user'),
  '% Privileged Time': cpuIn('system'),
  '% Interrupt Time': cpuIn('interrupt'),
};

const busy: MeaningOf = { name: 'system.disk.io_time', attributes: {}, factor: -0.01, addend: 1 };

const disks: CounterMeanings = {
  '% Idle Time': busy,
  // % Disk Time is the average queue length × 100, so it exceeds 100 when requests overlap.
  '% Disk Time': means('system.disk.operation_time'),
  '% Disk Read Time': disk('system.disk.operation_time', 'read'),
  '% Disk Write Time': disk('system.disk.operation_time', 'write'),
  'Avg. Disk Queue Length': averageQueue,
  'Current Disk Queue Length': means('system.disk.pending_operations'),
  'Avg. Disk sec/Transfer': means(duration, mean),
  'Avg. Disk sec/Read': means(duration, { ...mean, 'disk.io.direction': 'read' }),
  'Avg. Disk sec/Write': means(duration, { ...mean, 'disk.io.direction': 'write' }),
  'Disk Bytes/sec': means('system.disk.io'),
  'Disk Read Bytes/sec': disk('system.disk.io', 'read'),
  'Disk Write Bytes/sec': disk('system.disk.io', 'write'),
  'Disk Transfers/sec': means('system.disk.operations'),
  'Disk Reads/sec': disk('system.disk.operations', 'read'),
  'Disk Writes/sec': disk('system.disk.operations', 'write'),
  '% Free Space': means('system.filesystem.utilization', { 'system.filesystem.state': 'free' }),
};

const segments = (version: 'ipv4' | 'ipv6'): CounterMeanings => ({
  'Segments Retransmitted/sec': means('aftertrace.tcp.faulty_segments', {
    'error.type': 'retransmitted',
    'network.type': version,
  }),
});

const operations = (name: string) => means('aftertrace.operations', { 'operation.name': name });

export const perfmonMeanings = meaningsOf({
  'Processor|Processor Information': processor,
  System: { 'Processor Queue Length': means('aftertrace.cpu.waiting_threads') },
  Memory: {
    '% Committed Bytes In Use': means('aftertrace.memory.commit.utilization'),
    'Pages/sec': means('aftertrace.memory.hard_pages'),
    'Pages Input/sec': paged('aftertrace.memory.hard_pages', 'in'),
    'Pages Output/sec': paged('aftertrace.memory.hard_pages', 'out'),
  },
  'Paging File': { '% Usage': means('system.paging.utilization', { 'system.paging.state': 'used' }) },
  'PhysicalDisk|LogicalDisk': disks,
  'Network Interface|Network Adapter': {
    'Bytes Total/sec': means('system.network.io'),
    'Bytes Received/sec': received('system.network.io'),
    'Bytes Sent/sec': transmitted('system.network.io'),
    // The counter is in bit/s, the metric in B/s.
    'Current Bandwidth': means('hw.network.bandwidth.limit', {}, 1 / 8),
    'Output Queue Length': means('aftertrace.network.queued_packets'),
    'Packets Received Discarded': received('system.network.packet.dropped'),
    'Packets Outbound Discarded': transmitted('system.network.packet.dropped'),
    'Packets Received Errors': received('system.network.errors'),
    'Packets Outbound Errors': transmitted('system.network.errors'),
  },
  TCPv4: segments('ipv4'),
  TCPv6: segments('ipv6'),
  Process: {
    '% Processor Time': means('process.cpu.time'),
    '% User Time': means('process.cpu.time', { 'cpu.mode': 'user' }),
    '% Privileged Time': means('process.cpu.time', { 'cpu.mode': 'system' }),
    'Working Set': means('process.memory.usage', {}, 1),
  },
  'Web Service': { 'Total Method Requests/sec': operations('request') },
  'ASP.NET Applications': { 'Requests/Sec': operations('request') },
  'SQLServer:SQL Statistics': { 'Batch Requests/sec': operations('batch') },
});
