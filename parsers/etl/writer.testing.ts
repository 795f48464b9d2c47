/** Writes small traces, for tests and for the files of `fixtures/etl`. */

export type Part = Uint8Array | string | number | readonly [bytes: 1 | 2 | 4 | 8, value: number | bigint];

/** Encodes texts as UTF-16 with a terminating 0, and numbers in 4 bytes. */
export function bytesOf(parts: readonly Part[]): Uint8Array {
  const out: number[] = [];
  const add = (value: bigint, bytes: number) => {
    for (let at = 0; at < bytes; at++) out.push(Number((BigInt.asUintN(64, value) >> BigInt(8 * at)) & 255n));
  };
  for (const part of parts) {
    if (typeof part === 'number') add(BigInt(part), 4);
    else if (typeof part === 'string') for (const unit of `${part}\0`) add(BigInt(unit.charCodeAt(0)), 2);
    else if (part instanceof Uint8Array) out.push(...part);
    else add(BigInt(part[1]), part[0]);
  }
  return Uint8Array.from(out);
}

export const narrow = (text: string): Uint8Array => new TextEncoder().encode(`${text}\0`);
export const u8 = (value: number): Part => [1, value];
export const u16 = (value: number): Part => [2, value];
export const u64 = (value: number | bigint): Part => [8, value];

export function guid(text: string): Uint8Array {
  const hex = text.replaceAll('-', '');
  const at = (index: number) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  return Uint8Array.from([3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15].map(at));
}

/** A kernel record with the thread and the process in its header. */
export function systemRecord(
  hook: number,
  version: number,
  tick: number | bigint,
  who: { pid: number; tid: number },
  parts: readonly Part[],
  pointer: 4 | 8 = 8,
): Uint8Array {
  const payload = bytesOf(parts);
  return bytesOf([
    u16(version),
    u8(pointer === 8 ? 2 : 1),
    u8(0xc0),
    u16(32 + payload.length),
    u8(hook & 0xff),
    u8(hook >> 8),
    who.tid,
    who.pid,
    u64(tick),
    0,
    0,
    payload,
  ]);
}

/** A kernel record without thread and process in its header. */
export function infoRecord(
  hook: number,
  version: number,
  tick: number | bigint,
  parts: readonly Part[],
  pointer: 4 | 8 = 8,
): Uint8Array {
  const payload = bytesOf(parts);
  return bytesOf([
    u16(version),
    u8(pointer === 8 ? 0x11 : 0x10),
    u8(0xc0),
    u16(16 + payload.length),
    u8(hook & 0xff),
    u8(hook >> 8),
    u64(tick),
    payload,
  ]);
}

/** A record of a classic provider. */
export function classicRecord(
  header: { guid: string; opcode: number; version: number; pid: number; tid: number },
  tick: number | bigint,
  parts: readonly Part[],
): Uint8Array {
  const payload = bytesOf(parts);
  return bytesOf([
    u16(48 + payload.length),
    u8(0x14),
    u8(0xc0),
    u8(header.opcode),
    u8(0),
    u16(header.version),
    header.tid,
    header.pid,
    u64(tick),
    guid(header.guid),
    u64(0),
    payload,
  ]);
}

export interface ModernEvent {
  readonly guid: string;
  readonly id: number;
  readonly version?: number;
  readonly level?: number;
  readonly opcode?: number;
  readonly task?: number;
  readonly keyword?: bigint;
  readonly pid: number;
  readonly tid: number;
  readonly items?: readonly { readonly type: number; readonly parts: readonly Part[] }[];
}

/** A record of a provider with a manifest, or a TraceLogging event. */
export function modernRecord(event: ModernEvent, tick: number | bigint, parts: readonly Part[]): Uint8Array {
  const { items = [] } = event;
  const extended = items.map(({ type, parts: data }, index) => {
    const bytes = bytesOf(data);
    const padding = new Uint8Array((8 - (bytes.length % 8)) % 8);
    return bytesOf([
      u16(0),
      u16(type),
      u16(index + 1 < items.length ? 1 : 0),
      u16(bytes.length),
      bytes,
      padding,
    ]);
  });
  const payload = bytesOf([...extended, ...parts]);
  return bytesOf([
    u16(80 + payload.length),
    u8(0x13),
    u8(0xc0),
    u16(items.length > 0 ? 1 : 0),
    u16(0),
    event.tid,
    event.pid,
    u64(tick),
    guid(event.guid),
    u16(event.id),
    u8(event.version ?? 0),
    u8(0),
    u8(event.level ?? 4),
    u8(event.opcode ?? 0),
    u16(event.task ?? 0),
    u64(event.keyword ?? 0n),
    0,
    0,
    new Uint8Array(16),
    payload,
  ]);
}

