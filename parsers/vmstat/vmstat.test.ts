import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, incident, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { countLines } from '../kit/lines.ts';
import { differencesFromJson, ledgerTotal, timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { vmstat } from './format.ts';

const read = async (path: string, given = {}) => readAll(vmstat, await bytesOf(path), given);

describe('vmstat', () => {
  it("reads samples with a time, whose zone is the column's title", async () => {
    const recorder = await read(fixture('vmstat/vmstat-t.txt'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T17:58:05', '2026-11-21T17:58:06', '2026-11-21T17:58:07']);
    expect(recorder.clocks).toMatchObject([{ domain: 'local', zone: 'UTC', zoneFrom: 'stated' }]);
    expect(recorder.metrics.filter(metric => metric.sinceBoot).every(metric => metric.row === 0)).toBe(true);
    const values = valuesOf(recorder);
    expect(values.get('system in')).toEqual([229, 118, 96]);
    expect(values.get('memory free')).toEqual([22140776, 22140776, 22140776]);
    expect(values.get('cpu id')).toEqual([87, 100, 100]);
    expect(values.get('disk bo')).toEqual([785, 0, 40]);
  });

  it('numbers samples without a time, and gives them times if start and interval are given', async () => {
    const path = fixture('vmstat/vmstat-wa.txt');
    const bare = await read(path);
    expect(bare.clocks).toMatchObject([{ domain: 'none', utcOffset: null }]);
    expect(new Set(bare.metrics.map(({ ts, row }) => `${ts} ${row}`))).toEqual(new Set(['null 0', 'null 1']));
    const placed = await read(path, { start: 5_000_000_000n, interval: 1e9 });
    expect(placed.clocks).toMatchObject([{ domain: 'none', utcOffset: 5_000_000_000n }]);
    expect(new Set(placed.metrics.map(metric => metric.ts))).toEqual(new Set([0, 1e9]));
  });

  it('distinguishes system calls from system time, and reads disk names, on Solaris', () => {
    const text = [
      ' kthr      memory            page            disk          faults      cpu',
      ' r b w   swap  free  re  mf pi po fr de sr s0 s1 s2 s3   in   sy   cs us sy id',
      ' 0 0 0 31572624 31678096 229 829 0 0 0 0 47 -0 -0 2  2  424 1513  321  1  1 99',
      '',
    ].join('\n');
    const recorder = readAll(vmstat, ascii(text));
    const values = valuesOf(recorder);
    expect(values.get('system sy')).toEqual([1513]);
    expect(values.get('cpu sy')).toEqual([1]);
    expect(values.get('disk s0 operations')).toEqual([0]);
    expect(Object.is(values.get('disk s0 operations')?.[0], 0)).toBe(true);
    expect(values.get('disk s2 operations')).toEqual([2]);
    expect(values.get('paging sr')).toEqual([47]);
  });

  it('reads AIX, with its configuration line, its rule under the groups and the time of -t', () => {
    const text = [
      'System configuration: lcpu=4 mem=8192MB ent=0.50',
      '',
      'kthr    memory              page              faults              cpu             time  ',
      '----- ----------- ------------------------ ------------ ----------------------- --------',
      ' r  b   avm   fre  re  pi  po  fr   sr  cy  in   sy  cs us sy id wa    pc    ec hr mi se',
      ' 1  2 301113 1641  0   3   4   5    6   0   7 1203 150  8  9 80  3  0.01   1.5 12:01:01',
    ].join('\n');
    const recorder = readAll(vmstat, ascii(text), { modified: 1_700_000_000_000_000_000n });
    const values = valuesOf(recorder);
    expect(values.get('cpu pc')).toEqual([0.01]);
    expect(values.get('system sy')).toEqual([1203]);
    expect(values.get('cpu sy')).toEqual([9]);
    expect(timesOf(recorder)).toEqual(['2023-11-14T12:01:01']);
    expect(recorder.counts).toEqual({ used: 5, blank: 1, skipped: 0 });
  });

  it('takes memory as MiB if it cannot be kB, and says so', () => {
    const text =
      ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n19  0      0  14301    180   4649    0    2   148  3160  893 3817 75 14 11  0  0\n';
    const recorder = readAll(vmstat, ascii(text));
    const values = valuesOf(recorder);
    expect(['memory free', 'swap so', 'disk bi'].map(key => values.get(key)?.[0])).toEqual([
      14301 * 1024,
      2048,
      148,
    ]);
    expect(recorder.problemCounts()).toEqual({ 'unit-guessed': 1 });
  });

  it('takes the time of each run, and its row since boot, from a collector’s file', () => {
    const titles = [
      'procs -----------memory---------- ---swap-- -----io---- --system-- -----cpu-----',
      ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st',
    ];
    const row = (r: number) =>
      `${r}  0    376 141000624 945216 8464640    0    0     2   806 31414 37894  2  1 97  0  0`;
    const text = [
      'zzz ***Fri Apr 12 21:21:49 +07 2019',
      ...titles,
      row(2),
      row(5),
      row(6),
      'zzz ***Fri Apr 12 21:22:19 +07 2019',
      ...titles,
      row(3),
      row(44),
    ].join('\n');
    const recorder = readAll(vmstat, ascii(text));
    expect(recorder.counts.skipped).toBe(0);
    expect(recorder.lastClock).toMatchObject({ domain: 'utc', source: 'report-times' });
    const zero = Number((recorder.lastClock?.zero ?? 0n) / 1_000_000_000n);
    expect(
      recorder.metrics
        .filter(({ series }) => series.counter === 'r')
        .map(({ ts, value, sinceBoot }) => [
          new Date((zero + ts! / 1e9) * 1000).toISOString(),
          value,
          sinceBoot,
        ]),
    ).toEqual([
      ['2019-04-12T14:21:49.000Z', 2, true],
      ['2019-04-12T14:21:49.000Z', 5, false],
      ['2019-04-12T14:21:50.000Z', 6, false],
      ['2019-04-12T14:22:19.000Z', 3, true],
      ['2019-04-12T14:22:19.000Z', 44, false],
    ]);
  });

  it('reads the disks of -d as counts since boot', async () => {
    const recorder = await read(fixture('vmstat/vmstat-d.txt'));
    expect(recorder.allSeries.values.every(({ object }) => object === 'disk')).toBe(true);
    expect(
      recorder.allSeries.values.filter(({ cumulative }) => !cumulative).map(({ counter }) => counter),
    ).toContain('IO cur');
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads the totals of -s and -D', async () => {
    const values = valuesOf(await read(fixture('vmstat/vmstat-s.txt')));
    expect(values.get('memory total memory')).toEqual([24684084]);
    expect(valuesOf(await read(fixture('vmstat/vmstat-D.txt'))).get('system disks')).toEqual([10]);
  });

  it('reads a zone that is a name as a guess', () => {
    const text = [
      'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu----- -----timestamp-----',
      ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st                 PDT',
      ' 3  0      0 209891  24488 340312    0    0  1524  4841  563 1709 26  4 68  1  0 2026-11-21 04:23:38',
    ].join('\n');
    expect(readAll(vmstat, ascii(text)).clocks).toMatchObject([
      { domain: 'local', zone: '-07:00', zoneFrom: 'abbreviation' },
    ]);
  });

  it('skips rows that do not fit', () => {
    const text = ' r b swpd free buff cache si so bi bo in cs us sy id wa st\n 1 0 0 1 2\nFatal: nothing\n';
    const recorder = readAll(vmstat, ascii(text));
    expect(recorder.counts).toEqual({ used: 1, blank: 0, skipped: 2 });
    expect(recorder.problemCounts()).toEqual({ 'unknown-line': 2 });
  });

  const truth = [
    ...['vmstat', 'vmstat-a', 'vmstat-at-5-10', 'vmstat-awt', 'vmstat-w', 'vmstat-d', 'vmstat-dt'].map(
      name => `centos-7.7/${name}`,
    ),
    'ubuntu-18.04/vmstat-1-long',
    'generic/vmstat-extra-wide',
  ];
  const keys: Readonly<Record<string, string>> = {
    r: 'runnable_procs',
    b: 'uninterruptible_sleeping_procs',
    swpd: 'virtual_mem_used',
    free: 'free_mem',
    buff: 'buffer_mem',
    cache: 'cache_mem',
    inact: 'inactive_mem',
    active: 'active_mem',
    si: 'swap_in',
    so: 'swap_out',
    bi: 'blocks_in',
    bo: 'blocks_out',
    in: 'interrupts',
    cs: 'context_switches',
    us: 'user_time',
    sy: 'system_time',
    id: 'idle_time',
    wa: 'io_wait_time',
    st: 'stolen_time',
    'reads total': 'total_reads',
    'reads merged': 'merged_reads',
    'reads sectors': 'sectors_read',
    'reads ms': 'reading_ms',
    'writes total': 'total_writes',
    'writes merged': 'merged_writes',
    'writes sectors': 'sectors_written',
    'writes ms': 'writing_ms',
    'IO cur': 'current_io',
    'IO sec': 'io_seconds',
  };
  for (const name of truth) {
    const path = corpus(`jc/tests/fixtures/${name}.out`);
    it.skipIf(missing(path))(`agrees with jc on ${name}`, async () => {
      const bytes = await bytesOf(path);
      const recorder = readAll(vmstat, bytes);
      const rows = JSON.parse(readFileSync(path.replace(/out$/, 'json'), 'utf8'));
      for (const row of rows) {
        delete row.epoch;
        delete row.epoch_utc;
      }
      expect(differencesFromJson(recorder, rows, counter => keys[counter] ?? counter)).toEqual([]);
      expect(ledgerTotal(recorder)).toBe(countLines(bytes));
      expect(vmstat.sniff(bytes, '')).toBe('yes');
    });
  }

  const path = incident('disk-stall/vmstat.txt');
  it.skipIf(missing(path))('puts an incident on its date and clock', async () => {
    const recorder = await read(path);
    const times = timesOf(recorder);
    expect([times[0], times.at(-1)]).toEqual(['2026-11-21T04:23:38', '2026-11-21T04:25:09']);
    expect(recorder.counts.skipped).toBe(0);
  });
});
