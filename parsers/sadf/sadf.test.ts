import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { differences, timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { sar } from '../sar/format.ts';
import { sadf } from './format.ts';

const read = async (path: string, given = {}) => readAll(sadf, await bytesOf(path), given);
const times = ['2026-11-21T17:58:24', '2026-11-21T17:58:25', '2026-11-21T17:58:26'];

describe('sadf', () => {
  it('reads -d in UTC', async () => {
    const recorder = await read(fixture('sadf/sadf-d.txt'));
    expect(timesOf(recorder)).toEqual(times);
    expect(recorder.clocks).toMatchObject([{ domain: 'utc', source: 'row-times' }]);
    expect(valuesOf(recorder).get('cpu all %idle')).toEqual([99.5, 97.5, 100]);
    expect(recorder.allSeries.values.every(({ host }) => host === 'vm')).toBe(true);
  });

  it('reads -d on the wall clock of the machine', async () => {
    const recorder = await read(fixture('sadf/sadf-d-t.txt'));
    expect(timesOf(recorder)).toEqual(times);
    expect(recorder.clocks).toMatchObject([{ domain: 'local', zone: null, source: 'row-times' }]);
  });

  it('reads -p, here in seconds since 1970', async () => {
    const recorder = await read(fixture('sadf/sadf-p-U.txt'));
    expect(timesOf(recorder)).toEqual(times);
    expect(valuesOf(recorder).get('scheduler plist-sz')).toHaveLength(3);
  });

  it('reads -r: cumulative counters and states', async () => {
    const recorder = await read(fixture('sadf/sadf-r.txt'), { modified: 1_795_284_000_000_000_000n });
    expect(timesOf(recorder)).toEqual(times);
    expect(valuesOf(recorder).get('cpu all %idle')).toEqual([458890, 459085, 459284]);
    const cumulative = new Map(recorder.allSeries.values.map(series => [series.counter, series.cumulative]));
    expect([cumulative.get('%idle'), cumulative.get('plist-sz')]).toEqual([true, false]);
  });

  it('gives events for restarts and comments', () => {
    const text = [
      'h;-1;2019-04-18 13:37:29 UTC;LINUX-RESTART\t(9 CPU)',
      'h;-1;2019-04-18 13:39:09 UTC;COM Testing; really',
    ].join('\n');
    expect(readAll(sadf, ascii(text)).events.map(({ kind, message, ts }) => [kind, message, ts])).toEqual([
      ['restart', 'LINUX-RESTART\t(9 CPU)', 0],
      ['comment', 'Testing; really', 100e9],
    ]);
  });

  it('names the CPUs of an interrupt as in the table of CPUs, else by position', () => {
    const time = '2019-04-18 13:20:19 UTC';
    const table = ['# hostname;interval;timestamp;INTR;CPU*', `h;31;${time};sum;3.00;2.00`];
    const cpus = ['# hostname;interval;timestamp;CPU;%idle', `h;31;${time};-1;1.00`, `h;31;${time};7;1.00`];
    const named = valuesOf(readAll(sadf, ascii([...cpus, ...table, ''].join('\n'))));
    expect(named.get('interrupts sum CPU7')).toEqual([2]);
    expect([...valuesOf(readAll(sadf, ascii(`${table.join('\n')}\n`))).keys()]).toEqual([
      'interrupts sum CPU* 0',
      'interrupts sum CPU* 1',
    ]);
  });

  it('does not recognise -h, whose rows repeat their columns', () => {
    const text =
      '# hostname;interval;timestamp;CPU;%idle[...];INTR;CPU*[...]\nh;31;2019-04-18 13:20:19 UTC;-1;1.00;sum;2.00\n';
    expect(readAll(sadf, ascii(text)).counts).toEqual({ used: 0, blank: 0, skipped: 2 });
  });

  const paths = ['sadf-d', 'sadf-p', 'sar-all'].map(name => corpus(`sysstat/tests/expected.${name}`));
  it.skipIf(paths.some(missing))('gives the same as -p and as sar', async () => {
    const [tables, pairs] = await Promise.all(paths.slice(0, 2).map(path => read(path)));
    // -p has another name for shared memory.
    const found = differences(pairs!, tables!).filter(text => !/kbsh|maxpower/.test(text));
    expect(found).toEqual([]);
    const text = readAll(sar, await bytesOf(paths[2]!));
    expect(differences(text, tables!, { missing: 'second' })).toEqual([]);
  });
});
