/** Sessions as they are found on machines: other clocks, not closed, circular, with losses, of 32 bits. */
import { describe, expect, it } from 'vitest';
import { readAll } from '../kit/recorder.ts';
import { etl } from './format.ts';
import {
  buffer,
  headerRecord,
  infoRecord,
  modernRecord,
  narrow,
  type Part,
  systemRecord,
  trace,
  u8,
  u16,
  u64,
} from './writer.testing.ts';

const start = 133_000_000_001_234_567n;
const processOf = (pid: number, name: string): readonly Part[] => [
  u64(1),
  pid,
  4,
  0,
  0,
  u64(0),
  0,
  0,
  narrow(name),
  '',
  '',
  '',
];
const threadOf = (pid: number, tid: number, pointer: 4 | 8 = 8): readonly Part[] => [
  pid,
  tid,
  ...Array.from({ length: 7 }, (): Part => [pointer, 0]),
  0,
  0,
];
const sample = (tick: number | bigint, tid = 44) =>
  infoRecord(0x0f2e, 2, tick, [u64(0x1000), tid, u16(1), u8(0), u8(0)]);

describe('clocks of sessions', () => {
  it.each([
    ['performance counter', 1, 1_000n, 10_000_000, 3000, 100],
    ['performance counter that ran for months', 1, 0x40_0000_0000_0001n, 3_000_000_000, 3000, 1 / 3],
    ['system time', 2, start, 10_000_000, 3000, 100],
    ['cycles', 3, 0x7000_0000_0000_0000n, 1, 2500, 0.4],
    ['none stated', 0, 5n, 10_000_000, 3000, 100],
  ] as const)('%s', (_name, clock, tick, frequency, mhz, nsPerTick) => {
    const times = [3n, 30_000n, 3_000_000n];
    const { samples, lastClock, problems } = readAll(
      etl,
      trace([
        buffer([headerRecord({ tick, start, clock, frequency, mhz })], { type: 4 }),
        buffer(times.map(each => sample(tick + each))),
      ]),
    );
    expect(problems).toEqual([]);
    expect(samples.map(({ ts }) => ts)).toEqual(times.map(each => Math.round(Number(each) * nsPerTick)));
    expect(lastClock).toMatchObject({ domain: 'utc', zero: (start - 116_444_736_000_000_000n) * 100n });
  });
});

