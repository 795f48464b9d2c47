/**
 * The USE method (https://www.brendangregg.com/usemethod.html) as a table of meanings by resource. Of
 * several rules that measure the same, the first is preferred. No tool is named here: a format whose series say what
 * they mean (`parsers/meanings.ts`) is judged.
 *
 * Thresholds are hints where to look: they only decide the verdict, which is shown
 * beside the values.
 */
import type { MeaningName } from '../../../parsers/meanings.ts';
import type { MeaningSelector } from '../../metrics/select-meaning.ts';

export type Aspect = 'utilisation' | 'saturation' | 'errors';

export interface Rule {
  readonly resource: string;
  readonly aspect: Aspect;
  /** The selected series, whose values are added up if their attributes differ. */
  readonly selector: MeaningSelector;
  /** The values are the fraction that is idle or free: the result is 1 minus that. */
  readonly complement?: true;
  /** The result is a fraction of this series of the same object and instance. */
  readonly share?: MeaningSelector;
  /** Factor for display: fractions as percent, bytes as kB. Default: 1. */
  readonly shown?: number;
  /** Divided by the number of CPUs; without that number there is no threshold. */
  readonly perCpu?: true;
  /** Applies to the whole machine only, not to instances other than the total. */
  readonly whole?: true;
  /** Applies to instances only, not to the total. */
  readonly parts?: true;
  /** Name of the measure, with its unit. */
  readonly measure: string;
  /** Saturated above this. */
  readonly above?: number;
  /** Saturated only if the resource was also at least this busy, %: a short queue in front of an idle disk is a burst. */
  readonly whileBusy?: number;
  /**
   * Time that threads waited for the resource, whatever held it back: a limit of a group of processes, which no queue and no utilisation of
   * the machine shows. It decides if the preferred measure finds nothing.
   */
  readonly isPressure?: true;
}

type Where = MeaningSelector['where'];
type More = Partial<Omit<Rule, 'resource' | 'aspect' | 'of' | 'measure'>>;

const select = (meaning: MeaningName, where?: Where): MeaningSelector =>
  where ? { meaning, where } : { meaning };

const utilisation = (
  resource: string,
  selector: MeaningSelector,
  more: More & Pick<Partial<Rule>, 'measure'> = {},
): Rule => ({ resource, aspect: 'utilisation', selector, shown: 100, measure: '% busy', ...more });

const saturation = (resource: string, selector: MeaningSelector, measure: string, more: More): Rule => ({
  resource,
  aspect: 'saturation',
  selector,
  measure,
  ...more,
});

const errors = (resource: string, selector: MeaningSelector, measure = 'errors/s'): Rule => ({
  resource,
  aspect: 'errors',
  selector,
  measure,
});

const complement = { complement: true } as const;
const whole = { whole: true } as const;
const perCpu = { perCpu: true, whole: true } as const;
const percent = { shown: 100 } as const;
/** A disk that is idle half of the time is not saturated: of a virtual disk, even one that is always busy may serve more at once. */
const queue = { above: 2, whileBusy: 50 } as const;
/** Threads that could run on a CPU that is idle are held back by something else. */
const whileBusy = { whileBusy: 50 } as const;
const pressure = { whole: true, shown: 100, isPressure: true } as const;
/** A full-duplex link: it carries as much in each direction at the same time. */
const ofLink = {
  share: select('hw.network.bandwidth.limit'),
  measure: '% of the link, both directions',
} as const;

const some = { 'system.pressure.stall_type': 'some' } as const;
const inAndOut = { 'system.paging.direction': ['in', 'out'] } as const;
const bothWays = { 'network.io.direction': ['receive', 'transmit'] } as const;
const allRequests = { statistic: 'mean', 'disk.io.direction': null } as const;
const limit = select('system.memory.limit');
const swapLimit = select('aftertrace.paging.limit');

