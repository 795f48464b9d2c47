import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { readAll } from '../kit/recorder.ts';
import { tracerptCsv, tracerptXml } from './format.ts';

const at = (zero: bigint | undefined) => new Date(Number((zero ?? 0n) / 1_000_000n)).toISOString();

describe('CSV of tracerpt', () => {
  const dump = async () => readAll(tracerptCsv, await bytesOf(fixture('tracerpt-csv/dumpfile.csv')));

  it('has times as FILETIME', async () => {
    const { lastClock, events } = await dump();
    expect(at(lastClock?.zero)).toBe('2022-06-18T04:26:40.123Z');
    expect(events.at(-1)?.ts).toBe(3_200_000);
  });

  it('has the fields of kernel events by their documented names, and switches by their roles', async () => {
    const { events } = await dump();
    expect(events.find(({ kind }) => kind === 'Thread/CSwitch')?.fields).toMatchObject({
      NewThreadId: 0,
      OldThreadId: 4852,
      OldThreadState: 'Waiting',
      OldThreadWaitReason: 'UserRequest',
    });
    expect(events.find(({ kind }) => kind === 'DiskIo/Read')?.fields).toMatchObject({ TransferSize: 4096 });
  });

  it('has samples by their address, and names of processes from their begin on', async () => {
    const { samples, events, facts } = await dump();
    expect(samples).toHaveLength(1);
    expect(samples[0]?.frames[0]).toMatchObject({ symbol: '[unknown]', address: 0xfffff80312345678n });
    expect(samples[0]?.thread).toEqual({ process: null, pid: null, tid: 4852 });
    expect(events.at(-1)).toMatchObject({
      kind: 'Example-Provider/Start',
      level: 'warning',
      thread: { process: 'server.exe', pid: 6700, tid: 4852 },
      fields: { 'data 1': 17, 'data 2': '/orders?a=1, b=2' },
    });
    expect(facts.cpus).toBe(8);
  });

  it('reports lost events, raw ticks, and truncated rows', async () => {
    expect((await dump()).problemCounts()).toEqual({ 'events-lost': 1 });
    const raw = readAll(tracerptCsv, await bytesOf(fixture('tracerpt-csv/raw-times.csv')));
    expect(raw.problemCounts()).toEqual({ 'raw-times': 1 });
    expect(raw.events.every(({ ts }) => ts === null)).toBe(true);
    const header = 'Event Name, Type, PID, TID, Clock-Time, Kernel(ms), User(ms), User Data';
    const cut = readAll(tracerptCsv, ascii(`${header}\nProcess, Start, 0x1\n`));
    expect(cut.counts).toEqual({ used: 1, blank: 0, skipped: 1 });
  });
});

describe('XML of tracerpt', () => {
  it('has events over several lines and on one, with times of any zone', async () => {
    const { events, lastClock, counts, problems } = readAll(
      tracerptXml,
      await bytesOf(fixture('tracerpt-xml/dumpfile.xml')),
    );
    expect(at(lastClock?.zero)).toBe('2022-06-18T04:26:40.123Z');
    expect(events.map(({ ts, kind, cpu, lines }) => [ts, kind, cpu, lines])).toEqual([
      [0, 'Process/Start', 2, 26],
      [3_200_000, 'Example-Provider/Request/Start', 1, 1],
      [76_543_300, '{11111111-0002-0003-0405-060708090a0b}/9', 0, 1],
    ]);
    expect(events[0]?.fields.CommandLine).toBe('server.exe -x "a & b"');
    expect(events[1]).toMatchObject({
      level: 'warning',
      thread: { process: 'server.exe', pid: 6700 },
      message: 'Request begins',
      fields: { url: '/orders?a=1', size: 42 },
    });
    expect(events[2]).toMatchObject({ thread: null, fields: { binary: '0A0B0C' } });
    expect([counts.skipped, problems]).toEqual([0, []]);
  });

  it('leaves out a truncated event, and reports it', () => {
    const { events, counts, problems } = readAll(
      tracerptXml,
      ascii('<Events>\n<Event>\n<System><Execution ProcessorID="1"/>\n'),
    );
    expect([events.length, counts.skipped, problems[0]?.code]).toEqual([0, 2, 'event-cut']);
  });
});
