import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { seconds } from '../kit/metrics/process-table.ts';
import { readAll } from '../kit/recorder.ts';
import { ps } from './format.ts';

const read = async (path: string) => readAll(ps, await bytesOf(path));

describe('ps', () => {
  it('reads a list without times', async () => {
    const recorder = await read(fixture('ps/ps-aux.txt'));
    expect(recorder.clocks).toMatchObject([{ domain: 'none', utcOffset: null }]);
    const values = valuesOf(recorder);
    expect(values.get('process [kworker/u8:0-writeback] (12) TIME')).toEqual([1]);
    expect(values.get('process [kthreadd] (2) %MEM')).toEqual([0]);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads dates before the lists', async () => {
    const recorder = await read(fixture('ps/ps-eo-dates.txt'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T18:22:37', '2026-11-21T18:22:38']);
    expect(valuesOf(recorder).get('process [kthreadd] (2) NLWP')).toEqual([1, 1]);
  });

  it('reads the five words of lstart as one cell', () => {
    const text =
      '    PID                  STARTED     TIME CMD\n     12 Sat Nov  1 18:00:00 2026 00:00:01 a b\n';
    expect([...valuesOf(readAll(ps, ascii(text)))]).toEqual([['process a b (12) TIME', [1]]]);
  });

  it.each([
    ['1:06.40', 66.4],
    ['00:11', 11],
    ['07:15:34', 26134],
    ['1-07:43:46', 114226],
  ])('reads %s as processor time', (text, expected) => {
    expect(seconds(text)).toBe(expected);
  });

  for (const name of ['centos-7.7', 'ubuntu-18.04', 'osx-10.11.6', 'osx-10.14.6']) {
    for (const kind of ['axu', 'ef']) {
      const path = corpus(`jc/tests/fixtures/${name}/ps-${kind}.out`);
      it.skipIf(missing(path))(`agrees with jc on ${name}/ps-${kind}`, async () => {
        const recorder = await read(path);
        const rows: Record<string, number | string>[] = JSON.parse(
          readFileSync(path.replace(/out$/, 'json'), 'utf8'),
        );
        const column = (counter: string): number[] =>
          recorder.metrics.filter(metric => metric.series.counter === counter).map(metric => metric.value);
        if (kind === 'axu') {
          expect(column('RSS')).toEqual(rows.map(row => row.rss));
          expect(column('VSZ')).toEqual(rows.map(row => row.vsz));
          expect(column('%CPU')).toEqual(rows.map(row => row.cpu_percent));
        } else {
          expect(column('C')).toEqual(rows.map(row => row.c));
        }
        expect(column('TIME')).toEqual(rows.map(row => seconds(String(row.time))));
        expect(recorder.counts.skipped).toBe(0);
      });
    }
  }
});
