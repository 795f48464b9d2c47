/**
 * Meanings of series, whatever tool measured them. Names, units and attributes are those of OpenTelemetry if it has
 * them: its semantic conventions, else the receivers of its collector. Names that begin with `aftertrace.` are our
 * own, because neither has one.
 *
 * A `counter` counts from some start. A series with a counter's meaning is either cumulative
 * (`SeriesKey.cumulative`), or holds the growth per second: `system.disk.io_time` in s/s is the fraction of time a
 * disk was busy. A `gauge` is a value at a moment, or an average since the moment before. A `duration` is a statistic
 * over many operations, named by the attribute `statistic` (mean, p95, …).
 */
export interface MeaningEntry {
  readonly about: string;
  /** UCUM, as OpenTelemetry writes units: `1` is a fraction, `By` bytes, `{…}` counts things. */
  readonly unit: string;
  readonly instrument: 'counter' | 'gauge' | 'duration';
  /** Maximum value, except for rounding: for a share of the time, or of a total amount. */
  readonly most?: number;
  readonly source: string;
}

const semconv = 'https://opentelemetry.io/docs/specs/semconv';
const system = `${semconv}/system/system-metrics/`;
const processes = `${semconv}/system/process-metrics/`;
const hardware = `${semconv}/hardware/network/`;
const database = `${semconv}/database/database-metrics/`;
const receivers = 'https://github.com/open-telemetry/opentelemetry-collector-contrib/tree/main/receiver';
const scrapers = `${receivers}/hostmetricsreceiver/internal/scraper`;
const own = 'Aftertrace';

const counter = (unit: string, source: string, about: string) =>
  ({ about, unit, instrument: 'counter', source }) as const;
const gauge = (unit: string, source: string, about: string) =>
  ({ about, unit, instrument: 'gauge', source }) as const;
const duration = (source: string, about: string) =>
  ({ about, unit: 's', instrument: 'duration', source }) as const;

/** A share, at most 1. */
const share = (source: string, about: string) => ({ ...gauge('1', source, about), most: 1 }) as const;
/** A share of the time: at most one second per second. */
const time = (source: string, about: string) => ({ ...counter('s', source, about), most: 1 }) as const;