/** The first record of a trace. 133,000,000,001,234,567 is 2022-06-18 04:26:40.123 UTC. */
export function headerRecord(
  facts: {
    tick: number | bigint;
    frequency?: number;
    eventsLost?: number;
    cpus?: number;
    pid?: number;
    start?: bigint;
    /** 0: the trace was not closed. */
    end?: bigint;
    mhz?: number;
    /** 1: performance counter, 2: system time, 3: cycles. */
    clock?: number;
    buffersLost?: number;
  },
  pointer: 4 | 8 = 8,
): Uint8Array {
  const {
    tick,
    frequency = 10_000_000,
    eventsLost = 0,
    cpus = 2,
    pid = 900,
    start = 133_000_000_001_234_567n,
    end = start + 10_000_000n,
    mhz = 3000,
    clock = 1,
    buffersLost = 0,
  } = facts;
  const zone = new Uint8Array(172);
  return systemRecord(
    0,
    2,
    tick,
    { pid, tid: pid + 4 },
    [
      65_536,
      u8(10),
      u8(0),
      u8(0),
      u8(0),
      19_045,
      cpus,
      u64(end),
      156_250,
      0,
      1,
      3,
      1,
      pointer,
      eventsLost,
      mhz,
      [pointer, 0],
      [pointer, 0],
      zone,
      new Uint8Array(pointer === 8 ? 4 : 4),
      u64(start - 36_000_000_000n),
      u64(frequency),
      u64(start),
      clock,
      buffersLost,
      'Example',
      'example.etl',
    ],
    pointer,
  );
}

/** A buffer with records; `pack` compresses it, with literals only. */
export function buffer(
  records: readonly Uint8Array[],
  { cpu = 0, type = 0, size = 0, pack = false, flags = 0 } = {},
): Uint8Array {
  const body: number[] = [];
  for (const record of records) {
    body.push(...record);
    while (body.length % 8 !== 0) body.push(0);
  }
  const filled = 72 + body.length;
  const data = pack ? literals(Uint8Array.from(body)) : Uint8Array.from(body);
  const whole = pack ? 72 + data.length : Math.max(size, filled);
  const head = bytesOf([
    whole,
    filled,
    filled,
    0,
    u64(0),
    u64(0),
    u64(0),
    u16(cpu),
    u16(1),
    3,
    filled,
    u16((pack ? 0x40 : 0) | flags | 0x20),
    u16(type),
    new Uint8Array(16),
  ]);
  const out = new Uint8Array(whole).fill(0xff);
  out.set(head);
  out.set(data, 72);
  return out;
}

/** Each 32 bytes as literals, after a word of flags that are 0. */
function literals(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  for (let at = 0; at < bytes.length; at += 32) out.push(0, 0, 0, 0, ...bytes.subarray(at, at + 32));
  return Uint8Array.from(out);
}

/** Offset of the number of buffers in the header of a trace, which begins its first buffer. */
const buffersWritten = 72 + 32 + 36;

/** A file whose header states as many buffers as it has; `buffers` may have other bytes among them. */
export function trace(buffers: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(buffers.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of buffers) {
    out.set(each, at);
    at += each.length;
  }
  const view = new DataView(out.buffer);
  const isHeader = out.length > buffersWritten && view.getUint16(0x36, true) === 4;
  const isPacked = (view.getUint16(0x34, true) & 0x40) !== 0;
  const written = buffers.filter(each => new DataView(each.buffer).getUint32(0, true) === each.length);
  if (isHeader && !isPacked) view.setUint32(buffersWritten, written.length, true);
  return out;
}
