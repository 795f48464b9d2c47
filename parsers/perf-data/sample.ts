/**
 * A record of a sample, taken apart by the fields that its event has. Their order is that of `perf_output_sample` in
 * kernel/events/core.c.
 */
import { type Attr, branchCallStack, branchIndex, Field, ReadFormat } from './attrs.ts';
import type { ByteView } from './byte-view.ts';

/** Values and places of the fields of one sample; a place of -1 is none. Filled anew for each. */
export class Sample {
  ipLow = 0;
  ipHigh = 0;
  pid = -1;
  tid = -1;
  timeAt = -1;
  addressAt = -1;
  cpu = -1;
  /** NaN where the sample has none. */
  period = Number.NaN;
  /** The first entry of the call chain, and how many there are. */
  chainAt = -1;
  chain = 0;
  rawAt = -1;
  raw = 0;
  /** The first branch, of 24 bytes each. */
  branchesAt = -1;
  branches = 0;
  userRegistersAt = -1;
  /** Bytes of the stack that were dumped. */
  userStack = 0;
  weightAt = -1;
  dataSourceAt = -1;
  transactionAt = -1;
  physicalAt = -1;
  cgroupAt = -1;
  readAt = -1;

  /** @throws RangeError where the record is shorter than its fields */
  read(view: ByteView, start: number, end: number, attr: Attr): void {
    const { sampleType: has, readFormat } = attr;
    let at = start;
    const room = (bytes: number) => {
      if (!(bytes >= 0 && at + bytes <= end)) throw new RangeError('a sample is shorter than its fields');
    };
    const words = (has & headFields ? bitsIn(has & headFields) : 0) * 8;
    room(words);
    if (has & Field.identifier) at += 8;
    if (has & Field.ip) {
      this.ipLow = view.low(at);
      this.ipHigh = view.high(at);
      at += 8;
    } else this.ipLow = this.ipHigh = 0;
    this.pid = this.tid = -1;
    if (has & Field.tid) {
      this.pid = view.i32(at);
      this.tid = view.i32(at + 4);
      at += 8;
    }
    const place = (field: number) => {
      if (!(has & field)) return -1;
      at += 8;
      return at - 8;
    };
    this.timeAt = place(Field.time);
    this.addressAt = place(Field.address);
    place(Field.id);
    place(Field.streamId);
    const cpu = place(Field.cpu);
    this.cpu = cpu < 0 ? -1 : Math.max(-1, view.i32(cpu));
    const period = place(Field.period);
    this.period = period < 0 ? Number.NaN : view.u64(period);
    this.readAt = -1;
    if (has & Field.read) {
      this.readAt = at;
      room(8);
      const each = 8 + (readFormat & ReadFormat.id ? 8 : 0) + (readFormat & ReadFormat.lost ? 8 : 0);
      const times = (readFormat & ReadFormat.enabled ? 8 : 0) + (readFormat & ReadFormat.running ? 8 : 0);
      const size = readFormat & ReadFormat.group ? 8 + times + view.u64(at) * each : times + each;
      room(size);
      at += size;
    }
    this.chainAt = -1;
    this.chain = 0;
    if (has & Field.callchain) {
      room(8);
      this.chain = view.u64(at);
      this.chainAt = at + 8;
      room(8 + this.chain * 8);
      at += 8 + this.chain * 8;
    }
    this.rawAt = -1;
    this.raw = 0;
    if (has & Field.raw) {
      room(4);
      this.raw = view.u32(at);
      this.rawAt = at + 4;
      room(4 + this.raw);
      at += 4 + this.raw;
    }
    this.branchesAt = -1;
    this.branches = 0;
    if (has & Field.branches) {
      room(8);
      this.branches = view.u64(at);
      this.branchesAt = at + 8 + (attr.branchType & branchIndex ? 8 : 0);
      const size = this.branchesAt - at + this.branches * 24;
      room(size);
      at += size;
    }
    this.userRegistersAt = -1;
    this.userStack = 0;
    if (has & Field.userRegisters) {
      room(8);
      const size = view.u64(at) === 0 ? 8 : 8 + bitsIn64(attr.userRegisters) * 8;
      room(size);
      if (size > 8) this.userRegistersAt = at + 8;
      at += size;
    }
    if (has & Field.userStack) {
      room(8);
      const size = view.u64(at);
      room(size === 0 ? 8 : size + 16);
      if (size > 0) this.userStack = view.u64(at + 8 + size);
      at += size === 0 ? 8 : size + 16;
    }
    const next = (field: number) => {
      if (!(has & field)) return -1;
      room(8);
      at += 8;
      return at - 8;
    };
    this.weightAt = has & Field.weight ? next(Field.weight) : next(Field.weightStruct);
    this.dataSourceAt = next(Field.dataSource);
    this.transactionAt = next(Field.transaction);
    if (has & Field.interruptRegisters) {
      room(8);
      const size = view.u64(at) === 0 ? 8 : 8 + bitsIn64(attr.interruptRegisters) * 8;
      room(size);
      at += size;
    }
    this.physicalAt = next(Field.physicalAddress);
    this.cgroupAt = next(Field.cgroup);
  }
}

/** Whether branches are the call stack (`--call-graph lbr`). */
export const isCallStack = ({ branchType }: Attr): boolean => (branchType & branchCallStack) !== 0;

const headFields =
  Field.identifier |
  Field.ip |
  Field.tid |
  Field.time |
  Field.address |
  Field.id |
  Field.streamId |
  Field.cpu |
  Field.period;

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

const bitsIn64 = (bits: bigint): number => bitsIn(Number(bits & 0xffff_ffffn)) + bitsIn(Number(bits >> 32n));

/** Where the time and the id of an event stand in a sample of it, words from the start; -1 where it has none. */
export function placesInSample(sampleType: number): { readonly time: number; readonly id: number } {
  const before = (fields: number) => bitsIn(sampleType & fields);
  const toTime = Field.identifier | Field.ip | Field.tid;
  const toId = toTime | Field.time | Field.address;
  const id = sampleType & Field.identifier ? 0 : sampleType & Field.id ? before(toId) : -1;
  return { time: sampleType & Field.time ? before(toTime) : -1, id };
}

/** The fields that stand at the end of all other records, in words before the end; -1 where there are none. */
export interface Trailer {
  readonly words: number;
  readonly tid: number;
  readonly time: number;
  readonly id: number;
  readonly cpu: number;
}

export function trailerOf(sampleType: number): Trailer {
  const order = [Field.tid, Field.time, Field.id, Field.streamId, Field.cpu, Field.identifier];
  const present = order.filter(field => sampleType & field);
  const fromEnd = (field: number) => (sampleType & field ? present.length - present.indexOf(field) : -1);
  const id = sampleType & Field.identifier ? fromEnd(Field.identifier) : fromEnd(Field.id);
  return {
    words: present.length,
    tid: fromEnd(Field.tid),
    time: fromEnd(Field.time),
    id,
    cpu: fromEnd(Field.cpu),
  };
}
