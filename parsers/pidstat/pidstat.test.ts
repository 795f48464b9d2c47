import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, incident, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { countLines } from '../kit/lines.ts';
import { differencesFromJson, ledgerTotal, timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { pidstat } from './format.ts';

const read = async (path: string) => readAll(pidstat, await bytesOf(path));

describe('pidstat', () => {
  it('reads one line per process with -h', async () => {
    const recorder = await read(fixture('pidstat/pidstat-h.txt'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T17:58:18', '2026-11-21T17:58:19']);
    expect(recorder.counts.skipped).toBe(0);
    const values = valuesOf(recorder);
    expect(values.get('process rcu_preempt (15) cswch/s')?.[0]).toBe(8);
    expect(recorder.allSeries.values.map(({ counter }) => counter)).not.toContain('UID');
  });

  it('distinguishes threads from their processes', async () => {
    const values = valuesOf(await read(fixture('pidstat/pidstat-t.txt')));
    expect(values.get('process yes (21855) %CPU')).toEqual([100, 99]);
    expect(values.get('thread yes (21855/21855) %CPU')).toHaveLength(2);
  });

  it('reads the totals of -T CHILD as cumulative', async () => {
    const recorder = await read(fixture('pidstat/pidstat-T-CHILD.txt'));
    expect(
      recorder.allSeries.values.map(({ counter, unit, cumulative }) => [counter, unit, cumulative]),
    ).toEqual([
      ['usr-ms', 'ms', true],
      ['system-ms', 'ms', true],
      ['guest-ms', 'ms', true],
    ]);
  });

  it('reads a table per group of options, and leaves out the policy, which is a text', async () => {
    const recorder = await read(fixture('pidstat/pidstat-tables.txt'));
    const counters = recorder.allSeries.values.map(({ counter }) => counter);
    expect(counters).toEqual(expect.arrayContaining(['RSS', 'StkSize', 'threads', 'prio']));
    expect(counters).not.toContain('policy');
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads -1.00 in a disk column as missing', () => {
    const text = [
      'Linux 3.10.0 (localhost) \t03/09/2022 \t_x86_64_\t(1 CPU)',
      '',
      '#      Time   UID       PID   kB_rd/s   kB_wr/s  Command',
      ' 1646859221     0         6     -1.00      2.00  a b c',
    ].join('\n');
    const recorder = readAll(pidstat, ascii(text));
    expect([...valuesOf(recorder)]).toEqual([['process a b c (6) kB_wr/s', [2]]]);
    expect(recorder.clocks).toMatchObject([
      { domain: 'utc', zero: 1646859221_000000000n, source: 'epoch-seconds' },
    ]);
  });

  const keys = (counter: string): string =>
    counter.toLowerCase().replace('%', 'percent_').replace(/[/-]/g, '_');
  const notMeasured = ['time', 'uid', 'pid'];
  for (const name of ['pidstat-hdlrsuw-2-5', 'pidstat-hdlrsuw', 'pidstat-hl']) {
    const path = corpus(`jc/tests/fixtures/centos-7.7/${name}.out`);
    it.skipIf(missing(path))(`agrees with jc on ${name}, except for -1, which means no value`, async () => {
      const bytes = await bytesOf(path);
      const recorder = readAll(pidstat, bytes);
      const rows: Record<string, unknown>[] = JSON.parse(readFileSync(path.replace(/out$/, 'json'), 'utf8'));
      const truth = rows.map(row =>
        Object.fromEntries(
          Object.entries(row).filter(
            ([key, value]) => !notMeasured.includes(key) && !(key.startsWith('kb_') && value === -1),
          ),
        ),
      );
      expect(differencesFromJson(recorder, truth, keys)).toEqual([]);
      expect(ledgerTotal(recorder)).toBe(countLines(bytes));
    });
  }

  const path = incident('disk-stall/pidstat.txt');
  it.skipIf(missing(path))('puts an incident on its date and clock', async () => {
    const recorder = await read(path);
    const times = timesOf(recorder);
    expect([times[0], times.at(-1), times.length]).toEqual([
      '2026-11-21T04:23:39',
      '2026-11-21T04:25:08',
      90,
    ]);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads averages that stand alone, without a time', () => {
    const text = [
      'Average:      UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command',
      'Average:        0      2568      0.00      0.79      0.00       0  java',
      'Average:     1003     16573      0.00   9738.61      0.00       0  ora_dbw0_cmpind',
      '',
    ].join('\n');
    expect(pidstat.sniff(ascii(text), '')).toBe('likely');
    const recorder = readAll(pidstat, ascii(text));
    expect(
      recorder.metrics
        .filter(({ series }) => series.counter === 'kB_wr/s')
        .map(({ ts, value, series }) => [ts, value, series.task?.process ?? series.instance]),
    ).toEqual([
      [null, 0.79, 'java'],
      [null, 9738.61, 'ora_dbw0_cmpind'],
    ]);
    expect(recorder.problemCounts()).toEqual({ 'averages-only': 2 });
    expect(recorder.counts.skipped).toBe(0);
  });
});
