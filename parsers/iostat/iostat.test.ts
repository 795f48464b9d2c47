import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, incident, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { countLines } from '../kit/lines.ts';
import { differencesFromJson, ledgerTotal, timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { iostat } from './format.ts';

const read = async (path: string, given = {}) => readAll(iostat, await bytesOf(path), given);

describe('iostat', () => {
  it('reads reports at the time printed before them; the first covers the time since boot', async () => {
    const recorder = await read(fixture('iostat/iostat-xt-incident.txt'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T04:23:38', '2026-11-21T04:23:39', '2026-11-21T04:23:40']);
    expect(recorder.clocks).toMatchObject([{ domain: 'utc', zoneFrom: 'stated' }]);
    const values = valuesOf(recorder);
    expect(values.get('disk vda w/s')).toEqual([372.94, 3223, 4687]);
    expect(values.get('cpu %user')).toEqual([26.5, 51.74, 61.42]);
    expect(recorder.metrics.every(({ sinceBoot, row }) => sinceBoot === (row === 0))).toBe(true);
    expect(recorder.allSeries.values.find(({ counter }) => counter === 'wkB/s')).toMatchObject({
      object: 'disk',
      instance: 'vda',
      unit: 'kB/s',
      host: 'vm',
    });
  });

  const linux = (cpu: number, util: number) => [
    'avg-cpu:  %user   %nice %system %iowait  %steal   %idle',
    `           ${cpu}    0.00    6.21   17.11    0.00   71.86`,
    '',
    'Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s  svctm  %util',
    `sda               2.00     0.00  312.00    0.00 40064.00     0.00   3.21 ${util}`,
    '',
  ];
  const utilisation = (recorder: ReturnType<typeof readAll>) =>
    recorder.metrics
      .filter(({ series }) => series.counter === '%util')
      .map(({ value, sinceBoot, ts }) => [value, sinceBoot, ts === null ? null : ts / 1e9]);

  it('does not take the first report of an excerpt without a banner for the one since boot', () => {
    const excerpt = readAll(iostat, ascii([...linux(4.82, 100), ...linux(1.82, 1)].join('\n')));
    expect(utilisation(excerpt)).toEqual([
      [100, false, null],
      [1, false, null],
    ]);
    expect(excerpt.problemCounts()).toEqual({ 'no-banner': 1 });
    const banner = 'Linux 5.10.0 (web1) \t05/01/24 \t_x86_64_\t(4 CPU)';
    const whole = readAll(iostat, ascii([banner, '', ...linux(4.82, 100), ...linux(1.82, 1)].join('\n')));
    expect(utilisation(whole).map(([, sinceBoot]) => sinceBoot)).toEqual([true, false]);
    expect(whole.problemCounts()).toEqual({});
  });

  it('takes the time of each run, and its report since boot, from a collector’s file', () => {
    const text = [
      'zzz <04/12/2019 21:21:49> Count:1',
      ...linux(4.82, 100),
      ...linux(1.82, 1),
      'zzz <04/12/2019 21:22:49> Count:2',
      ...linux(4.82, 99),
      ...linux(1.82, 2),
    ].join('\n');
    const recorder = readAll(iostat, ascii(text));
    expect(timesOf(recorder)).toEqual(['2019-04-12T21:21:49', '2019-04-12T21:22:49']);
    expect(utilisation(recorder)).toEqual([
      [100, true, 0],
      [1, false, 0],
      [99, true, 60],
      [2, false, 60],
    ]);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('is recognised below the lines of a collector', () => {
    const text = `Linux OSWbb v7.3.3\nSNAP_INTERVAL 30\nCPU_COUNT 2\nOSWBB_ARCHIVE_DEST /u01\nzzz ***Fri Apr 12 21:21:49 +07 2019\nLinux 5.10.0 (web1) \t05/01/24 \t_x86_64_\t(4 CPU)\n\n${linux(4.82, 100).join('\n')}\n${linux(1.82, 1).join('\n')}\n`;
    expect(iostat.sniff(ascii(text), 'x')).toBe('yes');
    const recorder = readAll(iostat, ascii(text));
    expect(timesOf(recorder)).toEqual(['2019-04-12T14:21:49']);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads the tables of Solaris that are printed side by side', () => {
    const report = (id: number, busy: number) => [
      '                    extended device statistics                      tty         cpu',
      'device    r/s    w/s   kr/s   kw/s wait actv  svc_t  %w  %b  tin tout us sy wt id',
      `blkdev0   0.0    0.0    0.0    0.0  0.0  0.0    0.0   0   0    1    2  3  1  0 ${id}`,
      `sd0      10.0   90.2  100.1  981.0  0.0  1.9   23.3   0  ${busy} `,
    ];
    const recorder = readAll(iostat, ascii([...report(100, 0), ...report(96, 99)].join('\n')));
    expect(recorder.counts.skipped).toBe(0);
    const values = valuesOf(recorder);
    expect(values.get('disk sd0 %b')).toEqual([0, 99]);
    expect(values.get('cpu id')).toEqual([100, 96]);
    expect(values.get('tty tout')).toEqual([2, 2]);
    expect([...values.keys()].filter(key => key.startsWith('disk blkdev0')).length).toBe(8);
    expect(recorder.metrics.map(({ sinceBoot, row }) => sinceBoot === (row === 0))).not.toContain(false);
  });

  it.each([
    ['iostat-t-en_US.txt', ['2026-11-21T17:58:15', '2026-11-21T17:58:16']],
    ['iostat-t-ja.txt', ['2026-11-21T17:58:16']],
    ['iostat-xt.txt', ['2026-11-21T17:58:14', '2026-11-21T17:58:15']],
  ])('reads the time of %s', async (name, times) => {
    expect(timesOf(await read(fixture(`iostat/${name}`)))).toEqual(times);
  });

  it('reads percent signs and -h sizes in the unit of the column', () => {
    const text = [
      'Linux 1.2.3 (h) \t06/01/20 \t_x86_64_\t(9 CPU)',
      '',
      'avg-cpu:  %user   %idle',
      '           1.5%   56.0%',
      '',
      '      tps    kB_read/s    kB_read Device',
      '     8.59       222.1k       1.5G a name with blanks',
    ].join('\n');
    const values = valuesOf(readAll(iostat, ascii(text)));
    expect(values.get('cpu %idle')).toEqual([56]);
    expect(values.get('disk a name with blanks kB_read/s')).toEqual([222.1]);
    expect(values.get('disk a name with blanks kB_read')).toEqual([1.5 * 1024 * 1024]);
  });

  it('reads times of old versions, on the date of the banner', () => {
    const report = (time: string) => `Time: ${time}\navg-cpu:  %user   %idle\n 1.00 99.00\n\n`;
    const text = `Linux 2.6.9-67.ELsmp (h) \t02/10/2010\n\n${report('11:59:59 PM')}${report('12:00:04 AM')}`;
    expect(timesOf(readAll(iostat, ascii(text)))).toEqual(['2010-02-10T23:59:59', '2010-02-11T00:00:04']);
  });

  it('counts a report once, however many tables it has', () => {
    const report = ['r/s rkB/s Device', '1.0 2.0 sda', '', 'w/s wkB/s Device', '3.0 4.0 sda', ''];
    const recorder = readAll(iostat, ascii([...report, ...report].join('\n')));
    expect(recorder.metrics.map(metric => metric.row)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  });

  it('joins a device name that is too long for its column with its values', () => {
    const text = 'Device: rrqm/s wrqm/s\n/dev/mapper/a-very-long-name\n 1.00 2.00\nsda 3.00 4.00\n';
    const values = valuesOf(readAll(iostat, ascii(text)));
    expect(values.get('disk /dev/mapper/a-very-long-name wrqm/s')).toEqual([2]);
    expect(values.get('disk sda rrqm/s')).toEqual([3]);
  });

  it('reads Solaris and AIX', () => {
    const solaris = [
      '                    extended device statistics              ',
      '    r/s    w/s   kr/s   kw/s wait actv wsvc_t asvc_t  %w  %b device',
      '   0.2    0.0  226.7    0.1  0.0  0.0    0.1   27.5   0   5 c1t3FDEE532AE271114d0',
    ].join('\n');
    expect(valuesOf(readAll(iostat, ascii(solaris))).get('disk c1t3FDEE532AE271114d0 %b')).toEqual([5]);
    const aix = [
      'System configuration: lcpu=4 drives=3 paths=2 vdisks=0',
      '',
      'tty:      tin         tout    avg-cpu: % user % sys % idle % iowait physc % entc',
      '          0.5         33.2                1.2   2.3   95.0      1.5   0.1   5.0',
      '',
      'Disks:        % tm_act     Kbps      tps    Kb_read   Kb_wrtn',
      'hdisk0           0.3      12.0      1.5       100       200',
    ].join('\n');
    const values = valuesOf(readAll(iostat, ascii(aix)));
    expect(values.get('tty tout')).toEqual([33.2]);
    expect(values.get('cpu %iowait')).toEqual([1.5]);
    expect(values.get('disk hdisk0 %tm_act')).toEqual([0.3]);
  });

  const keys = (counter: string): string =>
    counter === 'Device' ? 'device' : counter.toLowerCase().replace('%', 'percent_').replace(/[/-]/g, '_');
  for (const name of [
    ...['iostat', 'iostat-1', 'iostat-m', 'iostat-mx', 'iostat-x'].flatMap(name => [
      `centos-7.7/${name}`,
      `ubuntu-18.04/${name}`,
    ]),
    ...['iostat', 'iostat-m', 'iostat-mx', 'iostat-x'].map(name => `ubuntu-20.10/${name}`),
  ]) {
    const path = corpus(`jc/tests/fixtures/${name}.out`);
    it.skipIf(missing(path))(`agrees with jc on ${name}`, async () => {
      const bytes = await bytesOf(path);
      const recorder = readAll(iostat, bytes);
      const rows = JSON.parse(readFileSync(path.replace(/out$/, 'json'), 'utf8')).map(withoutGaps);
      expect(differencesFromJson(recorder, rows, keys)).toEqual([]);
      expect(ledgerTotal(recorder)).toBe(countLines(bytes));
    });
  }

  const path = incident('disk-stall/iostat.txt');
  it.skipIf(missing(path))('puts an incident on its date and clock', async () => {
    const recorder = await read(path);
    const times = timesOf(recorder);
    expect([times[0], times.at(-1), times.length]).toEqual([
      '2026-11-21T04:23:38',
      '2026-11-21T04:25:07',
      90,
    ]);
    // 90 reports of 28 values, less the 214 averages over no operations.
    expect(recorder.metrics).toHaveLength(2520 - 214);
    expect(recorder.counts.skipped).toBe(0);
  });
});

/** An average over no operations has no value. */
function withoutGaps(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isGap = (key: string): boolean => {
    const [, kind] = /^([rwdf]?)_?(?:await|areq_sz|avgrq_sz)$|^svctm$/.exec(key) ?? [];
    const counts = (kind ? [kind] : ['r', 'w', 'd'])
      .map(each => row[`${each}_s`])
      .filter(each => each !== undefined);
    const isAverage = kind !== undefined || key === 'svctm' || key === 'avgrq_sz';
    return isAverage && row[key] === 0 && counts.length > 0 && counts.every(each => each === 0);
  };
  return Object.fromEntries(Object.entries(row).filter(([key]) => !isGap(key)));
}
