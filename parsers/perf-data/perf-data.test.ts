import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { perfScript } from '../perf-script/format.ts';
import { readHeader } from './file-header.ts';
import { perfData } from './format.ts';

const read = async (name: string) => readAll(perfData, await bytesOf(fixture(`perf-data/${name}`)));

/** A sample in a line, with the moment on perf's clock, and of each frame its module and its place there. */
function lines({ samples, lastClock }: Recorder): readonly string[] {
  const zero = lastClock?.zero ?? 0n;
  return samples.map(({ ts, thread, kind, period, frames }) => {
    const stack = frames.map(({ module, address }) => `${module} ${address?.toString(16)}`).join(';');
    const time = ts === null ? null : zero + BigInt(ts);
    return `${time} ${thread?.process} ${thread?.pid}/${thread?.tid} ${kind} ${period} ${stack}`;
  });
}

/** The modules alone: where there is no call chain perf prints the bare address. */
const withoutPlaces = (line: string): string => line.replace(/ [0-9a-f]+(?=;|$)/g, '');

/** Output of perf record to a pipe, on a machine of this byte order: an event, a mapping, a name, a sample. */
function written(little: boolean): Uint8Array {
  const bytes = new Uint8Array(1024);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const u32 = (value: number) => {
    view.setUint32(at, value, little);
    at += 4;
  };
  const u64 = (value: bigint | number) => {
    view.setBigUint64(at, BigInt(value), little);
    at += 8;
  };
  const text = (value: string, size: number) => {
    bytes.set(new TextEncoder().encode(value), at);
    at += size;
  };
  const record = (type: number, misc: number, size: number) => {
    u32(type);
    view.setUint16(at, misc, little);
    view.setUint16(at + 2, size, little);
    at += 4;
  };
  const [frequency, sampleIdAll] = [10, 18];
  const flags = (1n << BigInt(frequency)) | (1n << BigInt(sampleIdAll));
  const backwards = (1n << BigInt(63 - frequency)) | (1n << BigInt(63 - sampleIdAll));
  text(little ? 'PERFILE2' : '2ELIFREP', 8);
  u64(16);
  record(64, 0, 8 + 72 + 8);
  u32(1);
  u32(72);
  // config, frequency, sample_type (ip, tid, time, callchain, cpu, period), read_format, flags
  for (const value of [0, 99, 0x1a7, 0, little ? flags : backwards, 0, 0]) u64(value);
  u64(0);
  u64(42);
  record(3, 0, 16 + 8 + 24);
  u32(7);
  u32(8);
  text('sh', 8);
  u32(7);
  u32(8);
  u64(0);
  u64(0);
  record(1, 2, 40 + 8 + 24);
  u32(7);
  u32(8);
  u64(0x400000);
  u64(0x2000);
  u64(0x1000);
  text('/bin/sh', 8);
  u32(7);
  u32(8);
  u64(0);
  u64(0);
  record(9, 1, 8 + 8 * 10);
  u64(0xffffffff81000010n);
  u32(7);
  u32(8);
  u64(5_000_000_000n);
  u32(3);
  u32(0);
  u64(250);
  u64(4);
  for (const entry of [0xffffffffffffff80n, 0xffffffff81000010n, 0xfffffffffffffe00n, 0x400500]) u64(entry);
  return bytes.slice(0, at);
}

