import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { type RecordedEvent, type Recorder, readAll } from '../kit/recorder.ts';
import { xperfDumper } from './format.ts';

const example = async () => readAll(xperfDumper, await bytesOf(fixture('xperf-dumper/example.txt')));
const readLines = (lines: readonly string[]) => readAll(xperfDumper, ascii(`${lines.join('\r\n')}\r\n`));
const read = (...lines: readonly string[]) => readLines(lines);
const ofKind = (recorder: Recorder, kind: string): RecordedEvent[] =>
  recorder.events.filter(event => event.kind === kind);

describe('the clock', () => {
  it('counts µs from the start in the header, which is a FILETIME', async () => {
    const { lastClock, facts } = await example();
    expect(lastClock).toMatchObject({ domain: 'utc', source: 'run-start' });
    expect(new Date(Number(lastClock!.zero / 1_000_000n)).toISOString()).toBe('2022-06-18T04:26:40.123Z');
    expect(facts).toMatchObject({ os: 'Windows 10.0.19045', other: { 'Trace Name': 'example.etl' } });
  });

  it('is unaligned without a header', () => {
    const { lastClock } = read('   MarkEvent,  12, 0x22, 0, 0, 0, 0, begin');
    expect(lastClock).toMatchObject({ domain: 'none', utcOffset: null, source: 'run-seconds' });
  });
});

describe('samples', () => {
  it('have the stack that is printed after them, by time and thread', async () => {
    const [first, idle] = (await example()).samples;
    expect(first).toMatchObject({
      ts: 1_000_000,
      cpu: 1,
      kind: 'SampledProfile',
      weight: 1,
      thread: { process: 'server.exe', pid: 4120, tid: 5000 },
      stack: '[unknown];serve;operator<;Table<int,Order,4>::find',
    });
    expect(first?.frames[0]).toMatchObject({ module: 'kernel32.dll', address: 0x7ffb40017034n });
    expect(idle).toMatchObject({ thread: { process: 'Idle', pid: 0, tid: 0 }, stack: 'KiIdleLoop' });
  });

  it('have one stack if its two parts are printed with another row between them', async () => {
    expect((await example()).samples[2]?.stack).toBe('serve;NtReadFile;NtReadFile;ObReferenceObject');
  });

  it('have the sampled frame on top of a user-space stack', () => {
    const { samples } = read(
      '  SampledProfile, 5, a.exe (  12), 13, 0xfffff80000001000, 0, a.exe!main, ntoskrnl.exe!KeWait, 1, Unbatched',
      '  Stack, 5, 13, 1, 0x00007ff600001000, ntdll.dll!NtWait',
      '  Stack, 5, 13, 2, 0x00007ff600002000, a.exe!main',
    );
    expect(samples.map(({ stack }) => stack)).toEqual(['main;NtWait;KeWait']);
  });

  it('take the first stack each if two rows have one time and thread', () => {
    const sample = (at: string) =>
      `  SampledProfile, 5, a.exe (  12), 13, 0x000000000000100${at}, 0, a.exe!main, a.exe!f${at}, 1, Unbatched`;
    const { samples } = read(
      sample('1'),
      sample('2'),
      '  Stack, 5, 13, 1, 0x0000000000001001, a.exe!f1',
      '  Stack, 5, 13, 1, 0x0000000000001002, a.exe!f2',
    );
    expect(samples.map(({ stack }) => stack)).toEqual(['f1', 'f2']);
  });

  it('keep their order and their stacks if there are more rows than the reader holds', () => {
    const lines: string[] = [];
    for (let ts = 0; ts < 150_000; ts++) {
      lines.push(
        `  SampledProfile, ${ts}, a.exe (  12), 13, 0x0000000000001001, 0, a.exe!main, a.exe!f, 1, Unbatched`,
      );
      if (ts >= 60_000) lines.push(`  Stack, ${ts - 60_000}, 13, 1, 0x0000000000001001, a.exe!f`);
      if (ts >= 60_000) lines.push(`  Stack, ${ts - 60_000}, 13, 2, 0x0000000000002001, a.exe!main`);
    }
    const { samples, counts, problems } = readLines(lines);
    expect(samples.map(({ ts }) => ts)).toEqual(samples.map((_, at) => at * 1000));
    expect(samples.filter(({ stack }) => stack === 'main;f')).toHaveLength(90_000);
    expect([counts.skipped, problems]).toEqual([0, []]);
  });
});

