import { describe, expect, it } from 'vitest';
import { binOf } from '../../durations/log-bins.ts';
import { edgesOf, scaleOf } from './bins.ts';

const of = (...values: number[]) => Float64Array.from(values).sort();

describe('bins', () => {
  it('have round edges, and contain every value', () => {
    for (const values of [of(0.3, 7, 99.5), of(-3, 0, 12), of(5), of(0), of(1e-9, 1e12), of(0, 1, 1e6)])
      for (const scale of ['linear', 'log'] as const) {
        if (scale === 'log' && (values[0]! < 0 || values.at(-1)! <= 0)) continue;
        const edges = edgesOf(values, scale, 10);
        expect(edges.length).toBeGreaterThan(1);
        for (const value of values) {
          const bin = binOf(edges, value);
          expect(edges[bin]!).toBeLessThanOrEqual(value);
          expect(edges[bin + 1]!).toBeGreaterThan(value);
        }
        expect([...edges].sort((a, b) => a - b)).toEqual(edges);
      }
    expect(edgesOf(of(0, 0.31, 0.99), 'linear', 10)).toEqual([
      0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
    ]);
    expect(edgesOf(of(3, 900), 'log', 10)).toEqual([2, 5, 10, 20, 50, 100, 200, 500, 1000]);
  });

  it('are logarithmic if values span orders of magnitude', () => {
    expect(scaleOf(of(1, 1000))).toBe('log');
    expect(scaleOf(of(0, 1, 1000))).toBe('log');
    expect(scaleOf(of(900, 1000))).toBe('linear');
    expect(scaleOf(of(-1, 1000))).toBe('linear');
  });
});