describe('a session', () => {
  it('that was not closed is read, and the space reserved for more buffers is blank', () => {
    const bytes = trace([
      buffer([headerRecord({ tick: 1000, start, end: 0n })], { type: 4, size: 1024 }),
      buffer([sample(2000)], { size: 1024 }),
      new Uint8Array(4096),
    ]);
    const { samples, counts, failed, problems } = readAll(etl, bytes);
    expect(failed).toBeNull();
    expect(samples).toHaveLength(1);
    expect(counts.skipped).toBe(0);
    expect(counts.used + counts.blank).toBe(bytes.length);
    expect(problems.map(({ code }) => code)).toEqual([]);
  });

  it('with a circular file has its processes from the list at its end', () => {
    const { samples } = readAll(
      etl,
      trace([
        buffer([headerRecord({ tick: 1000, start })], { type: 4 }),
        buffer([sample(900_000), sample(900_500, 48)], { cpu: 1 }),
        buffer([sample(800_000)]),
        buffer([
          infoRecord(0x0304, 4, 950_000, processOf(40, 'server.exe')),
          infoRecord(0x0504, 3, 950_001, threadOf(40, 44)),
        ]),
      ]),
    );
    expect(samples.map(({ thread, cpu }) => [thread?.process, thread?.tid, cpu]).sort()).toEqual([
      [null, 48, 1],
      ['server.exe', 44, 0],
      ['server.exe', 44, 1],
    ]);
  });

  it('that lost events and buffers reports them', () => {
    const { problems } = readAll(
      etl,
      trace([
        buffer([headerRecord({ tick: 1000, start, eventsLost: 7, buffersLost: 2 })], { type: 4 }),
        buffer([sample(2000)], { flags: 2 }),
        buffer([sample(3000)], { flags: 4 }),
      ]),
    );
    const said = problems.map(({ message }) => message).join(' ');
    expect(said).toMatch(/\b7\b/);
    expect(said).toMatch(/\b2\b/);
  });

  it('of 32 bits has samples with stacks, switches and images', () => {
    const [pid, tid] = [40, 44];
    const { samples, events, problems } = readAll(
      etl,
      trace([
        buffer([headerRecord({ tick: 1000, start, cpus: 1 }, 4)], { type: 4 }),
        buffer([
          infoRecord(0x0303, 3, 1001, [1, pid, 4, 0, 0, 0, 0, narrow('old.exe'), 'old.exe -x'], 4),
          infoRecord(0x0503, 3, 1002, threadOf(pid, tid, 4), 4),
          infoRecord(
            0x1403,
            2,
            1003,
            [0x40_0000, 0x1000, pid, 0, 0x5555, 0, 0x40_0000, 0, 0, 0, 0, 'C:\\old.exe'],
            4,
          ),
          infoRecord(0x0f2e, 2, 2000, [0x40_0010, tid, u16(1), u8(0), u8(0)], 4),
          infoRecord(0x1820, 2, 2001, [u64(2000), pid, tid, 0x40_0010, 0x40_0020], 4),
          infoRecord(
            0x0524,
            2,
            3000,
            [0, tid, u8(0), u8(9), u8(0), u8(0), u8(6), u8(1), u8(5), u8(0), 0, 0],
            4,
          ),
        ]),
      ]),
    );
    expect(problems).toEqual([]);
    expect(samples[0]?.thread).toEqual({ process: 'old.exe', pid, tid });
    expect(samples[0]?.frames.map(({ module, offset }) => [module, offset])).toEqual([
      ['C:\\old.exe', 0x20n],
      ['C:\\old.exe', 0x10n],
    ]);
    expect(events.find(({ kind }) => kind === 'CSwitch')?.fields).toMatchObject({ 'Old TID': tid });
  });

  it('of programs only, without the kernel, keeps events with their own ids', () => {
    const { events, problems } = readAll(
      etl,
      trace([
        buffer([headerRecord({ tick: 1000, start })], { type: 4 }),
        buffer([
          modernRecord(
            { guid: '11111111-2222-3333-4444-555555555555', id: 9, pid: 0x7fff_fffc, tid: 0x7fff_fff0 },
            2000,
            [u64(5)],
          ),
        ]),
      ]),
    );
    expect(problems).toEqual([]);
    expect(
      events.find(({ kind }) => kind === '11111111-2222-3333-4444-555555555555/9')?.thread,
    ).toMatchObject({
      pid: 0x7fff_fffc,
      tid: 0x7fff_fff0,
    });
  });

  it('has the events of Kernel-Process and of the rundown of .NET by name, without their descriptions', () => {
    const { events } = readAll(
      etl,
      trace([
        buffer([headerRecord({ tick: 1000, start })], { type: 4 }),
        buffer([
          modernRecord({ guid: '22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716', id: 5, pid: 8, tid: 9 }, 2000, [
            ...[u64(0x7ff6_0000_0000), u64(0x12000), 700, 1, 2, u64(0x1_8000_0000)],
            'C:\\app.dll',
          ]),
          modernRecord(
            { guid: 'a669021c-c450-4609-a035-5af59af4df18', id: 146, version: 1, pid: 8, tid: 9 },
            3000,
            [u16(7)],
          ),
        ]),
      ]),
    );
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'Microsoft-Windows-Kernel-Process/ImageLoad',
        'Microsoft-Windows-DotNETRuntimeRundown/CLRMethodRundown/MethodDCStopComplete',
      ]),
    );
    expect(events.find(({ kind }) => kind.endsWith('/ImageLoad'))?.fields).toMatchObject({
      ImageBase: '0x00007ff600000000',
      ImageSize: 0x12000,
      ProcessID: 700,
      DefaultBase: '0x0000000180000000',
      ImageName: 'C:\\app.dll',
    });
  });

  it('has the events of Kernel-Network and PowerShell by name, and those of HttpService by provider and id', () => {
    const network = '7dd42a49-5329-4832-8dfd-43d979153a88';
    const of = (guid: string, id: number, version: number, parts: readonly Part[]) =>
      modernRecord({ guid, id, version, pid: 8, tid: 9 }, 2000 + id, parts);
    const port = (value: number): Part => u16(((value & 0xff) << 8) | (value >> 8));
    const six = new Uint8Array(16);
    six.set([0x20, 0x01, 0x0d, 0xb8]);
    six[15] = 1;
    const { events } = readAll(
      etl,
      trace([
        buffer([headerRecord({ tick: 1000, start })], { type: 4 }),
        buffer([
          of(network, 10, 0, [700, 1460, 0x0100000a, 0x0200000a, port(443), port(50_000), 1, 2, 3, 4]),
          of(network, 59, 0, [700, 60, six, six, port(53), port(50_001), 0, 0]),
          of('a0c1853b-5c40-4b15-8766-3cf1c58f985a', 4104, 1, [1, 1, 'Get-Date', 'ab', '']),
          of('dd5ef90a-6398-47a4-ad34-4dcecdef795f', 1, 0, [u64(1)]),
        ]),
      ]),
    );
    const named = (kind: string) => events.find(each => each.kind === kind)?.fields;
    expect(named('Microsoft-Windows-Kernel-Network/TcpIp/DataSent')).toMatchObject({
      PID: 700,
      size: 1460,
      daddr: '10.0.0.1',
      saddr: '10.0.0.2',
      dport: 443,
      sport: 50_000,
    });
    expect(named('Microsoft-Windows-Kernel-Network/UdpIp/DataReceived')).toMatchObject({
      daddr: '2001:db8::1',
      dport: 53,
    });
    expect(named('Microsoft-Windows-PowerShell/ScriptBlock')).toMatchObject({ ScriptBlockText: 'Get-Date' });
    expect(events.map(({ kind }) => kind)).toContain('Microsoft-Windows-HttpService/1');
  });

  it('has samples of counters by source, with the last interval set before them', () => {
    const { samples } = readAll(
      etl,
      trace([
        buffer([headerRecord({ tick: 1000, start })], { type: 4 }),
        buffer([
          infoRecord(0x0f49, 3, 1001, [2, 65_536, 65_536, 'CacheMisses']),
          infoRecord(0x0f2f, 2, 2000, [u64(0x1000), 44, u16(2), u8(0), u8(0)]),
          infoRecord(0x0f48, 3, 2500, [2, 4096, 65_536, 'CacheMisses']),
          infoRecord(0x0f2f, 2, 3000, [u64(0x1000), 44, u16(2), u8(0), u8(0)]),
        ]),
      ]),
    );
    expect(samples.map(({ kind, period }) => [kind, period])).toEqual([
      ['PmcSample/CacheMisses', 65_536],
      ['PmcSample/CacheMisses', 4096],
    ]);
  });

  it('distinguishes threads and processes that had the same id one after the other', () => {
    const at = (tick: number, hook: number, version: number, parts: readonly Part[]) =>
      systemRecord(hook, version, tick, { pid: 4, tid: 8 }, parts);
    const { samples } = readAll(
      etl,
      trace([
        buffer([headerRecord({ tick: 1000, start })], { type: 4 }),
        buffer([
          at(1100, 0x0301, 4, processOf(40, 'one.exe')),
          at(1101, 0x0501, 3, threadOf(40, 44)),
          sample(1200),
          at(1300, 0x0502, 3, threadOf(40, 44)),
          at(1301, 0x0302, 4, processOf(40, 'one.exe')),
          at(1400, 0x0301, 4, processOf(40, 'two.exe')),
          at(1401, 0x0501, 3, threadOf(40, 44)),
          sample(1500),
        ]),
      ]),
    );
    expect(samples.map(({ thread }) => thread?.process)).toEqual(['one.exe', 'two.exe']);
  });
});
