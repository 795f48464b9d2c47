import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, incident, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { sar } from './format.ts';

const read = async (path: string) => readAll(sar, await bytesOf(path));
const rowsOf = (recorder: Recorder): number[] => [...new Set(recorder.metrics.map(metric => metric.row))];

describe('sar', () => {
  it('reads one table after the other over the same times', async () => {
    const recorder = await read(fixture('sar/sar-f.txt'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T17:58:24', '2026-11-21T17:58:25', '2026-11-21T17:58:26']);
    expect(rowsOf(recorder)).toEqual([0, 1, 2]);
    expect(recorder.counts.skipped).toBe(0);
    expect(new Set(recorder.allSeries.values.map(({ object }) => object))).toEqual(
      new Set(['cpu', 'disk', 'memory', 'scheduler', 'network']),
    );
  });

  it('reads alternating tables of a running sar, with AM and PM', async () => {
    const recorder = await read(fixture('sar/sar-live-en_US.txt'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T17:58:27', '2026-11-21T17:58:28']);
    expect(rowsOf(recorder)).toEqual([0, 1]);
  });

  it('reads decimal commas', async () => {
    expect(valuesOf(await read(fixture('sar/sar-de.txt'))).get('cpu all %idle')?.[0]).toBe(100);
  });

  it('continues over midnight in each table, and begins each table on the first day', () => {
    const table = (titles: string) => [
      '',
      `23:00:00  ${titles}`,
      '23:30:00  1.00 2.00',
      '00:30:00  3.00 4.00',
      'Average:  2.00 3.00',
    ];
    const text = [
      'Linux 6.1 (h) \t2026-11-21 \t_x86_64_\t(2 CPU)',
      ...table('proc/s cswch/s'),
      ...table('pswpin/s pswpout/s'),
    ];
    const recorder = readAll(sar, ascii(text.join('\n')));
    expect(timesOf(recorder)).toEqual(['2026-11-21T23:30:00', '2026-11-22T00:30:00']);
    expect(recorder.metrics.map(metric => metric.row)).toEqual([0, 0, 1, 1, 0, 0, 1, 1]);
  });

  it('starts a new section after a restart, which is an event', () => {
    const text = [
      'Linux 6.1 (h) \t2026-11-21 \t_x86_64_\t(2 CPU)',
      '',
      '13:00:00        CPU     %user     %idle',
      '13:10:00        all      1.00     99.00',
      '',
      '13:37:29     LINUX RESTART\t(2 CPU)',
      '13:39:09     COM Testing sysstat!',
      '',
      '13:40:00        CPU     %user     %idle',
      '13:50:00        all      2.00     98.00',
    ].join('\n');
    const recorder = readAll(sar, ascii(text));
    expect(recorder.events.map(({ kind, message }) => [kind, message])).toEqual([
      ['restart', 'LINUX RESTART\t(2 CPU)'],
      ['comment', 'Testing sysstat!'],
    ]);
    expect(recorder.events.map(({ ts }) => ts)).toEqual([1649e9, 1749e9]);
    expect(timesOf(recorder)).toEqual(['2026-11-21T13:10:00', '2026-11-21T13:50:00']);
    expect(rowsOf(recorder)).toEqual([0, 1]);
  });

  it('reads Solaris: several lines of titles, devices without a time', () => {
    const text = [
      'SunOS unknown 5.10 Generic_118822-11 sun4u    09/04/2005',
      '',
      '12:57:25    %usr    %sys    %wio   %idle',
      '          device        %busy   avque   r+w/s  blks/s  avwait  avserv',
      '         runq-sz %runocc swpq-sz %swpocc',
      '',
      '12:57:30       1       3       0      96',
      '          sd0               7     0.1       5      60     0.0    12.3',
      '          sd1               8     0.2       6      70     0.0    14.0',
      '             1.0       5     0.0       0',
      '',
      'Average        1       3       0      96',
      '          sd0               7     0.1       5      60     0.0    12.3',
    ].join('\n');
    const recorder = readAll(sar, ascii(text));
    const values = valuesOf(recorder);
    expect(values.get('disk sd1 %busy')).toEqual([8]);
    expect(values.get('scheduler runq-sz')).toEqual([1]);
    expect(values.get('cpu %idle')).toEqual([96]);
    expect(timesOf(recorder)).toEqual(['2005-09-04T12:57:30']);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads HP-UX and AIX, whose further rows have no time', () => {
    const text = [
      'AIX aix01 1 6 00F6AABB4C00    11/21/12',
      '',
      'System configuration: lcpu=96  mode=Capped ',
      '',
      '00:00:00 cpu    %usr    %sys    %wio   %idle   physc',
      '00:05:00  0       14       3       0      83    0.20',
      '          1        2       1       0      97    0.10',
      '          -        8       2       0      90    0.30',
      '',
    ].join('\n');
    const recorder = readAll(sar, ascii(text));
    expect(valuesOf(recorder).get('cpu 1 %idle')).toEqual([97]);
    expect(valuesOf(recorder).get('cpu - physc')).toEqual([0.3]);
    expect(recorder.facts).toMatchObject({ host: 'aix01', other: { configuration: 'lcpu=96  mode=Capped' } });
  });

  const index = corpus('INDEX.tsv');
  const files = missing(index)
    ? []
    : readFileSync(index, 'utf8')
        .split('\n')
        .map(line => line.split('\t') as [string, string])
        .filter(([path, kind]) => kind === 'sar' && !/-V-env$|-H$|-always$|-human$/.test(path));
  it.each(files)('reads every number of %s', async path => {
    const bytes = await bytesOf(corpus(path));
    const recorder = readAll(sar, bytes);
    // Rows of this file do not fit their titles, and are skipped.
    const lost = path.endsWith('data-ini') ? 16 : 0;
    expect(recorder.metrics.length).toBe(numbersIn(new TextDecoder().decode(bytes)) - lost);
  });

  const path = incident('disk-stall/sar.txt');
  it.skipIf(missing(path))('puts an incident on its date and clock', async () => {
    const bytes = await bytesOf(path);
    const recorder = readAll(sar, bytes);
    const times = timesOf(recorder);
    expect([times[0], times.at(-1), times.length]).toEqual([
      '2026-11-21T04:23:39',
      '2026-11-21T04:25:08',
      90,
    ]);
    expect(recorder.counts.skipped).toBe(0);
    expect(recorder.metrics.length).toBe(numbersIn(new TextDecoder().decode(bytes)));
  });
});

/**
 * Number of measurements in the rows, counted independently: the words after the time, without names and averages
 * over no transfers.
 */
function numbersIn(text: string): number {
  let count = 0;
  let names: boolean[] = [];
  let titles: string[] = [];
  for (const line of text.split('\n')) {
    const match = /^\d\d:\d\d:\d\d\s+(.*)$/.exec(line);
    if (match === null || /LINUX RESTART|COM /.test(line)) continue;
    const cells = match[1]!.trim().split(/\s+/);
    if (cells.every(cell => !/^-?[\d.]+$/.test(cell))) {
      titles = cells;
      names = cells.map(cell => /^(?:[A-Z]+|idvendor|idprod|manufact|product|status)$/.test(cell));
      continue;
    }
    const isGap = (title: string, at: number) =>
      /^(?:await|svctm|areq-sz|avgrq-sz)$/.test(title) &&
      Number.parseFloat(cells[at] ?? '') === 0 &&
      Number.parseFloat(cells[titles.indexOf('tps')] ?? '') === 0;
    count += names.filter((name, at) => !name && !isGap(titles[at] ?? '', at)).length;
  }
  return count;
}
