import { describe, expect, it } from 'vitest';
import { maxRunPoints } from '../store/packed.ts';
import type { MetricBlock } from './batch.ts';
import { MetricLog } from './metrics.ts';

/** Expands a block to series, times, rows and values. */
function runsOf({ times, series, timesOf, values }: MetricBlock) {
  const lists = cut(times.ts.values, times.ts.lengths);
  const rows = cut(times.row.values, times.row.lengths);
  return cut(values.values, values.lengths).map((of, run) => {
    const list = timesOf[run]!;
    return {
      series: series[run],
      ts: lists[list],
      row: rows[list],
      sinceBoot: times.sinceBoot[list] === 1,
      values: of,
    };
  });
}

function cut(values: ArrayLike<number>, lengths: Int32Array): number[][] {
  let end = 0;
  return Array.from(lengths, length => {
    end += length;
    return Array.prototype.slice.call(values, end - length, end);
  });
}

describe('MetricLog', () => {
  it('groups values by series; series with equal times share one list of times', () => {
    const log = new MetricLog();
    for (let row = 0; row < 3; row++) {
      log.at(row * 10, row, false);
      for (const series of [0, 2, 3]) log.add(series, row * 100 + series);
    }
    const block = log.take(5);
    const same = { ts: [0, 10, 20], row: [0, 1, 2], sinceBoot: false };
    expect(runsOf(block)).toEqual([
      { series: 0, ...same, values: [0, 100, 200] },
      { series: 2, ...same, values: [2, 102, 202] },
      { series: 3, ...same, values: [3, 103, 203] },
    ]);
    expect(block.times.sinceBoot).toHaveLength(1);
    expect(log.count).toBe(0);
  });

  it('separates series with different times, and stores repeated values', () => {
    const log = new MetricLog();
    log.at(0, 0, true);
    log.add(1, 1);
    log.add(0, 2);
    log.at(Number.NaN, 1, false);
    log.add(1, 3);
    log.at(Number.NaN, 1, false);
    log.add(1, 4);
    log.at(5, 2, false);
    log.add(0, 5);
    const block = log.take(2);
    expect(runsOf(block)).toEqual([
      { series: 0, ts: [0], row: [0], sinceBoot: true, values: [2] },
      { series: 0, ts: [5], row: [2], sinceBoot: false, values: [5] },
      { series: 1, ts: [0], row: [0], sinceBoot: true, values: [1] },
      { series: 1, ts: [Number.NaN, Number.NaN], row: [1, 1], sinceBoot: false, values: [3, 4] },
    ]);
    expect(block.times.sinceBoot).toHaveLength(3);
  });

  it.each([
    ['each moment has them all', 0],
    ['values are missing', 7],
  ])('splits series into chunks of at most `maxRunPoints` values, if %s', (_, missing) => {
    const log = new MetricLog();
    const rows = maxRunPoints * 2 + 10;
    for (let row = 0; row < rows; row++) {
      log.at(row, row, false);
      for (let series = 0; series < 9; series++)
        if (missing === 0 || row % missing !== series) log.add(series, row * 10 + series);
    }
    const runs = runsOf(log.take(9));
    expect(Math.max(...runs.map(({ values }) => values.length))).toBe(maxRunPoints);
    for (let series = 0; series < 9; series++) {
      const of = runs.filter(run => run.series === series);
      const expected = Array.from({ length: rows }, (_, row) => row).filter(
        row => missing === 0 || row % missing !== series,
      );
      expect(of.flatMap(run => run.values)).toEqual(expected.map(row => row * 10 + series));
      expect(of.flatMap(run => run.row)).toEqual(expected);
    }
  });

  it('flushes earlier between moments than within a moment', () => {
    const log = new MetricLog();
    log.at(0, 0, false);
    for (let i = 0; i < 1 << 20; i++) log.add(0, i);
    expect([log.isFull(true), log.isFull(false)]).toEqual([true, false]);
  });
});
