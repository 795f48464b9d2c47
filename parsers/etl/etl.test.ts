import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import type { RecordedEvent, Recorder } from '../kit/recorder.ts';
import { readAll } from '../kit/recorder.ts';
import { etl } from './format.ts';
import { buffer, headerRecord, infoRecord, narrow, trace, u8, u16, u64 } from './writer.testing.ts';

const ofKind = (recorder: Recorder, kind: string): RecordedEvent[] =>
  recorder.events.filter(event => event.kind === kind);
const leafFirst = (sample: Recorder['samples'][number] | undefined) =>
  [...(sample?.frames ?? [])].reverse().map(({ module, address }) => `${module} ${address?.toString(16)}`);

describe('a trace of the kernel', () => {
  let recorder: Recorder;
  beforeAll(async () => {
    recorder = readAll(etl, await bytesOf(fixture('etl/scheduler.etl')));
  });

  it('counts from its start, which is a FILETIME, and reports lost events', () => {
    const { lastClock, facts, problems, counts } = recorder;
    expect(lastClock).toMatchObject({ domain: 'utc', source: 'run-start', zero: 1_655_526_400_123_456_700n });
    expect(facts).toMatchObject({ os: 'Windows 10.0.19045', cpus: 2, frequency: { SampledProfile: 1000 } });
    expect(problems.map(({ code }) => code)).toEqual(['events-lost']);
    expect(counts).toMatchObject({ skipped: 0 });
  });

  it('has samples with both parts of their stacks; a key refers to the definition that follows it', () => {
    const [first, second] = recorder.samples;
    expect(first).toMatchObject({ ts: 1_000_000, cpu: 1, kind: 'SampledProfile', weight: 1 });
    expect(first?.thread).toEqual({ process: 'server.exe', pid: 4120, tid: 5000 });
    expect(leafFirst(first)).toEqual([
      'C:\\Windows\\system32\\ntoskrnl.exe fffff80312300010',
      'C:\\Windows\\system32\\ntoskrnl.exe fffff80312300111',
      'C:\\srv\\server.exe 7ff612000a10',
      'C:\\srv\\server.exe 7ff612001201',
    ]);
    expect(leafFirst(second)).toEqual([
      'C:\\Windows\\system32\\ntoskrnl.exe fffff80312300040',
      'C:\\Windows\\system32\\ntoskrnl.exe fffff80312300222',
      'C:\\srv\\server.exe 7ff612000b10',
      'C:\\srv\\server.exe 7ff612001201',
    ]);
    expect(first?.frames.at(-1)).toMatchObject({ offset: 0x10n, symbol: '[unknown]' });
    expect(first?.frames[0]).toMatchObject({ build: '0AD614C40EF442258B4C3A1F6E7D2C102' });
  });

  it('distinguishes interrupts on an idle CPU from idling', () => {
    const [, , idle, serving] = recorder.samples;
    expect(idle).toMatchObject({ thread: { process: 'Idle', pid: 0, tid: 0 }, stack: '[unknown]' });
    expect(serving).toMatchObject({ thread: { process: 'Idle', tid: 0 }, stack: '[DPC];[unknown]' });
  });

  it('stores switches and wake-ups in the fields of xperf text', () => {
    const [away, back] = ofKind(recorder, 'CSwitch');
    expect(away).toMatchObject({
      ts: 2_010_000,
      cpu: 1,
      fields: { 'Old TID': 5000, OldState: 'Waiting', 'Wait Reason': 'UserRequest', 'New TID': 0 },
    });
    expect(back).toMatchObject({ thread: { process: 'server.exe', tid: 5000 } });
    expect(ofKind(recorder, 'ReadyThread')[0]).toMatchObject({
      thread: { process: 'Idle', tid: 0 },
      fields: { 'Rdy Process Name': 'server.exe', 'Rdy PID': 4120, 'Rdy TID': 5000, AdjustReason: 'Unwait' },
    });
  });

  it('starts events with a duration at their begin, and names files by later records', () => {
    expect(ofKind(recorder, 'DiskRead')[0]).toMatchObject({
      ts: 2_020_000,
      duration: 580_000,
      thread: { process: 'server.exe', tid: 5000 },
      fields: { operation: 'Read', IOSize: 4096, DiskNum: 0, FileName: 'C:\\data\\orders, 2024.db' },
    });
    expect(ofKind(recorder, 'DPC')[0]).toMatchObject({
      ts: 2_595_000,
      duration: 15_000,
      fields: { 'Image!Function': 'ntoskrnl.exe!0xfffff80312305000' },
    });
    expect(ofKind(recorder, 'SysCallExit')[0]).toMatchObject({
      thread: { process: 'server.exe', tid: 5000 },
      fields: { Status: '0xc0000022', result: -1_073_741_790 },
    });
  });
});

