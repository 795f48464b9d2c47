import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { netstat } from './format.ts';

const read = async (path: string) => readAll(netstat, await bytesOf(path));
const json = (path: string): Record<string, number | string | null>[] =>
  JSON.parse(readFileSync(path.replace(/out$/, 'json'), 'utf8'));

describe('netstat', () => {
  it('reads interfaces', async () => {
    const recorder = await read(fixture('netstat/netstat-i.txt'));
    expect(valuesOf(recorder).get('network eth0 RX-OK')).toEqual([48767]);
    expect(recorder.allSeries.values.every(({ cumulative }) => cumulative)).toBe(true);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads statistics: sentences and pairs', async () => {
    const recorder = await read(fixture('netstat/netstat-s.txt'));
    const values = valuesOf(recorder);
    expect(values.get('tcp active connection openings')).toEqual([181]);
    expect(values.get('ip Forwarding')).toEqual([2]);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('counts sockets by protocol and state, and sums their queues', async () => {
    const values = valuesOf(await read(fixture('netstat/netstat-an.txt')));
    expect(values.get('sockets tcp LISTEN sockets')).toEqual([5]);
    expect(values.get('sockets tcp ESTABLISHED sockets')).toEqual([7]);
    expect(values.get('sockets tcp ESTABLISHED Send-Q')).toEqual([13]);
  });

  it('counts routes', async () => {
    expect(
      valuesOf(await read(fixture('netstat/netstat-rn.txt'))).get('routes Kernel IP routing table routes'),
    ).toEqual([2]);
  });

  it('reads intervals of Solaris and the BSDs; the first is since boot', () => {
    const solaris = [
      '    input   net0      output       input  (Total)    output',
      'packets errs  packets errs  colls  packets errs  packets errs  colls ',
      '9000    0     8000    0     0      9500    0     8500    0     0     ',
      '128     1     120     2     3      260     4     250     5     6     ',
    ].join('\n');
    expect(netstat.sniff(ascii(solaris), '')).toBe('yes');
    const recorder = readAll(netstat, ascii(solaris));
    const values = valuesOf(recorder);
    expect(values.get('network net0 output errs')).toEqual([0, 2]);
    expect(values.get('network (Total) input packets')).toEqual([9500, 260]);
    expect(recorder.metrics.every(({ row, sinceBoot }) => sinceBoot === (row === 0))).toBe(true);
    const bsd = [
      '            input        (Total)           output',
      '   packets  errs idrops      bytes    packets  errs      bytes colls',
      '        15     0     0       1200         12     0        900     0',
    ].join('\n');
    expect(valuesOf(readAll(netstat, ascii(bsd))).get('network (Total) output bytes')).toEqual([900]);
  });

  it('reads repeated output of Solaris', () => {
    const sample = (time: string, opens: number) => [
      `Date:2025/03/07 08:0${time}:00`,
      '',
      'RAWIP\trawipInDatagrams    =    80\trawipInErrors       =     0',
      '',
      `TCP\ttcpRtoAlgorithm     =     4\ttcpActiveOpens      =${opens}`,
      '\ttcpCurrEstab        =   411\ttcpOutSegs          =5501817948',
    ];
    const recorder = readAll(netstat, ascii([...sample('2', 5), ...sample('3', 7)].join('\n')));
    expect(timesOf(recorder)).toEqual(['2025-03-07T08:02:00', '2025-03-07T08:03:00']);
    expect(valuesOf(recorder).get('tcp tcpActiveOpens')).toEqual([5, 7]);
    expect(recorder.metrics.at(-1)?.row).toBe(1);
    const cumulative = recorder.allSeries.values
      .filter(series => series.cumulative)
      .map(({ counter }) => counter);
    expect(cumulative).not.toContain('tcpCurrEstab');
  });

  for (const name of [
    'centos-7.7/netstat-i',
    'ubuntu-18.04/netstat-i',
    'freebsd12/netstat-i',
    'freebsd12/netstat-ib',
    'osx-10.14.6/netstat-i',
  ]) {
    const path = corpus(`jc/tests/fixtures/${name}.out`);
    it.skipIf(missing(path))(`agrees with jc on ${name}`, async () => {
      const recorder = await read(path);
      for (const counter of ['RX-OK', 'TX-ERR', 'Ipkts', 'Ierrs', 'Opkts', 'Ibytes']) {
        const found = recorder.metrics
          .filter(metric => metric.series.counter === counter)
          .map(metric => metric.value);
        const key = counter.toLowerCase().replace('-', '_');
        const truth = json(path)
          .map(row => row[key])
          .filter(value => typeof value === 'number');
        expect([counter, found]).toEqual([counter, truth]);
      }
      expect(recorder.counts.skipped).toBe(0);
    });
  }

  for (const name of [
    'centos-7.7/netstat',
    'centos-7.7/netstat-l',
    'ubuntu-18.04/netstat-p',
    'fedora32/netstat',
    'freebsd12/netstat-an',
    'windows/windows-10/netstat-an',
  ]) {
    const path = corpus(`jc/tests/fixtures/${name}.out`);
    it.skipIf(missing(path))(`counts as many sockets as jc lists on ${name}`, async () => {
      const recorder = await read(path);
      const sockets = recorder.metrics.filter(metric => metric.series.counter === 'sockets');
      expect(sockets.reduce((total, metric) => total + metric.value, 0)).toBe(json(path).length);
    });
  }
});