export const meanings = {
  // CPU:
  'system.cpu.utilization': share(
    system,
    'Fraction of time a CPU (or on average each CPU) spent in `cpu.mode`; without a mode: in any but idle.',
  ),
  'system.cpu.time': counter('s', system, 'Time a CPU (or all CPUs together) spent in `cpu.mode`.'),
  'system.cpu.load_average.1m': gauge('{thread}', `${scrapers}/loadscraper`, 'Load average over one minute.'),
  'system.cpu.linux.pressure.total': time(
    `${scrapers}/pressurescraper`,
    'Time in which some (or all) tasks waited for a CPU, by `system.pressure.stall_type`.',
  ),
  'system.process.count': gauge(
    '{process}',
    system,
    'Processes (on Linux: threads) by `process.state`: running are those that run or are ready to run; blocked are those that wait for I/O, as in the collector.',
  ),
  'aftertrace.cpu.waiting_threads': gauge(
    '{thread}',
    own,
    'Threads that are ready to run and wait for a CPU, without those that run.',
  ),
  'aftertrace.cpu.load': gauge('1', own, 'Load average over one minute, per CPU.'),
  'aftertrace.cpu.cycles': gauge(
    '{cycle}',
    own,
    'CPU cycles since the previous value; with `cpu.stall`: cycles stalled for that reason.',
  ),
  'vcenter.vm.cpu.readiness': gauge(
    '1',
    `${receivers}/vcenterreceiver`,
    'Fraction of time in which a virtual machine was ready to run and got no CPU. The receiver gives percent.',
  ),

  // Memory and swap:
  'system.memory.utilization': share(system, 'Fraction of memory in `system.memory.state`.'),
  'system.memory.usage': gauge('By', system, 'Memory in `system.memory.state`.'),
  'system.memory.limit': gauge('By', system, 'Total memory.'),
  'system.memory.linux.available': gauge(
    'By',
    system,
    'Memory available to programs without swapping, as the kernel estimates it.',
  ),
  'system.memory.linux.pressure.total': time(
    `${scrapers}/pressurescraper`,
    'Time in which some (or all) tasks waited for memory, by `system.pressure.stall_type`.',
  ),
  'aftertrace.memory.commit.utilization': gauge('1', own, 'Fraction of the commit limit that is committed.'),
  'aftertrace.memory.pages_scanned': counter(
    '{page}',
    own,
    'Pages scanned to find some that can be freed, which means that memory is short.',
  ),
  'aftertrace.memory.page_io': counter(
    'By',
    own,
    'Bytes paged in from disk and out to it, including those of mapped files (Solaris), by `system.paging.direction`.',
  ),
  'aftertrace.memory.hard_pages': counter(
    '{page}',
    own,
    'Pages paged in from disk and out to it, including those of mapped files (Windows), by `system.paging.direction`; without one: both.',
  ),
  'system.paging.usage': gauge('By', system, 'Swap space (on Windows: page files) in `system.paging.state`.'),
  'system.paging.utilization': share(system, 'Fraction of swap space in `system.paging.state`.'),
  'aftertrace.paging.limit': gauge('By', own, 'Total swap space.'),
  'system.paging.operations': counter('{operation}', system, 'Pages swapped, by `system.paging.direction`.'),
  'system.paging.faults': counter(
    '{fault}',
    system,
    'Page faults by `system.paging.fault.type`; without one: all.',
  ),
  'aftertrace.paging.io': counter('By', own, 'Bytes swapped, by `system.paging.direction`.'),

  // Disks and file systems:
  'system.disk.io': counter(
    'By',
    system,
    'Bytes read and written, by `disk.io.direction`; without one: both.',
  ),
  'system.disk.operations': counter(
    '{operation}',
    system,
    'Requests completed, by `disk.io.direction`; without one: all.',
  ),
  'system.disk.io_time': time(system, 'Time in which the disk had requests: per second, how busy it was.'),
  'system.disk.operation_time': counter(
    's',
    system,
    'Time that requests took, added up, by `disk.io.direction`; without one: all. Per second it may exceed 1, because requests overlap.',
  ),
  'system.disk.merged': counter(
    '{operation}',
    system,
    'Requests merged into others, by `disk.io.direction`.',
  ),
  'system.disk.weighted_io_time': counter(
    's',
    `${scrapers}/diskscraper`,
    'Time in which the disk had requests, multiplied by their number: per second, the average number of requests queued and served.',
  ),
  'system.disk.pending_operations': gauge(
    '{operation}',
    `${scrapers}/diskscraper`,
    'Requests queued and served at one moment.',
  ),
  'aftertrace.disk.waiting_operations': gauge(
    '{operation}',
    own,
    'Requests that wait, without those being served.',
  ),
  'aftertrace.disk.waiting_time': counter(
    's',
    own,
    'Time in which requests waited, multiplied by their number: per second, the average number of waiting requests.',
  ),
  'aftertrace.disk.operation.duration': duration(
    own,
    'How long a request took, by `disk.io.direction` (without one: all) and `disk.layer` (without one: in total; kernel: only there).',
  ),
  'aftertrace.disk.failures': counter('{operation}', own, 'Requests that failed, by `error.type`.'),
  'system.io.linux.pressure.total': time(
    `${scrapers}/pressurescraper`,
    'Time in which some (or all) tasks waited for I/O, by `system.pressure.stall_type`.',
  ),
  'system.filesystem.utilization': share(system, 'Fraction of a file system in `system.filesystem.state`.'),

  // Network:
  'hw.network.bandwidth.utilization': share(hardware, "Fraction of the link's capacity that was used."),
  'hw.network.bandwidth.limit': gauge('By/s', hardware, 'Capacity of the link in each direction.'),
  'system.network.io': counter('By', system, 'Bytes by `network.io.direction`; without one: both.'),
  'system.network.packet.count': counter(
    '{packet}',
    system,
    'Packets by `network.io.direction`; without one: both.',
  ),
  'system.network.packet.dropped': counter(
    '{packet}',
    system,
    'Packets dropped although they were not faulty, by `network.io.direction`; `error.type` distinguishes overruns (overrun) and lack of a buffer (no_buffer).',
  ),
  'system.network.errors': counter(
    '{error}',
    system,
    'Faulty packets by `network.io.direction`; without one: both.',
  ),
  'aftertrace.network.drop_ratio': share(own, 'Fraction of packets dropped, by `network.io.direction`.'),
  'aftertrace.network.saturations': counter(
    '{event}',
    own,
    'Number of times that an interface had no room: drops, overruns and deferrals, as added up by nicstat.',
  ),
  'aftertrace.network.queued_packets': gauge('{packet}', own, 'Packets that wait to be sent.'),
  'aftertrace.network.softnet.dropped': counter(
    '{packet}',
    own,
    'Packets dropped because a CPU had too many to take in (/proc/net/softnet_stat).',
  ),
  'aftertrace.tcp.listen_drops': counter(
    '{connection}',
    own,
    'Connections dropped because the queue of a listening socket was full.',
  ),
  'aftertrace.tcp.faulty_segments': counter(
    '{segment}',
    own,
    'Segments retransmitted or received in error, by `error.type`; `network.type` distinguishes IP versions.',
  ),

  // Processes:
  'process.cpu.utilization': gauge('1', processes, 'Fraction of all CPUs that a process used.'),
  'process.cpu.time': counter(
    's',
    processes,
    'Processor time of a process, by `cpu.mode`; without one: all. Per second, the number of CPUs it used.',
  ),
  'process.memory.usage': gauge('By', processes, 'Physical memory of a process.'),
  'process.memory.virtual': gauge('By', processes, 'Virtual memory of a process.'),
  'process.disk.io': counter('By', processes, 'Bytes a process read and wrote, by `disk.io.direction`.'),

  // Programs under test:
  'db.client.operation.duration': duration(
    database,
    'How long an operation on a database took for its client: `db.operation.name` (transaction, …).',
  ),
  'aftertrace.operations': counter(
    '{operation}',
    own,
    'Operations that the programs under test completed, by `operation.name`: transactions, queries, requests.',
  ),
  'aftertrace.operation.duration': duration(own, 'How long an operation took, by `operation.name`.'),
  'aftertrace.operation.errors': counter('{operation}', own, 'Operations that failed, by `operation.name`.'),
} as const satisfies Readonly<Record<string, MeaningEntry>>;