describe('perf.data', () => {
  it('has the samples that perf script prints: times, threads, kinds, periods, modules and offsets', async () => {
    const expected = readAll(perfScript, await bytesOf(fixture('perf-data/expected-cpu-clock.txt')));
    expect(expected.samples.length).toBe(6);
    expect(lines(await read('cpu-clock.data'))).toEqual(lines(expected));
  });

  it('has the samples of compressed records', async () => {
    const expected = readAll(perfScript, await bytesOf(fixture('perf-data/expected-compressed.txt')));
    expect(expected.samples.length).toBe(11);
    expect(lines(await read('compressed.data'))).toEqual(lines(expected));
    expect((await read('compressed-pipe.data')).samples.length).toBe(17);
  });

  it('has the samples of a folder of files in order of time', async () => {
    const expected = readAll(perfScript, await bytesOf(fixture('perf-data/expected-threads.txt')));
    const found = await read('threads.data');
    expect(expected.samples.length).toBeGreaterThan(10);
    expect(lines(found).map(withoutPlaces)).toEqual(lines(expected).map(withoutPlaces));
    expect(found.problems.map(({ code }) => code)).not.toContain('samples-elsewhere');
  });

  it('reports missing files of a folder', async () => {
    const bytes = await bytesOf(fixture('perf-data/threads.data'));
    const { problems, samples } = readAll(perfData, bytes.subarray(0, 5548));
    expect(samples).toEqual([]);
    expect(problems.map(({ code }) => code)).toContain('samples-elsewhere');
  });

  it('reports damaged compressed records, and keeps those before them', async () => {
    const bytes = Uint8Array.from(await bytesOf(fixture('perf-data/compressed-pipe.data')));
    const whole = readAll(perfData, bytes);
    bytes.fill(0xff, bytes.length - 600, bytes.length - 500);
    const { failed, samples, problems } = readAll(perfData, bytes);
    expect(failed?.code ?? problems.map(({ code }) => code).join()).toMatch(/packed-data-damaged|bad-record/);
    expect(samples.length).toBeLessThan(whole.samples.length);
  });

  it('reads either byte order', () => {
    const [little, big] = [written(true), written(false)].map(bytes => readAll(perfData, bytes));
    expect(little?.samples).toEqual([
      {
        ts: 0,
        cpu: 3,
        kind: 'cpu-clock',
        weight: 1,
        period: 250,
        stack: '[unknown];[unknown]',
        thread: { process: 'sh', pid: 7, tid: 8 },
        frames: [
          { symbol: '[unknown]', module: '/bin/sh', address: 0x1500n, offset: 0x1500n },
          { symbol: '[unknown]', module: '[unknown]', address: 0xffffffff81000010n, offset: null },
        ],
      },
    ]);
    expect(big?.samples).toEqual(little?.samples);
    expect(big?.counts).toEqual(little?.counts);
    expect(big?.facts.frequency).toEqual({ 'cpu-clock': 99 });
  });

  it.each(['kinds', 'pipe', 'group', 'threads-compressed'])(
    'has them of several events, from a pipe, of counts and of packed files: %s',
    async name => {
      const expected = readAll(perfScript, await bytesOf(fixture(`perf-data/expected-${name}.txt`)));
      expect(expected.samples.length).toBeGreaterThan(5);
      const found = await read(`${name}.data`);
      expect(lines(found).map(withoutPlaces)).toEqual(lines(expected).map(withoutPlaces));
    },
  );

  it('has the facts of its header, and the time', async () => {
    const { facts, lastClock } = await read('cpu-clock.data');
    expect(facts).toMatchObject({
      host: 'vm',
      arch: 'x86_64',
      cpus: 2,
      frequency: { 'cpu-clock': 99 },
      other: { 'perf version': '6.1.192', clockid: 'monotonic' },
    });
    expect(facts.command).toContain('perf record -o cpu-clock.data -k CLOCK_MONOTONIC -e cpu-clock');
    expect(lastClock).toMatchObject({ domain: 'boot', source: 'reference-time', error: 1000 });
    expect(
      new Date(Number(((lastClock?.zero ?? 0n) + (lastClock?.utcOffset ?? 0n)) / 1_000_000n)).getFullYear(),
    ).toBe(2026);
  });

  it('counts samples with a dump of the stack, which is not unwound', async () => {
    const { problems, samples } = await read('dwarf.data');
    expect(problems.map(({ code }) => code)).toContain('stack-dump-not-unwound');
    expect(problems.map(({ message }) => message).join()).toContain('3 of 3 samples');
    expect(samples.every(({ frames }) => frames.length > 0)).toBe(true);
  });

  it('has memory accesses as fields of an event', async () => {
    const { events } = await read('kinds.data');
    expect(events[0]).toMatchObject({ kind: 'page-faults', fields: { addr: expect.stringMatching(/^0x/) } });
  });

  it('has the events of tracepoints that perf script prints: texts, fields, threads, CPUs', async () => {
    const expected = readAll(perfScript, await bytesOf(fixture('perf-data/expected-sched.txt')));
    expect(expected.events.length).toBe(11);
    const found = await read('sched.data');
    const contentOf = ({ events, lastClock }: Recorder) =>
      events.map(({ ts, thread, kind, cpu, message, fields, frames }) => {
        const time = (lastClock?.zero ?? 0n) + BigInt(ts ?? 0);
        return { time, thread, kind, cpu, message, fields, frames: frames.map(({ address }) => address) };
      });
    expect(contentOf(found)).toEqual(contentOf(expected));
    expect(found.samples.length).toBe(11);
  });

  it('has switches of threads as events', async () => {
    const { events } = await read('switches.data');
    const [out, back] = events;
    expect([out, back].map(event => [event?.kind, event?.message, event?.fields])).toEqual([
      ['PERF_RECORD_SWITCH', 'OUT preempt', { prev_state: 'R' }],
      ['PERF_RECORD_SWITCH', 'IN', { next_tid: back?.thread?.tid }],
    ]);
  });

  it.each([
    ['the address of a sample whose call chain is damaged from its begin', 0, 1],
    ['the frames before the damage', 1, 1],
    ['the frames before the damage', 2, 2],
  ])('keeps %s', async (_, place, depth) => {
    const bytes = (await bytesOf(fixture('perf-data/cpu-clock.data'))).slice();
    const whole = readAll(perfData, bytes);
    const view = new DataView(bytes.buffer);
    const userMark = 0xffff_ffff_ffff_fe00n;
    // A chain of user mode begins with its mark, after the number of entries.
    for (let at = 0; at + 24 + place * 8 < bytes.length; at += 8) {
      const entries = view.getBigUint64(at, true);
      if (view.getBigUint64(at + 8, true) === userMark && entries > 1 + place && entries < 128)
        view.setBigUint64(at + 16 + place * 8, 2n ** 64n - 1n, true);
    }
    const damaged = readAll(perfData, bytes);
    const wanted = whole.samples.map(({ frames }) => frames);
    const found = damaged.samples.map(({ frames }) => frames);
    expect(found.map(frames => frames.at(-1))).toEqual(wanted.map(frames => frames.at(-1)));
    const isOfUser = (frames: (typeof wanted)[number]) =>
      frames.every(({ module }) => module !== '[kernel.kallsyms]');
    expect(found).toEqual(
      wanted.map(frames => (isOfUser(frames) && frames.length > place ? frames.slice(-depth) : frames)),
    );
    expect(damaged.problemCounts()['bad-call-chain']).toBe(1);
  });

  const hotspot = corpus('hotspot/tests/integrationtests');
  it.skipIf(missing(hotspot))('reads files of other versions and machines', async () => {
    const lost = readAll(perfData, await bytesOf(`${hotspot}/perf.data.PerfFormatLost`));
    // Its samples hold the counts of a group of two events.
    expect(lost.samples.filter(({ kind }) => kind === 'cycles').length).toBe(34);
    expect(lost.samples.length).toBe(68);
    const old = readAll(perfData, await bytesOf(`${hotspot}/file_content/perf.data.true.v2`));
    expect(old.samples.map(({ frames }) => frames.at(-1)?.module)).toEqual(['/usr/lib64/ld-2.17.so']);
    const oldest = readAll(perfData, await bytesOf(`${hotspot}/file_content/perf.data.true.v1`));
    expect(oldest.counts.skipped).toBe(0);
  });
});

it('reports no section that only describes the machine, but one that is unknown', async () => {
  const bytes = Uint8Array.from(await bytesOf(fixture('symbols/spin.data')));
  const codes = () => readAll(perfData, bytes).problems.map(({ code }) => code);
  const features = readHeader(bytes)!.features;
  expect(features.some(feature => feature >= 25)).toBe(true);
  expect(codes()).not.toContain('section-not-read');
  // The last section under a number that no perf has.
  const [last, unknown, bits] = [features.at(-1)!, 60, 72];
  bytes[bits + (last >> 3)]! ^= 1 << (last & 7);
  bytes[bits + (unknown >> 3)]! |= 1 << (unknown & 7);
  expect(codes()).toContain('section-not-read');
});
