/**
 * Generates a trace of a busy machine as WPR records it: samples and switches with stacks by keys, wake-ups,
 * DPCs, disk requests.
 */
import { buffer, headerRecord, infoRecord, narrow, u8, u64 } from '../../parsers/etl/writer.ts';

const cpus = 4;
const bufferSize = 1 << 20;
const threads = 200;
const stacks = 4000;
const kernel = 0xfffff803_12300000n;
const program = 0x7ff6_12000000n;

/** Yields buffers of about `bytes` in all. */
export function* etlTrace(bytes: number): Generator<Uint8Array> {
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
  const first = [headerRecord({ tick: 0, cpus })];
  for (let pid = 1000; pid < 1020; pid++) {
    first.push(process(pid));
    for (let n = 0; n < 20; n++)
      first.push(image(pid, program + BigInt(n * 0x1000000), `C:\\srv\\module${n}.dll`));
  }
  for (let tid = 0; tid < threads; tid++) first.push(thread(tid));
  first.push(image(0, kernel, '\\SystemRoot\\system32\\ntoskrnl.exe'));
  yield buffer(first, { type: 4 });

  let tick = 1000;
  let made = 0;
  let random = 12345;
  const below = (most: number) => {
    random = (Math.imul(random, 1103515245) + 12345) >>> 0;
    return Math.floor((random / 2 ** 32) * most);
  };
  const block = new Uint8Array(bufferSize);
  const view = new DataView(block.buffer);
  for (let cpu = 0; made < bytes; cpu = (cpu + 1) % cpus) {
    block.fill(0xff);
    let at = 72;
    const info = (hook: number, version: number, length: number) => {
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
    const key = (hook: number, time: number, tid: number, stack: number) => {
      const to = info(hook, 2, 24);
      view.setBigUint64(to, BigInt(time), true);
      view.setUint32(to + 8, 1000 + (tid % 20), true);
      view.setUint32(to + 12, 5000 + tid, true);
      view.setBigUint64(to + 16, BigInt(hook * 0x10000 + stack), true);
    };
    let running = below(threads);
    // Each thread has few distinct stacks.
    const walked = (time: number, tid: number) => {
      const stack = (tid * 20 + below(20)) % stacks;
      key(0x1825, time, tid, (stack + below(3)) % stacks);
      key(0x1826, time, tid, stack);
    };
    while (at < bufferSize - 400) {
      tick += 20 + below(200);
      const time = tick;
      const what = below(10);
      if (what < 3) {
        const to = info(0x0f2e, 2, 16);
        view.setBigUint64(to, kernel + BigInt(16 * below(5000)), true);
        view.setUint32(to + 8, 5000 + running, true);
        view.setUint16(to + 12, 1, true);
        tick += 5;
        walked(time, running);
      } else if (what < 7) {
        const next = below(threads);
        const to = info(0x0524, 2, 24);
        view.setUint32(to, 5000 + next, true);
        view.setUint32(to + 4, 5000 + running, true);
        block.set([8, 9, 0, 0, 6, 1, 5, 1], to + 8);
        running = next;
        tick += 5;
        walked(time, running);
      } else if (what < 9) {
        const to = info(0x0532, 2, 8);
        view.setUint32(to, 5000 + below(threads), true);
        block[to + 4] = 1;
      } else {
        const to = info(0x0f44, 2, 16);
        view.setBigUint64(to, BigInt(time - 10), true);
        view.setBigUint64(to + 8, kernel + BigInt(64 * below(100)), true);
      }
    }
    yield finished(block, at, cpu);
    made += bufferSize;
  }
  // Definitions of stack keys come last.
  const last: Uint8Array[] = [];
  for (let stack = 0; stack < stacks; stack++) {
    const frames = (base: bigint, many: number) =>
      Array.from({ length: many }, (_, n) => u64(base + BigInt(32 * ((stack * 7 + n * n) % 20_000))));
    last.push(infoRecord(0x1824, 2, tick + stack, [u64(0x1825 * 0x10000 + stack), ...frames(kernel, 12)]));
    last.push(infoRecord(0x1824, 2, tick + stack, [u64(0x1826 * 0x10000 + stack), ...frames(program, 18)]));
  }
  for (let at = 0; at < last.length; at += 4000) yield buffer(last.slice(at, at + 4000));
}

function finished(block: Uint8Array, filled: number, cpu: number): Uint8Array {
  const view = new DataView(block.buffer);
  block.fill(0, 0, 72);
  view.setUint32(0, block.length, true);
  view.setUint32(4, filled, true);
  view.setUint32(0x30, filled, true);
  view.setUint16(0x28, cpu, true);
  view.setUint16(0x34, 0x20, true);
  return block.slice();
}
