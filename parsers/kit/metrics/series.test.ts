import { describe, expect, it } from 'vitest';
import { Recorder } from '../recorder.ts';
import { valuesOf } from './metrics.testing.ts';
import { counterOf, MetricTable } from './series.ts';

/** The values that a table with these titles writes from these rows. */
function written(titles: readonly string[], ...rows: readonly (readonly number[])[]) {
  const recorder = new Recorder();
  const table = new MetricTable(recorder, null, 'disk', titles.map(counterOf));
  for (const [row, values] of rows.entries())
    table.write('sda', values, { ts: Number.NaN, row, sinceBoot: false });
  return Object.fromEntries(titles.map(title => [title, valuesOf(recorder).get(`disk sda ${title}`) ?? []]));
}

describe('an average over operations', () => {
  it('of 0 is left out if there were no operations, and kept if there were some', () => {
    expect(written(['r/s', 'r_await', 'w/s', 'w_await', 'aqu-sz'], [0, 0, 9, 0, 0], [5, 0, 0, 0, 3])).toEqual(
      {
        'r/s': [0, 5],
        r_await: [0],
        'w/s': [9, 0],
        w_await: [0],
        'aqu-sz': [0, 3],
      },
    );
  });

  it('of 0 is kept if any of the columns that count its operations is not 0', () => {
    expect(written(['r/s', 'w/s', 'await'], [0, 0, 0], [0, 1, 0], [0, 0, 7])).toMatchObject({
      await: [0, 7],
    });
    expect(written(['tps', 'areq-sz', 'await'], [0, 0, 0], [4, 8, 2])).toMatchObject({
      'areq-sz': [8],
      await: [2],
    });
    expect(written(['r/s', 'w/s', 'asvc_t'], [0, 0, 0], [0, 2, 1])).toMatchObject({ asvc_t: [1] });
    expect(written(['Reads', 'Writes', 'Wait'], [0, 0, 0], [1, 0, 4])).toMatchObject({ Wait: [4] });
  });

  it('is written if no column counts its operations', () => {
    expect(written(['await', '%util'], [0, 100])).toMatchObject({ await: [0] });
  });
});

it('instances of the same name on several hosts are several series', () => {
  const recorder = new Recorder();
  const table = new MetricTable(recorder, 'a', 'disk', [counterOf('r/s')]);
  const hosts = ['a', 'b', 'a', 'b', null];
  for (const [row, host] of hosts.entries())
    table.write('sda', [row], { ts: Number.NaN, row, sinceBoot: false }, host);
  expect(recorder.metrics.map(({ series, value }) => [series.host, series.instance, value])).toEqual(
    hosts.map((host, row) => [host, 'sda', row]),
  );
});
