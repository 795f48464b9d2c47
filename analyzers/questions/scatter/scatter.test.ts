import { describe, expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import { fixture } from '../../../fixtures/shared.ts';
import { percentiles } from '../percentiles/percentiles.ts';
import { binned, pearson, scaleOf } from './pairs.ts';
import { scatter } from './scatter.ts';

const of = (...values: number[]) => Float64Array.from(values);

describe('pairs of values', () => {
  it('have the expected correlation', () => {
    expect(pearson(of(1, 2, 3), of(2, 4, 6))).toBeCloseTo(1, 12);
    expect(pearson(of(1, 2, 3, 4), of(4, 3, 2, 1))).toBeCloseTo(-1, 12);
    expect(pearson(of(1, 1), of(2, 3))).toBeNaN();
  });

  it('are counted in cells, each pair once', () => {
    const x = Float64Array.from({ length: 5000 }, (_, i) => 1 + (i % 100));
    const y = x.map(value => value * value);
    for (const log of [
      { x: false, y: false },
      { x: true, y: true },
    ]) {
      const cells = binned({ x, y }, log);
      expect(cells.count.reduce((sum, each) => sum + each)).toBe(5000);
      x.slice(0, 100).forEach((value, i) => {
        const holds = cells.count.some(
          (_, cell) =>
            cells.x[cell]! <= value * 1.0001 &&
            value <= cells.x_to[cell]! * 1.0001 &&
            cells.y[cell]! <= y[i]! * 1.0001 &&
            y[i]! <= cells.y_to[cell]! * 1.0001,
        );
        expect(holds, String(value)).toBe(true);
      });
    }
  });

  it('get logarithmic axes if they span orders of magnitude', () => {
    expect(scaleOf(Float64Array.from({ length: 100 }, (_, i) => 1.1 ** i))).toBe('log');
    expect(scaleOf(of(0, 1, 1e9))).toBe('linear');
    expect(scaleOf(of(50, 60, 70))).toBe('linear');
  });
});

describe('the scatter plot', () => {
  it('joins two series at the times of the slower one, where both have a value', async () => {
    const ts = (step: number, n: number) => Array.from({ length: n }, (_, i) => i * step * 1e9);
    const workspace = await workspaceOf(
      [],
      [{}],
      [
        { path: 'cpu/%idle', values: [10, 30, 50, 70, 90, null], ts: ts(1, 6), unit: '%' },
        { path: 'disk/vda/await', values: [1, 2, 3], ts: ts(2, 3), unit: 'ms' },
      ],
    );
    const answer = await answerOf(workspace, scatter, { x: '%idle', y: 'await' });
    expect(rowsOf(answer, 'x', 'y', 'count', 'time')).toEqual([
      [20, 1e6, 1, 0n],
      [60, 2e6, 1, 2_000_000_000n],
      [90, 3e6, 1, 4_000_000_000n],
    ]);
    expect(answer.columns.map(({ kind, unit }) => unit ?? kind).slice(0, 2)).toEqual(['%', 'duration']);
    expect(noteData(answer, 'joined')).toEqual({ widthNs: 2e9 });
    expect(noteData(answer, 'correlation')).toMatchObject({ n: 3 });
    const counted = await answerOf(workspace, scatter, { x: '%idle', y: 'await', points: 2 });
    expect(rowsOf(counted, 'count').reduce((sum, [n]) => sum + (n as number), 0)).toBe(3);
    expect(rowsOf(counted, 'time').every(([time]) => time === null)).toBe(true);
    await workspace.close();
  });

  it('plots two numeric fields of the same event; one may be its duration', async () => {
    const workspace = await imported([fixture('otlp/traces.jsonl')]);
    const answer = await answerOf(workspace, scatter, { kind: 'span', x: 'cart.items', y: 'duration' });
    const [[count]] = rowsOf(
      await answerOf(workspace, percentiles, { kind: 'span', field: 'cart.items' }),
      'count',
    ) as [[number]];
    expect(answer.rows).toBe(count);
    await expect(answerOf(workspace, scatter, { kind: 'span', x: 'nothing', y: 'duration' })).rejects.toThrow(
      /cart\.items/,
    );
    await expect(answerOf(workspace, scatter, { kind: 'no', x: 'a', y: 'b' })).rejects.toThrow(/no kind/);
    await workspace.close();
  });
});
