/** The records of a buffer: a header of one of several kinds, then a payload. */

import { headerSize } from './buffers.ts';
import type { Block } from './bytes.ts';

/** Header of a record, whatever its kind. */
export interface RecordHead {
  /** Position in the buffer. */
  start: number;
  end: number;
  payload: number;
  /** Kernel events have a group and an opcode, classic ones a class and an opcode, modern ones a provider and an id. */
  kind: 'kernel' | 'classic' | 'modern' | 'message' | 'unknown';
  /** Bytes of a pointer in the payload. */
  pointer: number;
  /** Group and opcode of kernel events: `group << 8 | opcode`. */
  hook: number;
  version: number;
  opcode: number;
  level: number;
  /** -1: the header has no thread and process. */
  tid: number;
  pid: number;
  /** Position of the time; -1 if there is none. */
  time: number;
  /** Position of the GUID of the class or the provider; -1: none. */
  guid: number;
  /** Position of the extended data items of a modern event; -1: none. */
  extended: number;
  type: number;
  /** Number and position of the values of performance counters. */
  counters: number;
  counterAt: number;
}

export const newHead = (): RecordHead => ({
  start: 0,
  end: 0,
  payload: 0,
  kind: 'unknown',
  pointer: 8,
  hook: 0,
  version: 0,
  opcode: 0,
  level: 0,
  tid: -1,
  pid: -1,
  time: -1,
  guid: -1,
  extended: -1,
  type: 0,
  counters: 0,
  counterAt: 0,
});

const traceMarker = 0xc0;
const messageMarker = 0x90;
const hasPebs = 0x8000;

/** Position of the first record of a buffer. */
export const firstRecord = headerSize;

export enum Next {
  Record,
  /** The rest of the buffer is not filled. */
  Filler,
  /** No record begins here, and the begin of the next one is unknown. */
  Broken,
}

/** Size of the kernel record without counter values at `at`, of which 16 bytes must be in the block; 0: not such a record. */
export function kernelSize(block: Block, at: number): number {
  const first = block.u32(at);
  const type = (first >>> 16) & 0xff;
  if (first >>> 24 !== traceMarker || (first & 0xff00) !== 0) return 0;
  const header = type === 0x11 || type === 0x10 ? 16 : type === 1 || type === 2 ? 32 : 24;
  if (header === 24 && type !== 3 && type !== 4) return 0;
  const size = block.u16(at + 4);
  return size < header || at + size > block.length ? 0 : size;
}

/** Reads the header of the record at `at` into `head`. */
export function readHead(block: Block, at: number, head: RecordHead): Next {
  if (at + 8 > block.length)
    return at + 4 <= block.length && !isFiller(block.u32(at)) ? Next.Broken : Next.Filler;
  const first = block.u32(at);
  if (isFiller(first)) return Next.Filler;
  const type = (first >>> 16) & 0xff;
  const marker = first >>> 24;
  head.start = at;
  head.type = type;
  head.tid = -1;
  head.pid = -1;
  head.guid = -1;
  head.extended = -1;
  head.counters = 0;
  head.level = 0;
  if (marker === messageMarker) return message(block, at, first & 0xffff, head);
  if (marker !== traceMarker) return Next.Broken;
  switch (type) {
    case 1:
    case 2:
      return system(block, at, head, type === 2 ? 8 : 4, 32);
    case 3:
    case 4:
      return system(block, at, head, type === 4 ? 8 : 4, 24);
    case 0x10:
    case 0x11:
      return system(block, at, head, type === 0x11 ? 8 : 4, 16);
    case 0x0a:
    case 0x14:
      return full(block, at, head, type === 0x14 ? 8 : 4, 48);
    case 0x0b:
    case 0x15:
      return full(block, at, head, type === 0x15 ? 8 : 4, 72);
    case 0x12:
    case 0x13:
      return modern(block, at, head, type === 0x13 ? 8 : 4);
    default:
      return other(block, at, head);
  }
}

const isFiller = (dword: number): boolean => dword === 0 || dword === 0xffff_ffff;

