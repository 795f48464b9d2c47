/** Types of records: those of the kernel, and from 64 on those that perf itself writes. */
export const RecordType = {
  mmap: 1,
  lost: 2,
  comm: 3,
  exit: 4,
  throttle: 5,
  unthrottle: 6,
  fork: 7,
  read: 8,
  sample: 9,
  mmap2: 10,
  aux: 11,
  itraceStart: 12,
  lostSamples: 13,
  switch: 14,
  switchCpuWide: 15,
  namespaces: 16,
  ksymbol: 17,
  bpfEvent: 18,
  cgroup: 19,
  textPoke: 20,
  auxOutputHardwareId: 21,
  /** First type that is not the kernel's. */
  user: 64,
  attr: 64,
  eventType: 65,
  tracingData: 66,
  buildId: 67,
  finishedRound: 68,
  idIndex: 69,
  auxtraceInfo: 70,
  auxtrace: 71,
  auxtraceError: 72,
  threadMap: 73,
  cpuMap: 74,
  statConfig: 75,
  stat: 76,
  statRound: 77,
  eventUpdate: 78,
  timeConversion: 79,
  feature: 80,
  compressed: 81,
  finishedInit: 82,
  compressed2: 83,
} as const;

/** Minimum size of each type of record, with its header. A shorter record would be read beyond its end. */
const minSizes: ReadonlyMap<number, number> = new Map([
  [RecordType.mmap, 40],
  [RecordType.mmap2, 72],
  [RecordType.lost, 24],
  [RecordType.comm, 16],
  [RecordType.exit, 24],
  [RecordType.fork, 24],
  [RecordType.lostSamples, 16],
  [RecordType.switchCpuWide, 16],
  [RecordType.ksymbol, 24],
  [RecordType.attr, 72],
  [RecordType.eventUpdate, 24],
  [RecordType.tracingData, 12],
  [RecordType.buildId, 36],
  [RecordType.feature, 16],
  [RecordType.auxtrace, 16],
  [RecordType.compressed2, 16],
]);

/** @throws RangeError if a record of `size` bytes is shorter than its fields */
export function checkSize(type: number, size: number): void {
  if (size < (minSizes.get(type) ?? 8)) throw new RangeError('a record is shorter than its fields');
}

export const known: ReadonlySet<number> = new Set(Object.values(RecordType));

/** Low bits of `misc`: the mode of the processor. */
export const Mode = {
  mask: 7,
  unknown: 0,
  kernel: 1,
  user: 2,
  hypervisor: 3,
  guestKernel: 4,
  guestUser: 5,
} as const;

/** Bits of `misc` whose meaning depends on the type of the record. */
export const Misc = {
  /** Mapping: of data. COMM: by exec. FORK: before an exec. SWITCH: away from the thread. */
  bit13: 1 << 13,
  /** Mapping: has a build id. SWITCH: preempted. */
  bit14: 1 << 14,
} as const;

/** Entries of a call chain from this value on are marks that set the mode of the entries after them: low halves of `PERF_CONTEXT_…`. */
export const Context = {
  first: 0xffff_f001,
  hypervisor: 0xffff_ffe0,
  kernel: 0xffff_ff80,
  user: 0xffff_fe00,
  guest: 0xffff_f800,
  guestKernel: 0xffff_f780,
  guestUser: 0xffff_f600,
} as const;
