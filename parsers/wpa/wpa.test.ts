import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { readAll } from '../kit/recorder.ts';
import { wpa } from './format.ts';
import { columnOf, parseHeader } from './header.ts';
import { numberOf } from './numbers.ts';
import { parseStackCell } from './stack-tree.ts';

const read = async (name: string) => readAll(wpa, await bytesOf(fixture(`wpa/${name}`)));

describe('numbers', () => {
  it.each([
    ['26,420.482528', 'decimal', 26420.482528],
    ['39.992,941063', 'decimal', 39992.941063],
    ['1,176567818', 'decimal', 1.176567818],
    ['5.909', 'decimal', 5.909],
    ['4,13', 'decimal', 4.13],
    ['1\u202f234,5', 'decimal', 1234.5],
    ['4,096', 'whole', 4096],
    ['4.096', 'whole', 4096],
    ['1,234,567', 'decimal', 1234567],
    ['n/a', 'decimal', Number.NaN],
  ] as const)('%s in a column of %s numbers', (text, kind, value) => {
    expect(numberOf(text, kind)).toBe(value);
  });

  it('have the unit of their column, however its µ is encoded', () => {
    for (const title of ['IO Time (µs)', 'IO Time (μs)', 'IO Time (us)', 'IO Time (Âµs)', 'IO Time (?s)'])
      expect(columnOf(title)).toMatchObject({ name: 'io time', unit: 'µs', number: 'decimal' });
    expect(columnOf('Weight (in view) (ms) Sum')).toMatchObject({ name: 'weight', unit: 'ms' });
  });
});

it('tables of other tools are not recognised', () => {
  for (const line of ['time,cpu,process', 'Date,Name,Count', 'Process,Count', 'a,b'])
    expect(parseHeader(line), line).toBeNull();
});

describe('stacks in rows', () => {
  it.each([
    ['[Root]', 0, false, '[Root]'],
    ['  |- a.exe!f', 1, true, 'a.exe!f'],
    ['  |    a.exe!g', 1, false, 'a.exe!g'],
    ['  |    |    |- ?!?', 3, true, '?!?'],
  ])('%s', (cell, level, isBranch, name) => {
    expect(parseStackCell(cell)).toEqual({ level, isBranch, name });
  });

  it('become samples of the innermost rows, whose sum is that of the groups', async () => {
    const recorder = await read('stack-copied.txt');
    expect(recorder.samples.map(({ thread, weight, stack }) => [thread?.tid, weight, stack])).toEqual([
      [5000, 1, 'RtlUserThreadStart;std::invoke<int, char>'],
      [5000, 4, 'RtlUserThreadStart;std::invoke<int, char>;find'],
      [5000, 1, 'RtlUserThreadStart;std::invoke<int, char>'],
      [5000, 1, '[unknown]'],
      [5004, 3, 'start'],
      [null, 5, null],
    ]);
    expect(recorder.samples.every(({ ts }) => ts === null)).toBe(true);
    expect(recorder.problems).toEqual([]);
  });
});

describe('tables', () => {
  it('Disk Usage: requests, at the time of their begin', async () => {
    const { events, lastClock } = await read('disk.csv');
    expect(lastClock).toMatchObject({ domain: 'none', source: 'run-seconds', utcOffset: null });
    expect(events.map(({ ts, duration }) => [ts, duration])).toEqual([
      [1_629_472_000, 1_018_974],
      [2_020_000_000, 580_000],
      [2_500_000_000, 5909],
    ]);
    expect(events[1]).toMatchObject({
      thread: { process: 'server.exe', pid: 4120, tid: 5000 },
      fields: { 'Path Name': 'C:\\data\\orders, 2024.db', 'Size (B)': 65536, 'IO Type': 'Read' },
    });
    expect(events[2]?.thread).toBeNull();
  });

  it('CPU Usage (Precise): states of threads, if a row is one switch', async () => {
    const { rows, events } = await read('precise.csv');
    expect(
      rows
        .get('state')
        ?.map(({ thread, ts, duration, state }) => [(thread as { tid: number }).tid, ts, duration, state]),
    ).toEqual([
      [5000, 2_010_000, 595_000, 'waiting'],
      [5000, 2_605_000, 15_000, 'ready'],
      [5000, 2_620_000, 380_000, 'running'],
    ]);
    expect(rows.get('state')?.[0]).toMatchObject({
      reason: 'UserRequest',
      stack: 'RtlUserThreadStart;serve;KiSwapContext',
      waker: { process: 'Idle' },
    });
    expect(events.map(({ duration }) => duration)).toEqual([380_000, 1_000_000, null]);
  });

  it('CPU Usage (Sampled): samples, in number formats of any language', async () => {
    const { samples } = await read('sampled.csv');
    expect(samples.map(({ ts, cpu, weight, period, stack }) => [ts, cpu, weight, period, stack])).toEqual([
      [1_000_000, 1, 1, 998_200, 'Table<int,4>::find'],
      [1_000_002_000_000, 1, 3, 1_002_994_600, 'NtReadFile'],
    ]);
  });

  it('Generic Events: events of any provider, with two columns of one title', async () => {
    const { events } = await read('generic.csv');
    expect(events[0]).toMatchObject({
      ts: 3_200_000,
      kind: 'Example-Provider/Request/win:Start',
      component: 'Example-Provider',
      fields: { Id: 17, url: '/orders?a=1,b=2', 'Time (s) 2': 'x' },
    });
  });
});

const disk = 'etwanalyzer/ETWAnalyzer_uTest/TestData/Disk_Usage_Utilization_by_Disk.csv';
describe.skipIf(missing(corpus(disk)))('real tables', () => {
  it('Disk Usage', async () => {
    const { events, counts, problems } = readAll(wpa, await bytesOf(corpus(disk)));
    expect([events.length, counts, problems]).toEqual([600, { used: 601, blank: 0, skipped: 0 }, []]);
    // Sums computed from the file by another program.
    const sizes = events.map(({ fields }) => Number(fields['Size (B)']));
    expect(sizes.reduce((sum, size) => sum + size)).toBe(19_994_112);
  });

  it('Disk Usage of a German machine, and one without rows', async () => {
    const german = readAll(wpa, await bytesOf(corpus(disk.replace('.csv', '_DE.csv'))));
    expect(german.events.map(({ ts, duration }) => [ts, duration])).toEqual([[1_176_561_909, 5909]]);
    const empty = readAll(wpa, await bytesOf(corpus(disk.replace('.csv', '_Empty.csv'))));
    expect([empty.events, empty.counts.used, empty.counts.skipped]).toEqual([[], 1, 0]);
  });

  it.each([
    ['wpa-clipboard-cpu-sampled-stack.txt', 1581, {}],
    ['wpa-clipboard-dpcisr-german-numbers.txt', 40246, { 'rows-missing': 1 }],
    ['wpa-clipboard-stack-with-commas.txt', 17789, { 'rows-missing': 1 }],
  ])('%s: samples add up to the count of its first row', async (name, whole, problems) => {
    const recorder = readAll(wpa, await bytesOf(corpus(`doc-excerpts/${name}`)));
    expect(recorder.counts.skipped).toBe(0);
    expect(recorder.samples.reduce((sum, { weight }) => sum + weight, 0)).toBe(whole);
    expect(recorder.problemCounts()).toEqual(problems);
  });
});