export type MeaningName = keyof typeof meanings;

export const isMeaning = (name: string): name is MeaningName => Object.hasOwn(meanings, name);

export type CpuMode = 'user' | 'nice' | 'system' | 'idle' | 'iowait' | 'interrupt' | 'softirq' | 'steal';
export type ProcessState = 'running' | 'blocked';
export type MemoryState = 'used' | 'free' | 'buffers' | 'cached';
export type PagingState = 'used' | 'free';

/**
 * The part of a meaning that a series measures. Names and values are those of OpenTelemetry if it has them. Values by
 * which verdicts and tracks select are listed, so that another spelling does not compile.
 */
export type MeaningAttributes = {
  readonly 'cpu.mode'?: CpuMode;
  readonly 'cpu.stall'?: 'backend';
  readonly 'process.state'?: ProcessState;
  readonly 'system.pressure.stall_type'?: 'some' | 'full';
  readonly 'system.memory.state'?: MemoryState;
  readonly 'system.paging.state'?: PagingState;
  readonly 'system.paging.direction'?: 'in' | 'out';
  readonly 'system.paging.fault.type'?: 'major' | 'minor';
  /** The kernel thread that scanned pages: `kswapd`, or the thread that needed memory. */
  readonly scanner?: 'kswapd' | 'direct';
  readonly 'system.filesystem.state'?: 'used' | 'free';
  readonly 'disk.io.direction'?: 'read' | 'write';
  readonly 'disk.layer'?: 'kernel';
  readonly 'network.io.direction'?: 'receive' | 'transmit';
  readonly 'network.type'?: 'ipv4' | 'ipv6';
  readonly 'tcp.queue'?: 'incomplete';
  /** For durations. */
  readonly statistic?: 'mean' | 'stddev' | `p${number}`;
  /** The tool's own name of the error. */
  readonly 'error.type'?: string;
  readonly 'operation.name'?: string;
  readonly 'db.operation.name'?: string;
};
