import { describe, expect, it } from 'vitest';
import type { Format } from '../../contract.ts';
import { ascii } from '../bytes.ts';
import { readAll } from '../recorder.ts';
import { timesOf, valuesOf } from './metrics.testing.ts';
import { RunClock } from './run-clock.ts';
import { type TitledFormat, type TitledTable, titledReader } from './titled-tables.ts';
import { number } from './values.ts';

const table: TitledTable = {
  titles: words => (words[0] === 'disk' ? words : null),
  object: 'disk',
  counter: title => (title === 'disk' ? null : { counter: title, unit: '/s' }),
  owner: row => row.cell('disk'),
  sample: 'titles',
};

function read<Clock>(format: TitledFormat<Clock>, lines: readonly string[]) {
  const id = 'monitor' as Format['id'];
  const load = async () => monitor;
  const monitor: Format = {
    id,
    title: 'monitor',
    unit: 'lines',
    version: 1,
    sniff: () => 'yes',
    load,
    open: titledReader(format),
  };
  return readAll(monitor, ascii(`${lines.join('\n')}\n`));
}

const samples = (recorder: ReturnType<typeof read>) => recorder.metrics.map(({ row }) => row);

describe('declared tables under titles', () => {
  it('numbers samples by their titles, and dates them by the lines before', () => {
    const lines = ['disk r w', 'a 1 2', 'b 3 4', 'disk r w', 'a 5 6'];
    const recorder = read({ tables: [table] }, lines);
    expect(valuesOf(recorder).get('disk a w')).toEqual([2, 6]);
    expect(samples(recorder)).toEqual([0, 0, 0, 0, 1, 1]);
    const dated = read({ tables: [table] }, ['Date: 2026-11-21 04:23:38', ...lines]);
    expect(timesOf(dated)).toEqual(['2026-11-21T04:23:38']);
    expect(dated.counts).toEqual({ used: 6, blank: 0, skipped: 0 });
  });

  it('begins a sample with an owner that it already has, or with each row without owner', () => {
    const byOwner = { ...table, sample: 'owner' } as const;
    const recorder = read({ tables: [byOwner] }, ['disk r', 'a 1', 'b 1', 'disk r', 'c 1', 'a 1']);
    expect(samples(recorder)).toEqual([0, 0, 0, 1]);
    const { owner: _, ...nobody } = byOwner;
    expect(samples(read({ tables: [nobody] }, ['disk r', 'a 1', 'a 1']))).toEqual([0, 1]);
  });

  it('begins a sample with another time, which rows of one interval share up to milliseconds', () => {
    const timed: TitledTable<RunClock> = {
      ...table,
      sample: 'time',
      time: (clock, row) => clock.at(number(row.cell('s'))),
      counter: title => (title === 'r' ? { counter: title, unit: null } : null),
    };
    const clock: TitledFormat<RunClock>['clock'] = (out, options, problem) =>
      new RunClock(out, options, problem, 'mayGoBack');
    const recorder = read({ clock, sinceBoot: true, tables: [timed] }, [
      'disk s r',
      'a 1.000 1',
      'b 1.004 1',
      'a 2.001 1',
    ]);
    expect(recorder.metrics.map(({ row, sinceBoot, ts }) => [row, sinceBoot, ts])).toEqual([
      [0, true, 1_000_000_000],
      [0, true, 1_004_000_000],
      [1, false, 2_001_000_000],
    ]);
  });

  it('puts rows below headings, which begin a sample when they come again', () => {
    const { sample: _, ...within } = table;
    const named: TitledTable = { ...within, owner: row => `${row.heading} ${row.cell('disk')}` };
    const heading = (line: string) => /^on (\S+):$/.exec(line)?.[1] ?? null;
    const recorder = read({ heading, tables: [named] }, [
      'on x:',
      'disk r',
      'a 1',
      'on y:',
      'disk r',
      'a 2',
      'on x:',
      'a 3',
      'disk r',
      'a 4',
    ]);
    expect(valuesOf(recorder).get('disk x a r')).toEqual([1, 4]);
    expect(samples(recorder)).toEqual([0, 0, 1]);
    // A row whose titles are lost could be of any table.
    expect(recorder.problems.map(({ line }) => line)).toEqual([8]);
  });

  it('reports rows that do not fit, rows without titles, and cells that are not numbers', () => {
    const recorder = read({ tables: [table], ignored: /^=+$/ }, ['a 1', 'disk r', '====', 'a 1 2', 'a x']);
    expect(recorder.counts).toEqual({ used: 3, blank: 0, skipped: 2 });
    expect(recorder.problems.map(({ code, line }) => [code, line])).toEqual([
      ['unknown-line', 1],
      ['unknown-line', 4],
      ['not-a-number', 5],
    ]);
  });
});
