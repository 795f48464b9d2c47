import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { iperf } from './format.ts';

const read = async (name: string) => readAll(iperf, await bytesOf(fixture(`iperf/${name}`)));

it('gives each interval its values at its end, without the totals', async () => {
  const recorder = await read('tcp.txt');
  const values = Object.fromEntries(valuesOf(recorder));
  expect(values['iperf 5 bitrate']).toEqual([14.6e9, 14.8e9, 11.6e9, 15.9e9]);
  expect(values['iperf 5 retransmits']).toEqual([0, 1, 0, 0]);
  expect(values['iperf 5 congestion window']![0]).toBe(1023 * 1024);
  expect(values['iperf 5 transfer']![0]).toBeCloseTo(1.71 * 2 ** 30);
  expect(timesOf(recorder).slice(0, 2)).toEqual(['1970-01-01T00:00:01', '1970-01-01T00:00:02']);
  expect(recorder.counts.skipped).toBe(0);
});

it('keeps the sum of connections apart from them', async () => {
  const values = Object.fromEntries(valuesOf(await read('parallel.txt')));
  const at = (name: string) => values[name]!;
  expect(at('iperf sum bitrate')).toHaveLength(2);
  for (const row of [0, 1])
    expect(at('iperf 5 bitrate')[row]! + at('iperf 7 bitrate')[row]!).toBeCloseTo(
      at('iperf sum bitrate')[row]!,
      -8,
    );
});

it('counts datagrams, and those lost', async () => {
  expect(Object.fromEntries(valuesOf(await read('udp.txt')))['iperf 5 datagrams']).toHaveLength(3);
  const server = `[ ID] Interval           Transfer     Bitrate         Jitter    Lost/Total Datagrams
[  5]   0.00-1.00   sec  3.93 MBytes  33.0 Mbits/sec  0.152 ms  476/979 (49%)
`;
  const values = Object.fromEntries(valuesOf(readAll(iperf, ascii(server))));
  expect(values).toMatchObject({
    'iperf 5 jitter': [0.152],
    'iperf 5 lost datagrams': [476],
    'iperf 5 datagrams': [979],
  });
});

it('takes a row over the whole run for none of its intervals, also without a word for it', async () => {
  expect(Object.fromEntries(valuesOf(await read('iperf2.txt')))['iperf 3 bitrate']).toEqual([941e6, 471e6]);
});
