import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { sysbench } from './format.ts';

const read = async (name: string) => readAll(sysbench, await bytesOf(fixture(`sysbench/${name}.txt`)));
const seriesOf = (text: string) => {
  const recorder = readAll(sysbench, ascii(text));
  return recorder.metrics.map(({ series, value }) => `${series.counter} ${value} ${series.unit}`);
};

describe('sysbench', () => {
  it('reads intervals, and totals as facts', async () => {
    const recorder = await read('cpu');
    expect(recorder.counts.skipped).toBe(0);
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({
      'sysbench thds': [1, 1],
      'sysbench eps': [817.54, 773.5],
      'sysbench lat (ms,95%)': [1.21, 3.25],
    });
    expect(recorder.lastClock).toMatchObject({ domain: 'none', utcOffset: null });
    expect(recorder.facts.other).toMatchObject({ 'General statistics: total number of events': '2131' });
  });

  it.each(['memory', 'threads', 'fileio'])('understands every line of %s', async name => {
    const recorder = await read(name);
    expect(recorder.counts.skipped).toBe(0);
    expect(recorder.metrics.length).toBeGreaterThan(0);
  });

  it('has no latency if nothing completed', () => {
    const latencies = (line: string) => seriesOf(line).filter(each => each.endsWith(' ms'));
    expect(latencies('[ 2s ] thds: 4 tps: 0.00 qps: 3.00 lat (ms,95%): 0.00 err/s: 0.00')).toEqual([]);
    expect(latencies('[ 3s ] thds: 4 eps: 0.00 lat (ms,95%): 0.00')).toEqual([]);
    expect(latencies('[ 4s ] thds: 4 eps: 9.00 lat (ms,95%): 0.00')).toEqual(['lat (ms,95%) 0 ms']);
    expect(
      latencies('[ 5s ] reads: 0.00 MiB/s writes: 0.00 MiB/s fsyncs: 0.00/s latency (ms,95%): 0.000'),
    ).toEqual([]);
    expect(
      latencies('[ 6s ] reads: 0.00 MiB/s writes: 9.57 MiB/s fsyncs: 0.00/s latency (ms,95%): 0.026'),
    ).toHaveLength(1);
  });

  it('reads database benchmarks, old and new', () => {
    expect(
      seriesOf(
        '[ 10s ] thds: 4 tps: 100.50 qps: 2000.00 (r/w/o: 1400.00/400.00/200.00) lat (ms,95%): 50.11 err/s: 0.00 reconn/s: 0.25',
      ),
    ).toEqual([
      'qps r 1400 /s',
      'qps w 400 /s',
      'qps o 200 /s',
      'thds 4 threads',
      'tps 100.5 /s',
      'qps 2000 /s',
      'lat (ms,95%) 50.11 ms',
      'err/s 0 /s',
      'reconn/s 0.25 /s',
    ]);
    expect(
      seriesOf('[   1s] threads: 4, tps: 100.00, reads: 1400.00, response time: 50.1ms (95%), errors: 0.00'),
    ).toEqual([
      'threads 4 threads',
      'tps 100 /s',
      'reads 1400 /s',
      'response time (95%) 50.1 ms',
      'errors 0 /s',
    ]);
    expect(seriesOf('[ 1s ] reads: 89.36 MiB/s fsyncs: 378.28/s latency (ms,95%): 0.026')).toEqual([
      'reads 89.36 MiB/s',
      'fsyncs 378.28 /s',
      'latency (ms,95%) 0.026 ms',
    ]);
  });
});
