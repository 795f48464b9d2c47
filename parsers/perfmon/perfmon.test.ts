import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { ledgerTotal, timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { columnOf } from '../kit/pdh/columns.ts';
import { readAll } from '../kit/recorder.ts';
import { perfmon } from './format.ts';

const read = async (path: string, given = {}) => readAll(perfmon, await bytesOf(path), given);
const lines = (...rows: string[]) => readAll(perfmon, ascii(rows.join('\n')));
const titles = '"(PDH-CSV 4.0) (India Standard Time)(-330)","\\\\H\\Memory\\Pages/sec","\\\\H\\Memory\\Free"';

describe('perfmon', () => {
  it('reads output of typeperf: blank cells are not values, messages are not rows', async () => {
    const recorder = await read(fixture('perfmon/typeperf.csv'));
    expect(recorder.counts).toEqual({ used: 6, blank: 2, skipped: 0 });
    expect(timesOf(recorder)).toEqual([
      '2026-11-21T23:59:58.013Z',
      '2026-11-21T23:59:59.028Z',
      '2026-11-22T00:00:00.041Z',
    ]);
    expect(recorder.lastClock).toMatchObject({ domain: 'local', zone: null, source: 'row-times' });
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({
      'Processor _Total % Processor Time': [13.959073156484624, -0.0015],
      'Process app#1 Private Bytes': [10485760, 10485760, 10489856],
      'PhysicalDisk 0 C: Avg. Disk sec/Read': [0.0005625, 0],
    });
    expect(recorder.allSeries.values.map(({ unit }) => unit)).toEqual(['B', '%', 's']);
    expect(recorder.problems).toEqual([]);
  });

  it('reads tabs, the zone, and a truncated row', async () => {
    const recorder = await read(fixture('perfmon/relog.tsv'));
    expect(recorder.lastClock).toMatchObject({ domain: 'local', zone: '-04:00', zoneFrom: 'stated' });
    expect(recorder.facts).toMatchObject({ host: 'WEB1', other: { zone: 'Eastern Daylight Time' } });
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({
      'Memory Available MBytes': [7638, 6768],
      'Network Interface Intel[R] PRO (1000) Bytes Total/sec': [1229.25],
    });
  });

  it('leaves out a value that the end of the file cuts', () => {
    const text =
      '"(PDH-CSV 4.0)","\\\\H\\Memory\\Pages/sec"\n"01/02/2026 00:00:00.000","11"\n"01/02/2026 00:00:01.000","12';
    const pages = (cut: string) => valuesOf(readAll(perfmon, ascii(cut))).get('Memory Pages/sec');
    expect(pages(text)).toEqual([11]);
    expect(readAll(perfmon, ascii(text)).problemCounts()).toEqual({ 'cut-off': 1 });
    expect(pages(`${text}"`)).toEqual([11, 12]);
  });

  it('guesses the code page by words, and a Russian zone by its number, and reports both', async () => {
    const recorder = await read(fixture('perfmon/cp1251.csv'));
    expect(recorder.allSeries.values[0]).toMatchObject({
      object: 'Процесс',
      counter: '% загруженности процессора',
    });
    expect(recorder.lastClock).toMatchObject({ zone: '+03:00', zoneFrom: 'abbreviation' });
    expect(recorder.problemCounts()).toEqual({ 'code-page-guessed': 1 });
  });

  it('recognises French, and does not change UTF-8', () => {
    const french = (encode: (text: string) => number[]) =>
      Uint8Array.from(encode('"(PDH-CSV 4.0)","\\\\H\\Mémoire\\Pages/s"\n"01/02/2026 00:00:00.000","1"\n'));
    const objectOf = (bytes: Uint8Array) => readAll(perfmon, bytes).allSeries.values[0]!.object;
    expect(objectOf(french(text => [...text].map(char => char.charCodeAt(0))))).toBe('Mémoire');
    expect(objectOf(french(text => [...new TextEncoder().encode(text)]))).toBe('Mémoire');
  });

  it('distinguishes repeated titles, and reports them', () => {
    const recorder = lines('(PDH-CSV 4.0),\\\\H\\P(a)\\x,\\\\H\\P(a)\\x', '01/02/2026 00:00:00.000,1,2', '');
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({ 'P a x': [1], 'P a (2) x': [2] });
    expect(recorder.problemCounts()).toEqual({ 'titles-repeated': 1 });
  });

  it('reads numbers with a decimal comma, and skips no more than necessary', () => {
    const recorder = lines(
      titles,
      '"01/02/2026 00:00:00.000","1,5","x"',
      '"01/02/2026 00:00:01.000","2","3","4"',
      'no time,1,2',
      '"01/02/2026 00:00:02.000","5","6",',
    );
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({
      'Memory Pages/sec': [1.5, 2, 5],
      'Memory Free': [3, 6],
    });
    expect(recorder.problemCounts()).toEqual({
      'not-a-number': 1,
      'cells-without-title': 1,
      'row-without-time': 1,
    });
    expect(recorder.counts).toEqual({ used: 4, blank: 0, skipped: 1 });
  });

  it('leaves out an average over no operations, in either order of columns', () => {
    const recorder = lines(
      '"(PDH-CSV 4.0) (UTC)(0)","\\\\H\\PhysicalDisk(0 C:)\\Avg. Disk sec/Read","\\\\H\\PhysicalDisk(0 C:)\\Disk Reads/sec","\\\\H\\PhysicalDisk(1 D:)\\Disk Reads/sec","\\\\H\\PhysicalDisk(1 D:)\\Avg. Disk sec/Read","\\\\H\\PhysicalDisk(0 C:)\\Avg. Disk sec/Write"',
      '"01/02/2026 00:00:00.000","0","0","3","0.002","0"',
      '"01/02/2026 00:00:01.000","0","7","0","0","0"',
      '"01/02/2026 00:00:02.000","0.004","9","0","0"',
      '"01/02/2026 00:00:03.000","0"," "," ","0","0"',
    );
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({
      'PhysicalDisk 0 C: Disk Reads/sec': [0, 7, 9],
      'PhysicalDisk 1 D: Disk Reads/sec': [3, 0, 0],
      // Without a count of its operations, 0 stays 0.
      'PhysicalDisk 0 C: Avg. Disk sec/Read': [0, 0.004, 0],
      'PhysicalDisk 1 D: Avg. Disk sec/Read': [0.002, 0],
      'PhysicalDisk 0 C: Avg. Disk sec/Write': [0, 0, 0],
    });
  });

  it('starts again if another capture was appended', () => {
    const recorder = lines(
      titles,
      '"01/02/2026 00:00:00.000","1","2"',
      '"(PDH-CSV 4.0) (India Standard Time)(-330)","\\\\H\\Memory\\Free"',
      '"01/02/2026 00:00:01.000","3"',
    );
    expect(valuesOf(recorder).get('Memory Free')).toEqual([2, 3]);
  });

  it.each([
    ['ends', '11/01/2026', ['01:59:30', '01:59:45', '01:00:00', '01:00:15'], [0, 15, 30, 45]],
    ['begins', '03/08/2026', ['01:59:30', '01:59:45', '03:00:00', '03:00:15'], [0, 15, 30, 45]],
    ['by day, an hour is missing', '03/08/2026', ['12:59:30', '12:59:45', '14:00:00'], [0, 15, 3630]],
    ['the clock was set', '11/01/2026', ['01:59:30', '01:59:45', '01:40:00'], [0, 15, -1170]],
  ])('continues when daylight saving changes: %s', (change, date, times, expected) => {
    const recorder = lines(titles, ...times.map(time => `"${date} ${time}.000","1","2"`));
    const seconds = recorder.metrics.map(({ ts }) => (ts ?? Number.NaN) / 1e9).filter((_, i) => i % 2 === 0);
    expect(seconds).toEqual(expected);
    const isChange = /^(?:ends|begins)$/.test(change);
    expect(recorder.problemCounts()).toEqual(isChange ? { 'daylight-saving': 1 } : {});
  });

  it('splits a title into its parts', () => {
    expect(columnOf('\\\\H\\Physical Cpu Load\\Cpu Load (1 Minute Avg)')).toMatchObject({
      host: 'H',
      object: 'Physical Cpu Load',
      instance: null,
      counter: 'Cpu Load (1 Minute Avg)',
    });
    expect(columnOf('\\Disk(a(b)\\c)\\% x')).toMatchObject({ host: null, instance: 'a(b)\\c', unit: '%' });
    expect(columnOf('comment')).toBeNull();
  });

  const cyrillic = corpus('perfmon-misc/waflia-PDH_Converter.DataCollector01.cp1251.csv');
  it.skipIf(missing(cyrillic))('reads a capture of a thousand localised columns', async () => {
    const recorder = await read(cyrillic);
    expect(recorder.allSeries.values).toHaveLength(1104);
    expect(valuesOf(recorder).get('Процесс Idle % загруженности процессора')).toHaveLength(25);
    expect(ledgerTotal(recorder)).toBe(27);
    expect(recorder.counts.skipped).toBe(0);
  });
});