describe('events of providers', () => {
  let recorder: Recorder;
  beforeAll(async () => {
    recorder = readAll(etl, await bytesOf(fixture('etl/packed.etl')));
  });

  it('are read by the description in the event itself', () => {
    expect(ofKind(recorder, 'Example.Own/Visit')[0]).toMatchObject({
      ts: 6000,
      component: 'Example.Own',
      fields: {
        name: 'Venus',
        count: 7,
        ok: 'true',
        sizes: '[1, 2, 3]',
        'place.x': 1.5,
        'place.id': '0ad614c4-0ef4-4225-8b4c-3a1f6e7d2c10',
      },
    });
  });

  it('are read by a manifest that follows them', () => {
    expect(ofKind(recorder, 'Example-Source/Request/win:Start')[0]).toMatchObject({
      level: 'warning',
      message: 'url: http://example/ä, kind: Read & more',
      fields: { url: 'http://example/ä', kind: 'Read & more' },
    });
  });

  it('keep their bytes if they have no description', () => {
    expect(ofKind(recorder, 'deadbeef-0000-4000-8000-000000000001/12')[0]).toMatchObject({
      component: 'deadbeef-0000-4000-8000-000000000001',
      fields: { Id: 12, Version: 2, Keyword: '0x10', UserDataLength: 3, UserData: '0102ab' },
    });
  });
});

describe('a trace of a 32-bit system', () => {
  it('has pointers of 4 bytes', async () => {
    const { samples } = readAll(etl, await bytesOf(fixture('etl/small-32.etl')));
    expect(samples[0]).toMatchObject({ thread: { process: 'old.exe', pid: 700, tid: 704 } });
    expect(leafFirst(samples[0])).toEqual(['C:\\old.exe 401234', 'C:\\old.exe 405678']);
  });
});

describe('reused ids', () => {
  it('are distinguished by time', () => {
    const process = (name: string) => [u64(1), 40, 4, 0, 0, u64(0), 0, 0, narrow(name), '', '', ''];
    const sample = (tick: number) => infoRecord(0x0f2e, 2, tick, [u64(0x1000), 44, u16(1), u8(0), u8(0)]);
    const thread = (hook: number, tick: number) =>
      infoRecord(hook, 3, tick, [40, 44, ...Array.from({ length: 7 }, () => u64(0)), 0, 0]);
    const { samples } = readAll(
      etl,
      trace([
        buffer([headerRecord({ tick: 0 })], { type: 4 }),
        buffer([
          infoRecord(0x0301, 4, 10, process('first.exe')),
          thread(0x0501, 11),
          sample(20),
          thread(0x0502, 30),
          infoRecord(0x0302, 4, 31, process('first.exe')),
          infoRecord(0x0301, 4, 40, process('second.exe')),
          thread(0x0501, 41),
          sample(50),
        ]),
      ]),
    );
    expect(samples.map(({ thread }) => thread?.process)).toEqual(['first.exe', 'second.exe']);
  });
});

describe('damage', () => {
  it('is skipped and counted, and the records after it are read', () => {
    const sample = infoRecord(0x0f2e, 2, 20, [u64(0x1000), 44, u16(1), u8(0), u8(0)]);
    const broken = new Uint8Array(40).fill(0x5a);
    const bytes = trace([
      buffer([headerRecord({ tick: 0 })], { type: 4 }),
      buffer([sample, broken]),
      new Uint8Array(100).fill(7),
      buffer([sample]),
    ]);
    const { samples, problems, counts } = readAll(etl, bytes);
    expect(samples).toHaveLength(2);
    expect(problems.map(({ code }) => code)).toEqual(['broken-record', 'not-a-buffer']);
    expect(counts.skipped).toBe(140);
    expect(counts.used + counts.blank + counts.skipped).toBe(bytes.length);
  });

  it('at the end is reported wherever the file is cut', () => {
    const sample = infoRecord(0x0f2e, 2, 20, [u64(0x1000), 44, u16(1), u8(0), u8(0)]);
    const whole = trace([
      buffer([headerRecord({ tick: 0 })], { type: 4, size: 1024 }),
      buffer([sample], { size: 1024 }),
      buffer([sample], { size: 1024 }),
    ]);
    const codes = (bytes: Uint8Array) => readAll(etl, bytes).problems.map(({ code }) => code);
    expect(codes(whole)).toEqual([]);
    expect(codes(whole.subarray(0, 2048))).toEqual(['buffers-missing']);
    expect(codes(whole.subarray(0, 1024 + 72 + 8))).toEqual([
      'buffer-cut',
      'broken-record',
      'buffers-missing',
    ]);
    // Behind the last record of the last buffer, where only room is missing.
    expect(codes(whole.subarray(0, 3000))).toEqual(['buffer-cut']);
  });

  it('that repeats headers of merged traces is counted, and names as many of them as real traces have', () => {
    const header = headerRecord({ tick: 0 });
    const merged = buffer(
      Array.from({ length: 100 }, () => header),
      { size: 100 * (header.length + 16) },
    );
    const { facts } = readAll(etl, trace([buffer([header], { type: 4 }), merged]));
    expect(facts.other?.['Log Files']).toBe('101');
    expect(Object.keys(facts.other ?? {}).filter(name => /^Log File \d+$/.test(name))).toHaveLength(63);
  });

  it('of a ring that has overwritten its oldest buffers is not reported', () => {
    const header = buffer([headerRecord({ tick: 0 })], { type: 4 });
    const ring = (megabytes: number) => {
      const bytes = trace([header]);
      const view = new DataView(bytes.buffer);
      const [mostMegabytes, mode, written] = [28, 32, 36].map(at => 72 + 32 + at);
      view.setUint32(mostMegabytes!, megabytes, true);
      view.setUint32(mode!, 2, true);
      view.setUint32(written!, 100, true);
      return readAll(etl, bytes).problems.map(({ code }) => code);
    };
    // 100 buffers of 64 KB are 6.25 MB.
    expect(ring(5)).toEqual([]);
    expect(ring(7)).toEqual(['buffers-missing']);
  });
});
