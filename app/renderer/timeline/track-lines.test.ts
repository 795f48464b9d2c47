import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../fixtures/table.ts';
import { type SeriesRef, trackOf } from '../state/metrics.ts';
import { linesOf as linesOfTable } from './line-data.ts';
import { drawnLines, trackLines } from './track-lines.ts';

const of = (counter: string, capture: number, unit: string | null = null): SeriesRef => ({
  capture,
  host: null,
  object: 'disk',
  instance: 'vda',
  counter,
  unit,
});
const rows = (key: string, from: number, values: readonly number[], unit: string | null = null) =>
  values.map((value, i) => ({ key, time: BigInt(from + i), value, min: value, max: value, unit }));
const linesOf = (columns: Parameters<typeof tableOf>[0]) => linesOfTable(tableOf(columns));
const nameOf = (capture: number) => `${capture}.txt`;
const track = (...series: SeriesRef[]) => ({ id: 'a', ...trackOf(series) });

describe('the lines of a track', () => {
  it('continue from one capture to the next', () => {
    const found = linesOf([
      ...rows('disk/vda/await (1.txt)', 10, [1, 2]),
      ...rows('disk/vda/await (2.txt)', 90, [3]),
    ]);
    const lines = trackLines(track(of('await', 1), of('await', 2)), found, nameOf);
    expect(lines.map(({ line }) => line && Array.from(line.times))).toEqual([[10n, 11n, 12n, 90n]]);
  });

  it('stay separate if captures overlap in time, and state which capture has no value', () => {
    const found = linesOf([
      ...rows('disk/vda/await (1.txt)', 10, [1, 2]),
      ...rows('disk/vda/await (2.txt)', 11, [3]),
    ]);
    const lines = trackLines(track(of('await', 1), of('await', 2), of('svctm', 1)), found, nameOf);
    expect(lines.map(({ line }) => line && Array.from(line.times))).toEqual([[10n, 11n], [11n], null]);
  });

  it('scale percentages to 100, and small multiples to the largest value', () => {
    const drawn = (unit: string | null, high: number, extra: object = {}) => {
      const wanted = { ...track(of('x', 1, unit)), ...extra };
      const lines = trackLines(wanted, linesOf(rows('disk/vda/x', 0, [high], unit)), nameOf);
      return drawnLines(wanted, lines)[0]!.high;
    };
    expect([drawn('%', 7), drawn('%', 101), drawn('%', 380)]).toEqual([100, 100, 400]);
    expect([drawn('ms', 7), drawn('ms', 7, { top: 500 })]).toEqual([8, 500]);
  });
});
