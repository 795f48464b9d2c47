/**
 * Generates traces of a busy machine as WPR records them. `scheduler`: samples and switches, wake-ups, DPCs. `files`:
 * requests to the file system and to disks. Both refer to their stacks by keys. `providers`: events of a provider with
 * a manifest, and self-describing events of another.
 */
import {
  buffer,
  bytesOf,
  headerRecord,
  infoRecord,
  modernRecord,
  narrow,
  type Part,
  u8,
  u16,
  u64,
} from '../../parsers/etl/writer.testing.ts';

export type EtlMix = 'scheduler' | 'files' | 'providers';

const cpus = 4;
const bufferSize = 1 << 20;
const threads = 200;
const stacks = 4000;
const kernel = 0xfffff803_12300000n;
const program = 0x7ff6_12000000n;
const files = 3000;
const fileKey = (file: number): bigint => 0xffff8a01_00000000n + BigInt(file * 0x40);
const provider = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f0';
const selfDescribing = '5a8c0f6e-1111-4222-8333-944455556666';

const manifest = `<instrumentationManifest xmlns="http://schemas.microsoft.com/win/2004/08/events"><instrumentation><events>
<provider name="Example-Server" guid="{${provider}}" symbol="S" resourceFileName="s" messageFileName="s"><events>
<event value="1" version="0" level="win:Informational" symbol="RequestStart" template="RequestStart" message="$(string.e1)"/>
<event value="2" version="0" level="win:Informational" symbol="RequestStop" template="RequestStop" message="$(string.e2)"/>
</events><templates>
<template tid="RequestStart"><data name="id" inType="win:Int64"/><data name="path" inType="win:UnicodeString"/><data name="client" inType="win:UInt32"/><data name="method" inType="win:UnicodeString"/></template>
<template tid="RequestStop"><data name="id" inType="win:Int64"/><data name="status" inType="win:Int32"/><data name="bytes" inType="win:UInt64"/><data name="ms" inType="win:Double"/><data name="buffer" inType="win:Pointer"/></template>
</templates></provider></events></instrumentation></instrumentationManifest>`;

