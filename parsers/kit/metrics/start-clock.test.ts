import { describe, expect, it } from 'vitest';
import type { Format } from '../../contract.ts';
import { ascii } from '../bytes.ts';
import { readAll } from '../recorder.ts';
import { timesOf, valuesOf } from './metrics.testing.ts';
import { StartClock } from './start-clock.ts';
import { TextReader, type Verdict } from './text-reader.ts';

/** `begin TE'2026-11-21T19:23:40']T`, or seconds since then. */
class Reader extends TextReader {
  private readonly clock = new StartClock(this.out, this.options, (...problem) => this.problem(...problem));
  private row = 0;

  protected read(line: string): Verdict {
    if (line.startsWith('begin ')) return this.clock.begin(line.slice(6)) ? 'used' : 'skipped';
    const ts = this.clock.at(Number(line));
    const key = { object: 'x', instance: null, counter: 'y', unit: null, host: null, cumulative: false };
    this.out.metric(this.out.series(key), ts, Number(line), this.row++, false);
    return 'used';
  }

  protected override finish(): void {
    this.clock.finish();
  }
}

const format: Format = {
  id: 'started',
  title: 'started',
  unit: 'lines',
  version: 1,
  load: async () => format,
  sniff: () => 'no',
  open: (out, options) => new Reader(out, options),
};
const read = (...lines: string[]) => readAll(format, ascii(lines.join('\n')));
const codes = ({ problems }: ReturnType<typeof read>) => problems.map(({ code, line }) => [code, line]);

describe('a clock with its start in a header line', () => {
  it('counts from the start to the nanosecond, fractions of the start included', () => {
    const recorder = read('begin 2026-11-21T19:23:37.750Z', '1.000595132', '2.25');
    expect(recorder.lastClock).toMatchObject({ domain: 'utc', source: 'run-start', error: 1e6 });
    expect(recorder.lastClock!.zero % 1_000_000_000n).toBe(750_595_132n);
    expect(recorder.metrics.map(({ ts }) => ts)).toEqual([0, 1_249_404_868]);
    expect(timesOf(recorder)).toEqual(['2026-11-21T19:23:38.750Z', '2026-11-21T19:23:40']);
  });

  it('counts each run from its own start', () => {
    const recorder = read('begin 2026-11-21 19:23:37', '1', 'begin 2026-11-21 20:00:00', '1');
    expect(timesOf(recorder)).toEqual(['2026-11-21T19:23:38', '2026-11-21T20:00:01']);
    expect(codes(recorder)).toEqual([]);
  });

  it('counts from an unknown start if no line has a date', () => {
    const recorder = read('begin some day', '1', '2');
    expect(recorder.lastClock).toMatchObject({ domain: 'none', source: 'run-seconds' });
    expect(recorder.counts.skipped).toBe(1);
    expect(recorder.metrics.map(({ ts }) => ts)).toEqual([1e9, 2e9]);
  });

  it.each([
    ['a date that cannot be read', ['begin 2026-11-21 19:23:37', '1', 'begin some day', '5'], 3],
    ['a date on another clock', ['begin 2026-11-21 19:23:37', '1', 'begin 2026-11-21T20:00:00Z', '5'], 3],
    ['the first date in the file', ['1', 'begin 2026-11-21 19:23:37', '5'], 2],
  ])('gives no times to a later run whose header has %s', (_, lines, line) => {
    const recorder = read(...lines);
    expect(valuesOf(recorder).get('x y')).toEqual([1, 5]);
    expect(recorder.metrics.map(({ ts }) => ts === null || Number.isNaN(ts))).toEqual([false, true]);
    expect(codes(recorder)).toEqual([['several-runs', line]]);
  });

  it('gives times again to a run that a later header dates', () => {
    const recorder = read('begin 2026-11-21 19:23:37', '1', 'begin x', '5', 'begin 2026-11-21 20:00:00', '1');
    expect(recorder.metrics.map(({ ts }) => ts)).toEqual([0, null, 2183e9]);
  });
});