export const rules: readonly Rule[] = [
  // CPU.
  utilisation('cpu', select('system.cpu.utilization', { 'cpu.mode': null })),
  // A CPU whose threads wait for a disk is idle: another thread could run on it.
  utilisation('cpu', select('system.cpu.utilization', { 'cpu.mode': ['idle', 'iowait'] }), complement),
  utilisation('cpu', select('system.cpu.time', { 'cpu.mode': ['idle', 'iowait'] }), {
    ...complement,
    parts: true,
  }),
  saturation(
    'cpu',
    select('system.process.count', { 'process.state': 'running' }),
    'runnable threads per CPU',
    {
      ...perCpu,
      ...whileBusy,
      above: 1,
    },
  ),
  saturation('cpu', select('aftertrace.cpu.waiting_threads'), 'waiting threads per CPU', {
    ...perCpu,
    ...whileBusy,
    above: 2,
  }),
  saturation('cpu', select('aftertrace.cpu.load'), 'load average per CPU', {
    ...whole,
    ...whileBusy,
    above: 1,
  }),
  saturation('cpu', select('system.cpu.load_average.1m'), 'load average per CPU', {
    ...perCpu,
    ...whileBusy,
    above: 1,
  }),
  saturation(
    'cpu',
    select('system.cpu.linux.pressure.total', some),
    '% of time some thread waited for a CPU',
    { ...pressure, above: 50 },
  ),
  saturation('vm', select('vcenter.vm.cpu.readiness'), '% of time ready to run, without a CPU', {
    ...percent,
    above: 10,
  }),

  // A thread that waits for memory counts as running: only memory's own counters show it.
  saturation(
    'memory bus',
    select('aftertrace.cpu.cycles', { 'cpu.stall': 'backend' }),
    '% of cycles stalled behind the decoder, mostly on memory',
    { ...percent, share: select('aftertrace.cpu.cycles', { 'cpu.stall': null }), above: 50 },
  ),

  // Memory and swap.
  utilisation('memory', select('system.memory.utilization', { 'system.memory.state': 'used' })),
  utilisation('memory', select('system.memory.usage', { 'system.memory.state': 'used' }), { share: limit }),
  utilisation('memory', select('system.memory.utilization', { 'system.memory.state': 'free' }), complement),
  utilisation('memory', select('system.memory.linux.available'), { ...complement, share: limit }),
  // This counts caches as used, so it is the last choice: used only if no series states how much memory is available.
  utilisation('memory', select('system.memory.usage', { 'system.memory.state': 'free' }), {
    ...complement,
    share: limit,
  }),
  utilisation('memory', select('aftertrace.memory.commit.utilization'), { measure: '% of the commit limit' }),
  saturation('memory', select('aftertrace.memory.pages_scanned'), 'pages scanned/s', {
    ...whole,
    above: 100,
  }),
  saturation(
    'memory',
    select('aftertrace.memory.hard_pages', { 'system.paging.direction': null }),
    'pages read and written/s',
    { above: 1000 },
  ),
  saturation(
    'memory',
    select('system.memory.linux.pressure.total', some),
    '% of time some thread waited for memory',
    { ...pressure, above: 10 },
  ),
  utilisation('swap', select('system.paging.utilization', { 'system.paging.state': 'used' })),
  utilisation('swap', select('system.paging.usage', { 'system.paging.state': 'used' }), { share: swapLimit }),
  utilisation('swap', select('system.paging.usage', { 'system.paging.state': 'free' }), {
    ...complement,
    share: swapLimit,
  }),
  saturation('swap', select('aftertrace.paging.io', inAndOut), 'kB/s swapped in and out', {
    ...whole,
    shown: 1 / 1024,
    above: 100,
  }),
  saturation('swap', select('system.paging.operations', inAndOut), 'pages/s swapped in and out', {
    ...whole,
    above: 25,
  }),

  // Disks.
  utilisation('disk', select('system.disk.io_time')),
  // Overlapping requests are each counted in full, so the value may exceed 100: used only if nothing better is measured.
  utilisation('disk', select('system.disk.operation_time', { 'disk.io.direction': null })),
  saturation('disk', select('system.disk.weighted_io_time'), 'requests queued and served', queue),
  saturation('disk', select('aftertrace.disk.waiting_operations'), 'requests waiting', {
    ...queue,
    above: 1,
  }),
  saturation('disk', select('aftertrace.disk.waiting_time'), 'requests waiting', { above: 1 }),
  saturation('disk', select('system.disk.pending_operations'), 'requests queued and served', queue),
  saturation(
    'disk',
    select('aftertrace.disk.operation.duration', { ...allRequests, 'disk.layer': 'kernel' }),
    'ms in the kernel',
    { ...queue, shown: 1000, above: 2 },
  ),
  saturation(
    'disk',
    select('aftertrace.disk.operation.duration', { ...allRequests, 'disk.layer': null }),
    'ms per request',
    { ...queue, shown: 1000, above: 50 },
  ),
  saturation('disk', select('system.io.linux.pressure.total', some), '% of time some thread waited for I/O', {
    ...pressure,
    above: 25,
  }),
  saturation(
    'disk',
    select('system.process.count', { 'process.state': 'blocked' }),
    'threads blocked, mostly on I/O',
    { ...whole, above: 1 },
  ),
  errors('disk', select('aftertrace.disk.failures')),
  utilisation('filesystem', select('system.filesystem.utilization', { 'system.filesystem.state': 'used' }), {
    measure: '% full',
  }),
  utilisation('filesystem', select('system.filesystem.utilization', { 'system.filesystem.state': 'free' }), {
    ...complement,
    measure: '% full',
  }),

  // Network.
  utilisation('network', select('hw.network.bandwidth.utilization')),
  utilisation('network', select('system.network.io', { 'network.io.direction': null }), ofLink),
  utilisation('network', select('system.network.io', bothWays), ofLink),
  saturation('network', select('aftertrace.network.queued_packets'), 'packets queued', { above: 2 }),
  saturation('network', select('system.network.packet.dropped', bothWays), 'drops and overruns/s', {
    above: 0,
  }),
  saturation('network', select('aftertrace.network.saturations'), 'saturation events/s', { above: 0 }),
  saturation('network', select('aftertrace.network.drop_ratio', bothWays), '% of packets dropped', {
    ...percent,
    above: 0,
  }),
  saturation('network', select('aftertrace.network.softnet.dropped'), 'packets dropped before the stack/s', {
    ...whole,
    above: 0,
  }),
  errors('network', select('system.network.errors', bothWays)),
  saturation('tcp', select('aftertrace.tcp.listen_drops'), 'connections dropped/s', { above: 0 }),
  errors('tcp', select('aftertrace.tcp.faulty_segments'), 'segments/s'),
];

/** Resources of every machine: if no capture measures one, a row says so. */
export const everywhere = ['cpu', 'memory', 'swap', 'disk', 'network'] as const;

/** Busy from here on, %. */
export const busyFrom = 80;
