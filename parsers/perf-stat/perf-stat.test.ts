import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/testing.ts';
import { readAll } from '../kit/recorder.ts';
import { perfStat } from './format.ts';

const read = async (name: string, given = {}) =>
  readAll(perfStat, await bytesOf(fixture(`perf-stat/${name}`)), given);
const lines = (...rows: string[]) => readAll(perfStat, ascii(rows.join('\n')));
const all = (recorder: ReturnType<typeof readAll>) => Object.fromEntries(valuesOf(recorder));

describe('perf stat', () => {
  it('reads an aggregate (no -I): values have no time, and `<not counted>` has no value', async () => {
    const recorder = await read('run.txt');
    expect(all(recorder)).toEqual({
      'perf task-clock': [0.61],
      'perf task-clock CPUs utilized': [0.003],
      'perf context-switches': [1],
      'perf context-switches K/sec': [1.627],
      'perf cpu-migrations': [0],
      'perf cpu-migrations /sec': [0],
      'perf page-faults': [75],
      'perf page-faults K/sec': [121.992],
    });
    expect(recorder.lastClock).toMatchObject({ domain: 'none', utcOffset: null });
    expect(recorder.facts.command).toBe('sleep 0.2');
    expect(recorder.counts.skipped).toBe(0);
  });

  it.each(['r.txt', 'o.txt', 'I.txt', 'A.txt', 'I.csv', 'A.csv', 'I.json'])(
    'understands every line of %s',
    async name => {
      const recorder = await read(name);
      expect(recorder.counts.skipped).toBe(0);
      expect(recorder.metrics.length).toBeGreaterThan(0);
    },
  );

  it('puts intervals at the seconds since the start', async () => {
    for (const name of ['I.txt', 'I.csv', 'I.json']) {
      const recorder = await read(name);
      const [first] = recorder.metrics;
      expect(first).toMatchObject({ series: { counter: 'cpu-clock', unit: 'ms', instance: null }, row: 0 });
      expect(Math.abs(first!.ts! - 500_534_000)).toBeLessThan(1e6);
    }
  });

  it('gives intervals a time if the header states the start', async () => {
    const recorder = await read('o.txt');
    expect(recorder.lastClock).toMatchObject({ domain: 'local', zone: null, source: 'run-start' });
    expect(timesOf(recorder)[0]).toBe('2026-11-21T19:23:37.300Z');
  });

  it('separates CPUs', async () => {
    for (const name of ['A.txt', 'A.csv']) {
      const instances = new Set((await read(name)).metrics.map(({ series }) => series.instance));
      expect(instances).toEqual(new Set(['CPU0', 'CPU1']));
    }
  });

  it('derives instructions per cycle and miss ratios, per interval', () => {
    const recorder = lines(
      '     1.000595132      2,000,000      cycles:u                  #    3.905 GHz                      (50.01%)',
      '     1.000595132      3,000,000      instructions:u            #    1.50  insn per cycle           (49.99%)',
      '     1.000595132        500,000      L1-dcache-loads',
      '     1.000595132          5,000      L1-dcache-load-misses     #    1.00% of all L1-dcache accesses  (60.00%)',
      '     2.000595132      1,000,000      cycles:u',
      '     2.000595132      <not counted>  instructions:u',
    );
    expect(recorder.counts.skipped).toBe(0);
    const values = valuesOf(recorder);
    expect(values.get('perf cycles:u')).toEqual([2e6, 1e6]);
    expect(values.get('perf IPC')).toEqual([1.5]);
    expect(values.get('perf L1-dcache-load-miss ratio')).toEqual([1]);
    const csv = lines('1000,,branches,100,100.00,,', '25,,branch-misses,100,100.00,2.50,of all branches');
    expect(valuesOf(csv).get('perf branch-miss ratio')).toEqual([2.5]);
  });

  it('reads per-socket rows, and dots as thousands separators', () => {
    expect(
      all(
        lines('     0.400444478 S0        2             801.02 msec task-clock   #    2.003 CPUs utilized'),
      ),
    ).toMatchObject({ 'perf S0 task-clock': [801.02] });
    expect(all(lines('S0,2,7183,,faults,601948386,100.00,11.933,K/sec'))).toMatchObject({
      'perf S0 faults': [7183],
    });
    expect(all(lines('       1.234.567      cycles'))).toEqual({ 'perf cycles': [1234567] });
  });

  it('reads the fraction of a second of the start', () => {
    const recorder = lines('# started on 2026-11-21T19:23:37.250Z', '1.000595132 2,000,000 cycles');
    expect(recorder.lastClock!.zero % 1_000_000_000n).toBe(250_595_132n);
  });

  it('reports a start that cannot be read', () => {
    const { counts, problems } = lines('# started on some day', '1.000595132 2,000,000 cycles');
    expect(counts.skipped).toBe(1);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['unknown-line', 1]]);
  });
});