/** Sets the end of the record to `size` bytes from its start; `Broken` if that is outside the buffer. */
function ends(block: Block, head: RecordHead, size: number, header: number): Next {
  if (size < header || head.start + size > block.length) return Next.Broken;
  head.end = head.start + size;
  return Next.Record;
}

/** Kernel event: with thread and process times, with thread and process, or with neither. */
function system(block: Block, at: number, head: RecordHead, pointer: number, header: number): Next {
  const flags = block.u16(at);
  head.kind = 'kernel';
  head.pointer = pointer;
  head.version = flags & 0xff;
  head.opcode = block.u8(at + 6);
  head.hook = (block.u8(at + 7) << 8) | head.opcode;
  if (header > 16) {
    head.tid = block.i32(at + 8);
    head.pid = block.i32(at + 12);
  }
  head.time = at + (header > 16 ? 16 : 8);
  head.payload = at + header;
  if ((flags & hasPebs) !== 0) head.payload += 8;
  head.counters = (flags >> 8) & 7;
  head.counterAt = head.payload;
  head.payload += 8 * head.counters;
  return ends(block, head, block.u16(at + 4), head.payload - at);
}

/** Event of a classic provider: its class is a GUID. */
function full(block: Block, at: number, head: RecordHead, pointer: number, header: number): Next {
  head.kind = 'classic';
  head.pointer = pointer;
  head.opcode = block.u8(at + 4);
  head.level = block.u8(at + 5);
  head.version = block.u16(at + 6);
  head.tid = block.i32(at + 8);
  head.pid = block.i32(at + 12);
  head.time = at + 16;
  head.guid = at + 24;
  head.payload = at + header;
  return ends(block, head, block.u16(at), header);
}

/** Event of a provider with a manifest, or a TraceLogging event. */
function modern(block: Block, at: number, head: RecordHead, pointer: number): Next {
  head.kind = 'modern';
  head.pointer = pointer;
  head.tid = block.i32(at + 8);
  head.pid = block.i32(at + 12);
  head.time = at + 16;
  head.guid = at + 24;
  head.version = block.u8(at + 0x2a);
  head.level = block.u8(at + 0x2c);
  head.opcode = block.u8(at + 0x2d);
  const found = ends(block, head, block.u16(at), 80);
  if (found !== Next.Record) return found;
  let payload = at + 80;
  if ((block.u16(at + 4) & 1) !== 0) {
    head.extended = payload;
    for (let more = 1; more === 1; ) {
      if (payload + 8 > head.end) return Next.Broken;
      more = block.u16(payload + 4) & 1;
      payload += (8 + block.u16(payload + 6) + 7) & ~7;
    }
    // The last item's padding may not fit.
    if (payload > head.end + 7) return Next.Broken;
    payload = Math.min(payload, head.end);
  }
  head.payload = payload;
  return Next.Record;
}

/** WPP message: flags state which values are present. */
function message(block: Block, at: number, size: number, head: RecordHead): Next {
  const flags = block.u16(at + 6);
  head.kind = 'message';
  head.pointer = 8;
  head.opcode = 0;
  head.version = 0;
  head.hook = block.u16(at + 4);
  let next = at + 8;
  if ((flags & 1) !== 0) next += 4;
  if ((flags & 2) !== 0) {
    head.guid = next;
    next += 16;
  } else if ((flags & 4) !== 0) next += 4;
  head.time = -1;
  if ((flags & 8) !== 0) {
    head.time = next;
    next += 8;
  }
  if ((flags & 0x20) !== 0) {
    head.tid = block.i32(next);
    head.pid = block.i32(next + 4);
    next += 8;
  }
  head.payload = next;
  return ends(block, head, size, next - at);
}

/** Rare kinds of records, of which only the size is read. */
function other(block: Block, at: number, head: RecordHead): Next {
  head.kind = 'unknown';
  head.pointer = 8;
  head.opcode = 0;
  head.version = 0;
  head.time = -1;
  head.payload = at + 8;
  return ends(block, head, block.u16(at), 8);
}
