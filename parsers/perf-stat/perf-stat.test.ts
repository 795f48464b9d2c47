import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
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
      'perf time elapsed': [0.201166447],
      'perf user time': [0.00124],
      'perf sys time': [0],
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

  const unitsOf = (recorder: ReturnType<typeof readAll>) =>
    Object.fromEntries(
      recorder.metrics.map(({ series, value }) => [series.counter, `${value} ${series.unit}`]),
    );

  it('reads the numbers of a locale with a decimal comma', () => {
    const recorder = lines(
      " Performance counter stats for './a.out':",
      '',
      '          2.345,67 msec task-clock                #    0,987 CPUs utilized          ',
      '             4.702      context-switches          #    2,005 K/sec                  ',
      '     5.109.360.888      cycles                    #    2,178 GHz                      (83,33%)',
      '       123.456.789      branch-misses             #   12,10% of all branches          (100,00%)',
      '',
      '       2,376543210 seconds time elapsed',
    );
    expect(recorder.counts.skipped).toBe(0);
    expect(unitsOf(recorder)).toEqual({
      'task-clock': '2345.67 ms',
      'task-clock CPUs utilized': '0.987 CPUs utilized',
      'context-switches': '4702 count',
      'context-switches K/sec': '2.005 K/sec',
      cycles: '5109360888 count',
      'cycles time counted': '83.33 %',
      'cycles GHz': '2.178 GHz',
      'branch-misses': '123456789 count',
      'branch-misses % of all branches': '12.1 % of all branches',
      'time elapsed': '2.37654321 s',
    });
    expect(recorder.problemCounts()).toEqual({ 'scaled-count': 1 });
    expect(all(lines('2345,67;msec;task-clock;100;100,00;0,987;CPUs utilized'))).toEqual({
      'perf task-clock': [2345.67],
      'perf task-clock CPUs utilized': [0.987],
    });
  });

  it.each([
    ['1,000595123      1.234.567      cycles                    #    1,250 GHz', 1234567, 1.25],
    ['1.000595123      1’234’567      cycles                    #    1.250 GHz', 1234567, 1.25],
    ['1.000595123      1\u202f234\u202f567      cycles                    #    1,250 GHz', 1234567, 1.25],
    ['1.000595123      1,234,567      cycles                    #    1.250 GHz', 1234567, 1.25],
    ['1.000595123      1,234.50 msec task-clock               #    1,250.000 K/sec', 1234.5, 1250],
    ['1.000595123      1.234,50 msec task-clock               #    1.250,000 K/sec', 1234.5, 1250],
  ])('tells separators of thousands from decimal points: %s', (line, value, metric) => {
    const { metrics } = readAll(perfStat, new TextEncoder().encode(`     ${line}`));
    expect(metrics.map(each => each.value)).toEqual([value, metric]);
  });

  it('keeps the share of the time in which an event was counted, and says that its count is an estimate', () => {
    const csv = lines(
      '6720143357,,cpu_atom/instructions/,16548968,2.00,,',
      '20875198260,,cpu_core/instructions/,622042486,100.00,,',
    );
    expect(unitsOf(csv)).toEqual({
      'cpu_atom/instructions/': '6720143357 count',
      'cpu_atom/instructions/ time counted': '2 %',
      'cpu_core/instructions/': '20875198260 count',
    });
    expect(csv.problemCounts()).toEqual({ 'scaled-count': 1 });
    const json = lines(
      '{"counter-value" : "10.0", "unit" : "", "event" : "cycles", "event-runtime" : 5, "pcnt-running" : 40.00}',
    );
    expect(unitsOf(json)).toEqual({ cycles: '10 count', 'cycles time counted': '40 %' });
  });

  it('reads a unit behind the event, as perf printed it until 4.15', () => {
    const recorder = lines(
      '       8008.478891      task-clock (msec)         #    1.000 CPUs utilized          ',
      '       1.000853112 seconds time elapsed',
    );
    expect(unitsOf(recorder)).toEqual({
      'task-clock': '8008.478891 ms',
      'task-clock CPUs utilized': '1 CPUs utilized',
      'time elapsed': '1.000853112 s',
    });
  });

  it('recognises an excerpt of intervals without titles', () => {
    const text = [
      '    123.104214567         4005.31      cpu-clock (msec)          #    4.000 CPUs utilized',
      '    123.104214567           12034      context-switches          #    3.004 K/sec',
      '',
    ].join('\n');
    expect(perfStat.sniff(ascii(text), '')).toBe('likely');
    expect(perfStat.sniff(ascii('12.123456 5 apples\n13.123456 6 pears\n'), '')).toBe('no');
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
