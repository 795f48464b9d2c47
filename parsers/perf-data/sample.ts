/**
 * Reads the fields of a sample, in the order of `perf_output_sample` in kernel/events/core.c.
 */

import type { ByteView } from '../kit/byte-view.ts';
import { type Attr, branchCallStack, branchIndex, Field, ReadFormat } from './attrs.ts';

/** Values and positions of the fields of a sample; -1: no such field. One object is reused for all samples. */
export class Sample {
  ipLow = 0;
  ipHigh = 0;
  pid = -1;
  tid = -1;
  timeAt = -1;
  addressAt = -1;
  cpu = -1;
  /** NaN: the sample has none. */
  period = Number.NaN;
  /** Position of the first entry of the call chain, and the number of entries. */
  chainAt = -1;
  chain = 0;
  rawAt = -1;
  raw = 0;
  /** Position of the first branch; each has 24 bytes. */
  branchesAt = -1;
  branches = 0;
  userRegistersAt = -1;
  /** Number of bytes dumped of the stack. */
  userStack = 0;
  weightAt = -1;
  dataSourceAt = -1;
  transactionAt = -1;
  physicalAt = -1;
  cgroupAt = -1;
  readAt = -1;

  /** @throws RangeError if the record is shorter than its fields */
  read(view: ByteView, start: number, end: number, attr: Attr, head: SampleHead): void {
    const { sampleType: has, readFormat } = attr;
    const placed = (offset: number) => (offset < 0 ? -1 : start + offset);
    let at = start + head.size;
    if (at > end) tooShort();
    this.ipLow = head.ip < 0 ? 0 : view.low(start + head.ip);
    this.ipHigh = head.ip < 0 ? 0 : view.high(start + head.ip);
    this.pid = head.tid < 0 ? -1 : view.i32(start + head.tid);
    this.tid = head.tid < 0 ? -1 : view.i32(start + head.tid + 4);
    this.timeAt = placed(head.time);
    this.addressAt = placed(head.address);
    this.cpu = head.cpu < 0 ? -1 : Math.max(-1, view.i32(start + head.cpu));
    this.period = head.period < 0 ? Number.NaN : view.u64(start + head.period);
    const room = (bytes: number) => {
      if (!(bytes >= 0 && at + bytes <= end)) tooShort();
    };
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
    this.weightAt = this.dataSourceAt = this.transactionAt = this.physicalAt = this.cgroupAt = -1;
    if (has & tailFields) this.readTail(view, at, end, attr);
  }

  /** Reads the fields behind the branches, which few recordings have. */
  private readTail(view: ByteView, tail: number, end: number, attr: Attr): void {
    const { sampleType: has } = attr;
    let at = tail;
    const room = (bytes: number) => {
      if (!(bytes >= 0 && at + bytes <= end)) tooShort();
    };
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

  /** Calls `take` with each count in the sample: of its own event, or of its whole group. @returns false if it has no ids for counts */
  eachCount(view: ByteView, attr: Attr, take: (id: number, count: number) => void): boolean {
    const { readAt } = this;
    const { readFormat } = attr;
    if (readAt < 0 || !(readFormat & ReadFormat.id)) return false;
    const times = (readFormat & ReadFormat.enabled ? 8 : 0) + (readFormat & ReadFormat.running ? 8 : 0);
    if (!(readFormat & ReadFormat.group)) {
      take(view.u64(readAt + 8 + times), view.u64(readAt));
      return true;
    }
    const each = 16 + (readFormat & ReadFormat.lost ? 8 : 0);
    const start = readAt + 8 + times;
    const end = start + view.u64(readAt) * each;
    for (let at = start; at < end; at += each) take(view.u64(at + 8), view.u64(at));
    return true;
  }
}

/** True if the branches are the call stack (`--call-graph lbr`). */
export const isCallStack = ({ branchType }: Attr): boolean => (branchType & branchCallStack) !== 0;

/** Fields of one word each, in order. */
const headFields = [
  Field.identifier,
  Field.ip,
  Field.tid,
  Field.time,
  Field.address,
  Field.id,
  Field.streamId,
  Field.cpu,
  Field.period,
];

/** Fields that few samples have. */
const tailFields =
  Field.userRegisters |
  Field.userStack |
  Field.weight |
  Field.weightStruct |
  Field.dataSource |
  Field.transaction |
  Field.interruptRegisters |
  Field.physicalAddress |
  Field.cgroup;

function tooShort(): never {
  throw new RangeError('a sample is shorter than its fields');
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

const bitsIn64 = (bits: bigint): number => bitsIn(Number(bits & 0xffff_ffffn)) + bitsIn(Number(bits >> 32n));

/** Offsets of the one-word fields in a sample; -1: no such field. */
export interface SampleHead {
  readonly ip: number;
  readonly tid: number;
  readonly time: number;
  readonly address: number;
  /** Offset of the event's id. */
  readonly id: number;
  readonly cpu: number;
  readonly period: number;
  readonly size: number;
}

export function headOf(sampleType: number): SampleHead {
  const present = headFields.filter(field => sampleType & field);
  const place = (field: number) => present.indexOf(field) * 8;
  const placeOf = (field: number) => (sampleType & field ? place(field) : -1);
  return {
    ip: placeOf(Field.ip),
    tid: placeOf(Field.tid),
    time: placeOf(Field.time),
    address: placeOf(Field.address),
    id: sampleType & Field.identifier ? 0 : placeOf(Field.id),
    cpu: placeOf(Field.cpu),
    period: placeOf(Field.period),
    size: present.length * 8,
  };
}

/** The fields at the end of all other records, in words before the end; -1: no such field. */
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
