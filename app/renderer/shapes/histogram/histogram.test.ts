import { describe, expect, it } from 'vitest';
import { nullWide } from '../../../../analyzers/contract.ts';
import { texts } from '../../../../analyzers/kit/answer.ts';
import { histograms } from '../../../../analyzers/questions/histograms/histograms.ts';
import { Table } from '../../state/table.ts';
import { lacking } from '../picture.ts';
import { boundsText, linesOf } from './buckets.ts';
import { histogram } from './histogram.tsx';

const table = new Table(histograms.columns, 4, [
  texts(['disk latency', 'disk latency', 'disk latency', '<b>size']),
  new Float64Array([1, 1, 1, 1]),
  BigInt64Array.of(5n, 5n, 9n, nullWide),
  new Float64Array([0, 1000, 0, Number.NaN]),
  new Float64Array([1000, 2000, 1000, 512]),
  texts(['ns', 'ns', 'ns', 'B']),
  new Float64Array([3, 12, 1, 0]),
  new Float64Array([20, 80, 100, 0]),
]);
const lines = linesOf(table, time => `at ${time}`);

describe('the picture of histograms', () => {
  it('can draw the answers of the question histograms', () =>
    expect(lacking(histogram, histograms.columns)).toEqual([]));

  it('names each histogram above its buckets, whose bars are shares of the largest', () => {
    expect(lines.map(({ label, row, share }) => [label, row, share])).toEqual([
      ['disk latency · at 5', null, 0],
      ['0 ns – 1.00 µs', 0, 0.25],
      ['1.00 µs – 2.00 µs', 1, 1],
      ['disk latency · at 9', null, 0],
      ['0 ns – 1.00 µs', 2, 1],
      ['<b>size', null, 0],
      ['below 512 B', 3, 0],
    ]);
  });

  it('groups the buckets of a histogram that belongs to no capture', () => {
    const ofNone = new Table(histograms.columns, 2, [
      texts(['span duration', 'span duration']),
      new Float64Array(2).fill(Number.NaN),
      new BigInt64Array(2).fill(nullWide),
      new Float64Array([0, 1]),
      new Float64Array([1, 2]),
      texts(['', '']),
      new Float64Array([3, 6]),
      new Float64Array([33, 67]),
    ]);
    expect(linesOf(ofNone, String).map(({ share }) => share)).toEqual([0, 0.5, 1]);
  });

  it('formats bounds as text', () => {
    expect(boundsText(4096, Number.NaN, 'B')).toBe('from 4,096 B');
    expect(boundsText(-8, -4, '')).toBe('-8 – -4');
    expect(boundsText(2, 4, 'ms')).toBe('2.00 ms – 4.00 ms');
  });

  it('describes a bar by its bounds and its count', () => {
    expect(lines.slice(0, 3).map(({ name }) => name)).toEqual([
      'disk latency · at 5',
      'disk latency, 0 ns – 1.00 µs: 3',
      'disk latency, 1.00 µs – 2.00 µs: 12',
    ]);
  });
});