describe('events', () => {
  it('have roles for switches and wake-ups', async () => {
    const recorder = await example();
    const [out, back] = ofKind(recorder, 'CSwitch');
    expect(out).toMatchObject({
      ts: 2_010_000,
      cpu: 1,
      fields: {
        'Old TID': 5000,
        'Old PID': 4120,
        OldState: 'Waiting',
        'Wait Reason': 'UserRequest',
        'New TID': 0,
      },
    });
    // The stack is that of the thread which now runs: where it had been waiting.
    expect(back).toMatchObject({
      thread: { process: 'server.exe', tid: 5000 },
      stack: 'serve;NtReadFile;NtReadFile;KiSwapContext',
    });
    expect(ofKind(recorder, 'ReadyThread')[0]).toMatchObject({
      thread: { process: 'Idle', tid: 0 },
      fields: { 'Rdy Process Name': 'server.exe', 'Rdy TID': 5000 },
    });
  });

  it('with a duration have the time of their end', async () => {
    const recorder = await example();
    expect(ofKind(recorder, 'DiskRead')[0]).toMatchObject({
      ts: 2_020_000,
      duration: 580_000,
      fields: {
        operation: 'Read',
        IOSize: 4096,
        ByteOffset: 0x10000000,
        FileName: 'C:\\data\\orders, 2024.db',
      },
    });
    expect(ofKind(recorder, 'DPC')[0]).toMatchObject({ ts: 2_595_000, duration: 15_000, cpu: 1 });
  });

  it('keep commas in names, texts and command lines, and cells that the header does not name', async () => {
    const recorder = await example();
    const [process] = ofKind(recorder, 'P-DCStart');
    expect(process?.fields['Command Line']).toBe(
      '"C:\\srv\\server.exe" --listen 0.0.0.0, 127.0.0.1 --name "a, b"',
    );
    expect(process?.fields.AppId).toBeNull();
    expect(ofKind(recorder, 'MarkEvent')[0]?.fields.Text).toBe('load test, phase 2');
    expect(ofKind(recorder, 'DiskWrite')[0]?.fields.FileName).toBe('D:\\log\\server.log');
  });

  it('of any provider have its fields, numbers or texts', async () => {
    const requests = ofKind(await example(), 'Example-Provider/Request/Start');
    expect(requests.map(({ component, fields }) => [component, fields])).toEqual([
      ['Example-Provider', { id: 17, url: '/orders?a=1, b=2', tag: 'blue' }],
      ['Example-Provider', { id: '0x1f', url: '/', tag: null }],
    ]);
  });

  it('are read in a guessed code page, which is reported', async () => {
    const recorder = await example();
    expect(ofKind(recorder, 'P-Start')[0]?.thread?.process).toBe('café.exe');
    expect(recorder.problemCounts()).toEqual({
      'events-lost': 1,
      'xperf-error': 1,
      'stack-without-event': 1,
      'unknown-line': 1,
      'code-page': 1,
    });
    expect(recorder.counts).toEqual({ used: 59, blank: 0, skipped: 3 });
  });
});

describe('hostile text', () => {
  it('has limits on the number of event types', () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `  Event${at}, ${at}, 1`);
    const { events, counts } = read('  MarkEvent, 0, 0x22, 0, 0, 0, 0, begin', ...lines);
    expect(events).toHaveLength(1 << 14);
    expect(counts.skipped).toBe(20_001 - (1 << 14));
  });

  it('has rows of any number of cells, and unmatched brackets', () => {
    const cells = Array.from({ length: 2000 }, (_, at) => at).join(', ');
    const { events, samples } = read(
      `  Many, 1, ${cells}`,
      `  SampledProfile, 2, a.exe (  12), 13, 0x1, 0, a!${'<'.repeat(5000)}, b!${'(,'.repeat(5000)}, 1, x`,
    );
    expect(Object.keys(events[0]!.fields)).toHaveLength(256);
    expect(samples).toHaveLength(1);
  });
});

const folder = corpus('xperf-text');
describe.skipIf(missing(folder))('real dumps', () => {
  it.each([
    ['xperf-text/easyperf-cswitch-pmc.excerpt.txt', { Pmc: 2, CSwitch: 2 }, 0],
    ['xperf-text/uiforetw-cswitch-pmc.excerpt.txt', { CSwitch: 9, Pmc: 6 }, 2],
    [
      'xperf-text/rustc-perf-dumper-1.txt',
      { 'UnknownEvent/Classic': 1, GroupMasks: 1, Pmc: 5, CSwitch: 5, 'P-Start': 1, 'P-End': 1 },
      0,
    ],
    ['xperf-text/uiforetw-sampledprofile-stack.excerpt.txt', {}, 0],
    ['doc-excerpts/xperf-dumper-diskio.txt', { DiskRead: 1 }, 0],
  ])('%s', async (path, kinds, skipped) => {
    const bytes = await bytesOf(corpus(path));
    expect(xperfDumper.sniff(bytes, 'unknown')).toBe('yes');
    const recorder = readAll(xperfDumper, bytes);
    const counted: Record<string, number> = {};
    for (const { kind } of recorder.events) counted[kind] = (counted[kind] ?? 0) + 1;
    expect(counted).toEqual(kinds);
    expect(recorder.counts.skipped).toBe(skipped);
  });

  it('are all read', () => {
    expect(readdirSync(folder)).toHaveLength(5);
  });

  it('have the begin of a process, even if the header names fewer columns than its row has', async () => {
    const recorder = readAll(xperfDumper, await bytesOf(corpus('xperf-text/rustc-perf-dumper-1.txt')));
    expect(new Date(Number(recorder.lastClock!.zero / 1_000_000n)).toISOString()).toBe(
      '2021-06-07T19:44:29.034Z',
    );
    const [begun] = ofKind(recorder, 'P-Start');
    expect(begun).toMatchObject({
      ts: 104_743_000,
      thread: { process: 'rustc.exe', pid: 10612 },
      fields: { ParentPID: 480, UserSid: 'S-1-12-1-2346571520-1185420729-3708355771-3596251678' },
    });
    expect(begun?.fields['Command Line']).toMatch(/^"rustc.exe" --crate-name regex .* aho_corasick=.tmp$/);
  });
});
