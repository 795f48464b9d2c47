/**
 * `perf_event_attr`: the sampled event, and the fields of its records.
 * https://man7.org/linux/man-pages/man2/perf_event_open.2.html, include/uapi/linux/perf_event.h
 */
import type { ByteView } from '../kit/byte-view.ts';

/** Bits of `sample_type`. */
export const Field = {
  ip: 1 << 0,
  tid: 1 << 1,
  time: 1 << 2,
  address: 1 << 3,
  read: 1 << 4,
  callchain: 1 << 5,
  id: 1 << 6,
  cpu: 1 << 7,
  period: 1 << 8,
  streamId: 1 << 9,
  raw: 1 << 10,
  branches: 1 << 11,
  userRegisters: 1 << 12,
  userStack: 1 << 13,
  weight: 1 << 14,
  dataSource: 1 << 15,
  identifier: 1 << 16,
  transaction: 1 << 17,
  interruptRegisters: 1 << 18,
  physicalAddress: 1 << 19,
  aux: 1 << 20,
  cgroup: 1 << 21,
  dataPageSize: 1 << 22,
  codePageSize: 1 << 23,
  weightStruct: 1 << 24,
} as const;

/** Bits of `read_format`. */
export const ReadFormat = { enabled: 1, running: 2, id: 4, group: 8, lost: 16 } as const;

/** Bits of the flags that are used here. */
export const Flag = {
  excludeUser: 4,
  excludeKernel: 5,
  excludeHypervisor: 6,
  precise: 15,
  excludeHost: 19,
  excludeGuest: 20,
  frequency: 10,
  sampleIdAll: 18,
  excludeUserCallchain: 22,
  useClock: 25,
} as const;

/** `branch_sample_type`. */
export const branchCallStack = 1 << 11;
export const branchIndex = 1 << 17;

export const tracepoint = 2;

export interface Attr {
  readonly type: number;
  readonly config: bigint;
  readonly period: number;
  readonly sampleType: number;
  readonly readFormat: number;
  readonly flags: bigint;
  readonly branchType: number;
  readonly userRegisters: bigint;
  readonly interruptRegisters: bigint;
  readonly clock: number;
  /** Size of the structure in the file. */
  readonly size: number;
}

/** The smallest size of the structure: that of Linux 2.6.31. */
const minSize = 64;

export function readAttr(view: ByteView, at: number, most: number): Attr {
  const stated = view.u32(at + 4) || minSize;
  const size = Math.min(Math.max(stated, minSize), most);
  const has = (end: number) => size >= end;
  return {
    type: view.u32(at),
    config: view.big(at + 8),
    period: view.u64(at + 16),
    sampleType: view.low(at + 24),
    readFormat: view.low(at + 32),
    flags: view.little ? view.big(at + 40) : reversed(view.big(at + 40)),
    branchType: has(80) ? view.low(at + 72) : 0,
    userRegisters: has(88) ? view.big(at + 80) : 0n,
    clock: has(96) ? view.i32(at + 92) : -1,
    interruptRegisters: has(104) ? view.big(at + 96) : 0n,
    size: stated,
  };
}

/** In big-endian files bit fields begin with the highest bit. */
function reversed(value: bigint): bigint {
  let result = 0n;
  for (let bit = 0n; bit < 64n; bit++) result |= ((value >> bit) & 1n) << (63n - bit);
  return result;
}

export const hasFlag = ({ flags }: Attr, bit: number): boolean => ((flags >> BigInt(bit)) & 1n) === 1n;

const hardware = [
  'cycles',
  'instructions',
  'cache-references',
  'cache-misses',
  'branches',
  'branch-misses',
  'bus-cycles',
  'stalled-cycles-frontend',
  'stalled-cycles-backend',
  'ref-cycles',
];
const software = [
  'cpu-clock',
  'task-clock',
  'page-faults',
  'context-switches',
  'cpu-migrations',
  'minor-faults',
  'major-faults',
  'alignment-faults',
  'emulation-faults',
  'dummy',
  'bpf-output',
  'cgroup-switches',
];
const caches = ['L1-dcache', 'L1-icache', 'LLC', 'dTLB', 'iTLB', 'branch', 'node'];
const operations = [
  ['loads', 'load-misses'],
  ['stores', 'store-misses'],
  ['prefetches', 'prefetch-misses'],
];

/** perf's name of an event that the file does not name. Tracepoints are named by their formats. */
export const nameOfAttr = (attr: Attr): string => bareName(attr) + (attr.type < 5 ? modifiersOf(attr) : '');

/** perf's `evsel__add_modifiers`: host and guest are not named if neither is excluded. */
function modifiersOf(attr: Attr): string {
  const has = (bit: number) => hasFlag(attr, bit);
  const given = (without: number, name: string) => (has(without) ? '' : name);
  const { excludeUser, excludeKernel, excludeHypervisor, excludeHost, excludeGuest, precise } = Flag;
  const levels = [excludeKernel, excludeUser, excludeHypervisor].some(has)
    ? given(excludeKernel, 'k') + given(excludeUser, 'u') + given(excludeHypervisor, 'h')
    : '';
  const exact = 'p'.repeat((has(precise) ? 1 : 0) + (has(precise + 1) ? 2 : 0));
  const before = levels + exact;
  const tellsHost = has(excludeHost) || (before !== '' && has(excludeGuest));
  const all = before + (tellsHost ? given(excludeHost, 'H') + given(excludeGuest, 'G') : '');
  return all === '' ? '' : `:${all}`;
}

function bareName({ type, config }: Attr): string {
  const number = Number(config & 0xffff_ffffn);
  if (type === 0) return hardware[number & 0xff] ?? `unknown-hardware-${number}`;
  if (type === 1) return software[number] ?? `unknown-software-${number}`;
  if (type === 3) {
    const name = caches[number & 0xff];
    const access = operations[(number >> 8) & 0xff]?.[(number >> 16) & 0xff];
    return name && access ? `${name}-${access}` : `cache-${number.toString(16)}`;
  }
  if (type === 4) return `raw 0x${config.toString(16)}`;
  if (type === 5) return 'mem';
  return `${type === tracepoint ? 'tracepoint' : `pmu ${type}`} 0x${config.toString(16)}`;
}