/** Yields buffers of about `bytes` in all. */
export function* etlTrace(bytes: number, mix: EtlMix = 'scheduler'): Generator<Uint8Array> {
  const process = (pid: number) =>
    infoRecord(0x0303, 4, 2, [u64(1), pid, 4, 1, 0, u64(0), 0, 0, narrow(`server${pid}.exe`), '', '', '']);
  const thread = (tid: number) =>
    infoRecord(0x0503, 3, 3, [
      1000 + (tid % 20),
      5000 + tid,
      ...Array.from({ length: 7 }, () => u64(0)),
      0,
      u8(8),
      u8(5),
      u8(2),
      u8(0),
    ]);
  const image = (pid: number, base: bigint, path: string) =>
    infoRecord(0x1403, 2, 4, [u64(base), u64(0x800000), pid, 0, 0, 0, u64(base), 0, 0, 0, 0, path]);
  const firstRecords = [headerRecord({ tick: 0, cpus })];
  for (let pid = 1000; pid < 1020; pid++) {
    firstRecords.push(process(pid));
    for (let n = 0; n < 20; n++)
      firstRecords.push(image(pid, program + BigInt(n * 0x1000000), `C:\\srv\\module${n}.dll`));
  }
  for (let tid = 0; tid < threads; tid++) firstRecords.push(thread(tid));
  firstRecords.push(image(0, kernel, '\\SystemRoot\\system32\\ntoskrnl.exe'));
  if (mix === 'providers') {
    const head = [u8(1), u8(1), u8(0), u8(0x5b), u16(1), u16(0)];
    const whole = new TextEncoder().encode(manifest);
    firstRecords.push(
      modernRecord({ guid: provider, id: 0xfffe, pid: 1000, tid: 5000 }, 1, [...head, whole]),
    );
  }
  yield buffer(firstRecords, { type: 4 });

  let tick = 1000;
  let written = 0;
  let random = 12345;
  const below = (most: number) => {
    random = (Math.imul(random, 1103515245) + 12345) >>> 0;
    return Math.floor((random / 2 ** 32) * most);
  };
  const block = new Uint8Array(bufferSize);
  const view = new DataView(block.buffer);
  for (let cpu = 0; written < bytes; cpu = (cpu + 1) % cpus) {
    block.fill(0xff);
    let at = 72;
    const beginEvent = (hook: number, version: number, length: number) => {
      view.setUint16(at, version, true);
      block[at + 2] = 0x11;
      block[at + 3] = 0xc0;
      view.setUint16(at + 4, 16 + length, true);
      block[at + 6] = hook & 0xff;
      block[at + 7] = hook >> 8;
      view.setBigUint64(at + 8, BigInt(tick), true);
      const payload = at + 16;
      block.fill(0, payload, payload + length);
      at = (payload + length + 7) & ~7;
      return payload;
    };
    const stackKey = (hook: number, time: number, tid: number, stack: number) => {
      const to = beginEvent(hook, 2, 24);
      view.setBigUint64(to, BigInt(time), true);
      view.setUint32(to + 8, 1000 + (tid % 20), true);
      view.setUint32(to + 12, 5000 + tid, true);
      view.setBigUint64(to + 16, BigInt(hook * 0x10000 + stack), true);
    };
    let running = below(threads);
    // Each thread has few distinct stacks.
    const stackKeys = (time: number, tid: number) => {
      const stack = (tid * 20 + below(20)) % stacks;
      stackKey(0x1825, time, tid, (stack + below(3)) % stacks);
      stackKey(0x1826, time, tid, stack);
    };
    const put = (record: Uint8Array) => {
      block.set(record, at);
      block.fill(0, at + record.length, (at + record.length + 7) & ~7);
      at = (at + record.length + 7) & ~7;
    };
    while (at < bufferSize - 1000) {
      tick += 20 + below(200);
      const time = tick;
      const choice = below(10);
      if (mix === 'files') {
        for (const record of fileEvents(tick, 5000 + below(threads), below)) put(record);
        tick += 5;
        stackKeys(time, running);
      } else if (mix === 'providers') put(providerEvent(tick, below));
      else if (choice < 3) {
        // The sampled address is the first of the stack.
        const sampled = (running * 20 + below(20)) % stacks;
        const to = beginEvent(0x0f2e, 2, 16);
        view.setBigUint64(to, kernel + BigInt(32 * ((sampled * 7) % 20_000)), true);
        view.setUint32(to + 8, 5000 + running, true);
        view.setUint16(to + 12, 1, true);
        tick += 5;
        stackKey(0x1825, time, running, sampled);
        stackKey(0x1826, time, running, sampled);
      } else if (choice < 7) {
        const next = below(threads);
        const to = beginEvent(0x0524, 2, 24);
        view.setUint32(to, 5000 + next, true);
        view.setUint32(to + 4, 5000 + running, true);
        block.set([8, 9, 0, 0, 6, 1, 5, 1], to + 8);
        running = next;
        tick += 5;
        stackKeys(time, running);
      } else if (choice < 9) {
        const to = beginEvent(0x0532, 2, 8);
        view.setUint32(to, 5000 + below(threads), true);
        block[to + 4] = 1;
      } else {
        const to = beginEvent(0x0f44, 2, 16);
        view.setBigUint64(to, BigInt(time - 10), true);
        view.setBigUint64(to + 8, kernel + BigInt(64 * below(100)), true);
      }
    }
    yield withHeader(block, at, cpu);
    written += bufferSize;
  }
  // Names of files and definitions of stack keys come last.
  const lastRecords: Uint8Array[] = [];
  if (mix === 'files')
    for (let file = 0; file < files; file++)
      lastRecords.push(
        infoRecord(0x0424, 2, tick, [
          u64(fileKey(file)),
          `\\Device\\HarddiskVolume2\\data\\${file % 40}\\${file}.dat`,
        ]),
      );
  for (let stack = 0; stack < stacks; stack++) {
    const frames = (base: bigint, many: number) =>
      Array.from({ length: many }, (_, n) => u64(base + BigInt(32 * ((stack * 7 + n * n) % 20_000))));
    lastRecords.push(
      infoRecord(0x1824, 2, tick + stack, [u64(0x1825 * 0x10000 + stack), ...frames(kernel, 12)]),
    );
    lastRecords.push(
      infoRecord(0x1824, 2, tick + stack, [u64(0x1826 * 0x10000 + stack), ...frames(program, 18)]),
    );
  }
  for (let at = 0; at < lastRecords.length; at += 4000) yield buffer(lastRecords.slice(at, at + 4000));
}

