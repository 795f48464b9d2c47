import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, incident, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { countLines } from '../kit/lines.ts';
import { differencesFromJson, ledgerTotal, timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { mpstat } from './format.ts';

const read = async (path: string, given = {}) => readAll(mpstat, await bytesOf(path), given);

describe('mpstat', () => {
  it('reads CPUs by number, leaves averages out, and takes the date from the banner', async () => {
    const recorder = await read(fixture('mpstat/mpstat-P-ALL.txt'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T17:58:09', '2026-11-21T17:58:10']);
    const values = valuesOf(recorder);
    expect(values.get('cpu 1 %idle')).toHaveLength(2);
    expect(recorder.allSeries.values.map(({ instance }) => instance)).toEqual(
      expect.arrayContaining(['all', '0', '1']),
    );
    expect(recorder.facts).toMatchObject({ host: 'vm', arch: 'x86_64', cpus: 2 });
    expect(recorder.metrics.some(metric => metric.sinceBoot)).toBe(false);
    expect(recorder.clocks).toMatchObject([{ domain: 'local', zone: null, dateFrom: 'banner' }]);
  });

  it.each([
    ['mpstat-de.txt', '2026-11-21T17:58:11', 36.36],
    ['mpstat-en_US.txt', '2026-11-21T17:58:12', 0],
    ['mpstat-ja.txt', '2026-11-21T17:58:13', 5.58],
  ])('reads the dates, times and numbers of %s', async (name, time, user) => {
    const recorder = await read(fixture(`mpstat/${name}`));
    expect(timesOf(recorder)).toEqual([time]);
    expect(valuesOf(recorder).get('cpu all %usr')).toEqual([user]);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('does not read the topology of a CPU as a measurement, and reads the row without it', async () => {
    const recorder = await read(fixture('mpstat/mpstat-T.txt'));
    expect(valuesOf(recorder).get('cpu all %idle')).toEqual([100]);
    expect(recorder.allSeries.values.map(({ counter }) => counter)).not.toContain('CORE');
  });

  it('reads old versions, which end the load with the interrupts', () => {
    const text = [
      'Linux 2.6.9-67.ELsmp (h) \t02/10/2010',
      '',
      '10:43:20 AM  CPU   %user   %nice %system %iowait    %irq   %soft   %idle    intr/s',
      '10:43:21 AM  all    1.00    0.00    2.00    0.00    0.00    0.00   97.00   1012.00',
      '',
    ].join('\n');
    expect(mpstat.sniff(ascii(text), '')).toBe('yes');
    const values = valuesOf(readAll(mpstat, ascii(text)));
    expect(values.get('cpu all %idle')).toEqual([97]);
    expect(values.get('interrupts all intr/s')).toEqual([1012]);
  });

  it('reports a cell that is not a number, and reads the others', () => {
    const text =
      'Linux 6.1 (h) \t2026-12-31 \t_x86_64_\t(2 CPU)\n\n10:00:00     CPU    %usr   %idle\n10:00:01     all    1.0x   99.00\n10:00:02     all     nan   98.00\n';
    const recorder = readAll(mpstat, ascii(text));
    expect([...valuesOf(recorder)]).toEqual([['cpu all %idle', [99, 98]]]);
    expect(recorder.problemCounts()).toEqual({ 'not-a-number': 1 });
  });

  it.each([
    ['05/11/2026', '17:58:12', '2026-11-05T17:58:12'],
    ['05/11/2026', '05:58:12 PM', '2026-05-11T17:58:12'],
    ['05/11/26', '17:58:12', '2026-05-11T17:58:12'],
  ])('reads %s beside %s', (date, time, expected) => {
    const text = `Linux 6.1 (h) \t${date} \t_x86_64_\t(2 CPU)\n\n${time}  CPU    %usr   %idle\n${time}  all    1.00   99.00\n`;
    const recorder = readAll(mpstat, ascii(text));
    expect(timesOf(recorder)).toEqual([expected]);
    expect(recorder.clocks[0]?.orderAssumed).toBe(true);
  });

  it('marks a single report as covering the time since boot', () => {
    const text = [
      'Linux 4.4.0-45-generic (h) \t2016-12-09 \t_x86_64_\t(2 CPU)',
      '',
      '13:21:31     CPU    %usr   %idle',
      '13:21:31     all    0,56   98,81',
      '',
    ].join('\n');
    const recorder = readAll(mpstat, ascii(text));
    expect(recorder.metrics.map(({ value, sinceBoot }) => [value, sinceBoot])).toEqual([
      [0.56, true],
      [98.81, true],
    ]);
  });

  it('continues on the next day at midnight', () => {
    const text = [
      'Linux 6.1 (h) \t2026-12-31 \t_x86_64_\t(2 CPU)',
      '',
      '23:59:59     CPU    %usr   %idle',
      '00:00:00     all    1.00   99.00',
      '00:00:01     all    2.00   98.00',
    ].join('\n');
    expect(timesOf(readAll(mpstat, ascii(text)))).toEqual(['2027-01-01T00:00:00', '2027-01-01T00:00:01']);
  });

  it('numbers the samples of Solaris, which have no time', () => {
    const titles = 'CPU minf mjf xcal  intr ithr  csw icsw migr smtx  srw syscl  usr sys  wt idl';
    const row = '  0  236   0   81   227    8   81    1    4    6    0   505    1   1   0  98';
    const recorder = readAll(mpstat, ascii([titles, row, titles, row].join('\n')));
    expect(recorder.metrics.map(metric => metric.row).at(-1)).toBe(1);
    expect(recorder.metrics.filter(metric => metric.sinceBoot)).toHaveLength(15);
    expect(valuesOf(recorder).get('cpu 0 syscl')).toEqual([505, 505]);
  });

  const keys = (counter: string): string =>
    counter.toLowerCase().replace('%', 'percent_').replace(/[/-]/g, '_');
  for (const name of [
    'centos-7.7/mpstat',
    'centos-7.7/mpstat-A',
    'centos-7.7/mpstat-A-2-5',
    'ubuntu-18.04/mpstat-A',
  ]) {
    const path = corpus(`jc/tests/fixtures/${name}.out`);
    it.skipIf(missing(path))(`agrees with jc on ${name}`, async () => {
      const bytes = await bytesOf(path);
      const recorder = readAll(mpstat, bytes);
      const rows = JSON.parse(readFileSync(path.replace(/out$/, 'json'), 'utf8'));
      const samples = rows.filter((row: { average?: boolean }) => row.average !== true);
      expect(differencesFromJson(recorder, samples, keys)).toEqual([]);
      expect(ledgerTotal(recorder)).toBe(countLines(bytes));
    });
  }

  const path = incident('disk-stall/mpstat.txt');
  it.skipIf(missing(path))('puts an incident on its date and clock', async () => {
    const recorder = await read(path);
    const times = timesOf(recorder);
    expect([times[0], times.at(-1), times.length]).toEqual([
      '2026-11-21T04:23:39',
      '2026-11-21T04:25:08',
      90,
    ]);
    expect(recorder.metrics).toHaveLength(2700);
    expect(recorder.counts.skipped).toBe(0);
  });
});
