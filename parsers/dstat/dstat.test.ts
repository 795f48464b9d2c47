import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { dstat } from './format.ts';

const read = async (path: string) => readAll(dstat, await bytesOf(path));

describe('dstat', () => {
  it('reads times with the year and zone of the preamble, the first sample since boot', async () => {
    const recorder = await read(fixture('dstat/time.csv'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T19:09:40', '2026-11-21T19:09:41', '2026-11-21T19:09:42']);
    expect(recorder.lastClock).toMatchObject({
      domain: 'local',
      zone: 'UTC',
      zoneFrom: 'stated',
      yearFrom: 'header',
    });
    expect(recorder.facts).toMatchObject({ host: 'vm', command: expect.stringContaining('-tcdnmspyl') });
    expect(new Set(recorder.metrics.filter(({ sinceBoot }) => sinceBoot).map(({ row }) => row))).toEqual(
      new Set([0]),
    );
    const values = valuesOf(recorder);
    expect(values.get('cpu all usr')).toEqual([55.138, 70.558, 58]);
    expect(values.get('disk vda writ')).toEqual([4365252.386, 667648, 180224]);
    expect(values.get('disk total read')).toHaveLength(3);
    expect(values.get('load 15m')).toEqual([6.43, 6.43, 6.43]);
    expect(recorder.counts).toEqual({ used: 9, blank: 0, skipped: 0 });
  });

  it('reads seconds since 1970', async () => {
    const recorder = await read(fixture('dstat/epoch.csv'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T19:09:42.498Z', '2026-11-21T19:09:43.498Z']);
    expect(recorder.lastClock).toMatchObject({ domain: 'utc', source: 'epoch-seconds' });
  });

  it('continues in the next year', () => {
    const recorder = readAll(
      dstat,
      ascii(
        [
          '"Dstat 0.8.0 CSV output"',
          '"Cmdline:","dstat -tc",,,,"Date:","31 Dec 2026 23:59:58 CET"',
          '"system","procs"',
          '"time","run"',
          '31-12 23:59:59,1',
          '01-01 00:00:00,2',
          'nonsense',
        ].join('\n'),
      ),
    );
    expect(timesOf(recorder)).toEqual(['2026-12-31T23:59:59', '2027-01-01T00:00:00']);
    expect(recorder.lastClock).toMatchObject({ zone: '+01:00', zoneFrom: 'abbreviation' });
    expect(recorder.counts.skipped).toBe(1);
  });

  it('reads its terminal: screens with titles, times, suffixes', () => {
    const titles =
      '----system---- --total-cpu-usage-- -dsk/total- --dsk/dm-0- ---system-- ---load-avg---\n' +
      '     time     |usr sys idl wai stl| read  writ: read  writ| int   csw | 1m   5m  15m \n';
    const text =
      `${titles}11-06 09:15:02|  3   1  95   1   0|  12k  345k:   0     0 | 512   812 |0.62 0.80 1.01\n` +
      `11-06 09:15:03| 41  12   2  45   0|  55M  123k:   0  1234B|9512    31k|0.62 0.80 1.01\n` +
      `${titles}11-06 09:15:04| 38  14   0  48   0|  61M    0 :   0    12k|9412    33k|0.62 0.80 1.01 missed 2 ticks\nnonsense\n`;
    expect(dstat.sniff(ascii(text), '')).toBe('yes');
    const recorder = readAll(dstat, ascii(text), { year: 2024 });
    expect(timesOf(recorder)).toEqual(['2024-06-11T09:15:02', '2024-06-11T09:15:03', '2024-06-11T09:15:04']);
    expect(recorder.counts).toEqual({ used: 7, blank: 0, skipped: 1 });
    const values = valuesOf(recorder);
    expect(values.get('cpu all wai')).toEqual([1, 45, 48]);
    expect(values.get('disk total read')).toEqual([12 * 1024, 55 * 1024 ** 2, 61 * 1024 ** 2]);
    expect(values.get('disk dm-0 writ')).toEqual([0, 1234, 12 * 1024]);
    expect(values.get('system csw')).toEqual([812, 31_000, 33_000]);
    expect(values.get('load 15m')).toEqual([1.01, 1.01, 1.01]);
    expect(recorder.metrics.filter(({ sinceBoot }) => sinceBoot).every(({ row }) => row === 0)).toBe(true);
  });

  it('does not take the groups of vmstat for its own', () => {
    const text =
      '--procs-- -----memory---- ---swap-- -----io---- -system-- ----cpu----\n r  b  swpd  free  si  so  bi  bo  in  cs us sy\n';
    expect(dstat.sniff(ascii(text), '')).toBe('no');
  });

  const pcp = corpus('perfkit/tests/data/dstat-result.csv');
  it.skipIf(missing(pcp))('reads pcp-dstat, including broken quotes and numbered interrupts', async () => {
    const recorder = await read(pcp);
    expect(recorder.counts.skipped).toBe(0);
    const values = valuesOf(recorder);
    expect(values.get('disk sda writ')?.[0]).toBe(280219.327);
    expect(values.get('interrupts 25')?.[0]).toBe(3481.518);
    expect(recorder.metrics.some(({ sinceBoot }) => sinceBoot)).toBe(false);
    expect(recorder.allSeries.values).toHaveLength(61);
  });
});
