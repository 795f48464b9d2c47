import { describe, expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf, workspaceOf } from '../../fixtures/samples.ts';
import { fixture } from '../../fixtures/shared.ts';
import { slices } from '../slices/slices.ts';
import { Boxes, sampleBoxes, sliceBoxes } from './boxes.ts';
import { flameChart } from './flame-chart.ts';

const all = ({ depth, what, start, end, count }: Boxes) =>
  depth.map((level, i) => [level, what[i], start[i], end[i], count[i]]);

describe('boxes', () => {
  /** Stack 1 is a b, 2 is a c, 3 is a. */
  const paths: Record<number, number[]> = { 1: [10, 11], 2: [10, 12], 3: [10] };
  const pathOf = (stack: number) => Int32Array.from(paths[stack] ?? []);
  const samples = { ts: Float64Array.of(0, 10, 20, 30, 100), stack: Int32Array.of(1, 1, 2, 3, 1) };
  const frames = 13;

  it('are what consecutive samples have in common', () => {
    expect(all(sampleBoxes(samples, 0, 1000, 15, 1, pathOf, frames))).toEqual([
      [1, 11, 0, 20, 2],
      [1, 12, 20, 30, 1],
      [0, 10, 0, 45, 4],
      [1, 11, 100, 115, 1],
      [0, 10, 100, 115, 1],
    ]);
  });

  it('are cut to the time that is shown', () => {
    expect(all(sampleBoxes(samples, 12, 25, 15, 1, pathOf, frames))).toEqual([
      [1, 11, 12, 20, 1],
      [1, 12, 20, 25, 1],
      [0, 10, 12, 25, 2],
    ]);
  });

  it('too narrow stand together, called as what is there longest, with their share', () => {
    const boxes = new Boxes(10, 4);
    boxes.add(0, 1, 0, 3, 1);
    boxes.add(0, 2, 3, 9, 1);
    boxes.add(0, 2, 10, 19, 1);
    boxes.add(0, 3, 20, 50, 7);
    boxes.add(0, 1, 51, 52, 1);
    boxes.done();
    expect(all(boxes)).toEqual([
      [0, 2, 0, 19, 3],
      [0, 3, 20, 50, 7],
      [0, 1, 51, 52, 1],
    ]);
    expect(boxes.time).toEqual([15, 30, 1]);
    expect(boxes.merged).toEqual([1, 0, 0]);
  });

  it('of slices stand under what they lie in, and beside what they overlap', () => {
    const slicesOf = {
      ts: Float64Array.of(0, 10, 20, 90, 200),
      duration: Float64Array.of(100, 5, 30, 50, 1),
      name: Int32Array.of(1, 2, 3, 4, 5),
      names: 6,
      longest: 100,
    };
    expect(all(sliceBoxes(slicesOf, 0, 1000, 1))).toEqual([
      [0, 1, 0, 100, 1],
      [1, 2, 10, 15, 1],
      [1, 3, 20, 50, 1],
      [1, 4, 90, 140, 1],
      [0, 5, 200, 201, 1],
    ]);
    expect(all(sliceBoxes(slicesOf, 60, 95, 1)).map(([, what]) => what)).toEqual([1, 4]);
  });
});

describe('the flame chart', () => {
  it('has the stacks of each thread over time, on UTC', async () => {
    const at = (ms: number, stack: string) => ({ stack, ts: ms * 1e6, process: 'web', pid: 1, tid: 7 });
    const workspace = await workspaceOf(
      [at(0, 'main@app work@app'), at(1, 'main@app work@app'), at(2, 'main@app read@libc')],
      [{ zero: 5_000_000_000n, facts: { frequency: { cycles: 1000 } } }],
    );
    const found = await answerOf(workspace, flameChart, { of: 'samples' });
    expect(rowsOf(found, 'band', 'depth', 'function', 'module', 'time', 'duration', 'count', 'tid')).toEqual([
      ['web 7 · cycles', 0, 'main', 'app', 5_000_000_000n, expect.closeTo(2e6, -3), 3, 7],
      ['web 7 · cycles', 1, 'work', 'app', 5_000_000_000n, 2e6, 2, 7],
      ['web 7 · cycles', 1, 'read', 'libc', 5_002_000_000n, expect.any(Number), 1, 7],
    ]);
    expect(noteData(found, 'samples-hold')).toEqual({ holdNs: 1.5e6 });
    const part = await answerOf(
      workspace,
      flameChart,
      { of: 'samples' },
      { from: 5_000_500_000n, to: 5_001_500_000n },
    );
    expect(rowsOf(part, 'function', 'time', 'duration')).toEqual([
      ['main', 5_000_500_000n, 1e6],
      ['work', 5_000_500_000n, 1e6],
    ]);
    const zoomed = { of: 'samples', begin: '5000500000', end: '5001500000' };
    expect(rowsOf(await answerOf(workspace, flameChart, zoomed))).toEqual(rowsOf(part));
    await expect(answerOf(workspace, flameChart, { begin: 'noon' })).rejects.toThrow(/ns since 1970/);
    await workspace.close();
  });

  it('has every slice of a thread once, where there are pixels enough', async () => {
    const workspace = await imported([fixture('otlp/traces.jsonl')]);
    const scope = { processes: ['checkout'] };
    const found = await answerOf(workspace, flameChart, { pixels: 20_000, threads: 100 }, scope);
    const counted = rowsOf(await answerOf(workspace, slices, {}, scope), 'count');
    const sum = rowsOf(found, 'count').reduce((all, [count]) => all + (count as number), 0);
    expect(sum).toBe(counted.reduce((all, [count]) => all + (count as number), 0));
    await workspace.close();
  });
});