/** A file read, sometimes followed by a disk read. */
function* fileEvents(tick: number, tid: number, below: (most: number) => number): Generator<Uint8Array> {
  const key = u64(fileKey(below(files)));
  const irp = u64(0xffff8a02_00000000n + BigInt(below(1000) * 0x100));
  const size = 512 << below(8);
  const offset = u64(below(1 << 20) * 4096);
  const choice = below(8);
  if (choice === 0)
    yield infoRecord(0x0440, 3, tick, [
      irp,
      key,
      tid,
      0x20,
      0x80,
      3,
      `\\Device\\HarddiskVolume2\\data\\${below(files)}.dat`,
    ]);
  else if (choice === 1) yield infoRecord(0x0442, 3, tick, [irp, key, key, tid]);
  else if (choice === 2) yield infoRecord(0x044a, 3, tick, [irp, key, key, u64(0), tid, 5]);
  else yield infoRecord(choice < 6 ? 0x0443 : 0x0444, 3, tick, [offset, irp, key, key, tid, size, 0x60900]);
  yield infoRecord(0x044c, 3, tick + 2, [irp, u64(size), 0]);
  if (choice > 4)
    yield infoRecord(choice === 5 ? 0x010a : 0x010b, 3, tick + 3, [
      0,
      0x60043,
      size,
      0,
      offset,
      key,
      irp,
      u64(below(40_000)),
      tid,
    ]);
}

const schema = bytesOf([
  u8(0),
  narrow('Lookup'),
  ...(
    [
      ['key', 1],
      ['hits', 8],
      ['bytes', 10],
      ['cache', 2],
      ['entry', 21],
    ] as const
  ).flatMap(([name, type]) => [narrow(name), u8(type)]),
]);
const items = [{ type: 11, parts: [u16(schema.length + 2), schema] }];
const methods = ['GET', 'POST', 'PUT'] as const;

function providerEvent(tick: number, below: (most: number) => number): Uint8Array {
  const thread = below(threads);
  const ids = { pid: 1000 + (thread % 20), tid: 5000 + thread };
  const id = u64(below(1e6));
  const choice = below(3);
  if (choice === 0) {
    const path = `/api/v2/items/${below(20_000)}`;
    return modernRecord({ guid: provider, id: 1, ...ids }, tick, [
      id,
      path,
      below(1 << 16),
      methods[below(3)]!,
    ]);
  }
  if (choice === 1) {
    const ms = new Uint8Array(Float64Array.of(below(100_000) / 16).buffer);
    const address = u64(0x1d0_00000000n + BigInt(below(4096) * 64));
    return modernRecord({ guid: provider, id: 2, ...ids }, tick, [id, 200, u64(below(1 << 20)), ms, address]);
  }
  const parts: Part[] = [
    `user:${below(5000)}`,
    below(100),
    u64(below(1e9)),
    narrow('sessions'),
    u64(below(1 << 16)),
  ];
  return modernRecord({ guid: selfDescribing, id: 0, items, ...ids }, tick, parts);
}

function withHeader(block: Uint8Array, filled: number, cpu: number): Uint8Array {
  const view = new DataView(block.buffer);
  block.fill(0, 0, 72);
  view.setUint32(0, block.length, true);
  view.setUint32(4, filled, true);
  view.setUint32(0x30, filled, true);
  view.setUint16(0x28, cpu, true);
  view.setUint16(0x34, 0x20, true);
  return block.slice();
}
