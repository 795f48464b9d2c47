import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerOf, askOf, imported, noteData, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import { fixture } from '../../../fixtures/shared.ts';
import type { Scope } from '../../contract.ts';
import { captureFacts } from '../../kit/catalog.ts';
import { slices } from '../slices/slices.ts';
import type { Boxes } from './boxes.ts';
import { Callees } from './callees.ts';
import { flameChart } from './flame-chart.ts';
import { Pixel, sampleBoxes } from './sample-boxes.ts';
import { Merging, sliceBoxes } from './slice-boxes.ts';
import { type Band, threadsWithSamples, threadsWithSlices } from './threads.ts';

const all = ({ length, depth, what, start, end, count }: Boxes) =>
  Array.from({ length }, (_, i) => [depth[i], what[i], start[i], end[i], count[i]]);
const times = ({ length, time }: Boxes) => [...time.subarray(0, length)];

describe('boxes', () => {
  /** Node 0 calls 1 and 2. */
  const pixel = pixelOf([-1, 0, 0]);
  const samples = { ts: Float64Array.of(0, 10, 20, 30, 100), node: Int32Array.of(1, 1, 2, 0, 1) };

  it('are calls that consecutive samples share', () => {
    expect(all(sampleBoxes(samples, 0, 1000, 15, 1, pixel))).toEqual([
      [1, 1, 0, 20, 2],
      [1, 2, 20, 30, 1],
      [0, 0, 0, 45, 4],
      [1, 1, 100, 115, 1],
      [0, 0, 100, 115, 1],
    ]);
  });

  it('are clipped to the time shown', () => {
    expect(all(sampleBoxes(samples, 12, 25, 15, 1, pixel))).toEqual([
      [1, 1, 12, 20, 1],
      [1, 2, 20, 25, 1],
      [0, 0, 12, 25, 2],
    ]);
  });

  it('too narrow to draw are merged, with the name and the share of the longest', () => {
    const merging = new Merging(10, 4);
    merging.add(0, 1, 0, 3);
    merging.add(0, 2, 3, 9);
    merging.add(0, 2, 10, 19);
    merging.add(0, 3, 20, 50);
    merging.add(0, 1, 51, 52);
    const boxes = merging.done();
    expect(all(boxes)).toEqual([
      [0, 2, 0, 19, 3],
      [0, 3, 20, 50, 1],
      [0, 1, 51, 52, 1],
    ]);
    expect(times(boxes)).toEqual([15, 30, 1]);
  });

  it('too narrow to draw show the heaviest path: below each frame, the callee with most time', () => {
    // 0 calls 1 for 5 ns and 4 for 4; 1 calls 2 for 3 and 3 for 2; 4 calls 5 for 4.
    const of = pixelOf([-1, 0, 1, 1, 0, 4]);
    const ts = Float64Array.of(0, 3, 7, 9);
    const boxes = sampleBoxes({ ts, node: Int32Array.of(2, 5, 3, 3) }, 0, 9, 4, 100, of);
    expect(all(boxes)).toEqual([
      [2, 2, 0, 3, 1],
      [1, 1, 0, 9, 2],
      [0, 0, 0, 9, 3],
    ]);
    expect(times(boxes)).toEqual([3, 5, 9]);
  });

  it('of samples equal those computed pixel by pixel, for random trees', () => {
    const samplesOf = fc.array(fc.tuple(fc.nat(9), fc.integer({ min: -1, max: 11 })), {
      minLength: 1,
      maxLength: 60,
    });
    // By node, how many levels its caller is above the node before it.
    const some = fc.array(fc.nat(3), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(samplesOf, some, fc.integer({ min: 1, max: 30 }), (list, rises, least) => {
        let at = 0;
        const ts = Float64Array.from(list, ([step]) => (at += step));
        const node = Int32Array.from(list, ([, of]) => of);
        const parent: number[] = [];
        rises.forEach((rise, id) => {
          let caller = id - 1;
          for (let i = 0; i < rise && caller >= 0; i++) caller = parent[caller]!;
          parent.push(caller);
        });
        const pathOf = (stack: number): number[] => (stack < 0 ? [] : [...pathOf(parent[stack]!), stack]);
        const boxes = sampleBoxes({ ts, node }, 0, at + 5, 6, least, pixelOf(parent));
        const found = all(boxes).map((box, row) => [...box, boxes.time[row]]);
        const wanted = plainBoxes([...ts], [...node], at + 5, 6, least, pathOf);
        const inOrder = (boxes: (number | undefined)[][]) => boxes.map(box => box.join()).sort();
        expect(inOrder(found)).toEqual(inOrder(wanted));
      }),
      { numRuns: 1000 },
    );
  });

  it('of slices are below the slices that contain them, and beside those that they overlap', () => {
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

/** @param parent by node, in preorder */
function pixelOf(parent: readonly number[]): Pixel {
  const isUnder = (node: number, above: number): boolean =>
    node === above || (node > above && isUnder(parent[node]!, above));
  const end = parent.map((_, above) => above + parent.filter((_, node) => isUnder(node, above)).length);
  return new Pixel(new Callees(Int32Array.from(parent), Int32Array.from(end)));
}

/** {@link sampleBoxes} by its definition. */
function plainBoxes(
  ts: readonly number[],
  node: readonly number[],
  to: number,
  hold: number,
  least: number,
  pathOf: (node: number) => readonly number[],
): number[][] {
  type Run = { path: readonly number[]; node: number; start: number; end: number; count: number };
  const runs: Run[] = [];
  ts.forEach((start, i) => {
    const end = Math.min(to, start + hold, ts[i + 1] ?? Number.POSITIVE_INFINITY);
    const last = runs.at(-1);
    if (end <= start) return;
    if (last && last.node === node[i] && last.end === start) {
      last.end = end;
      last.count++;
    } else runs.push({ path: pathOf(node[i]!), node: node[i]!, start, end, count: 1 });
  });
  const isWide = ({ start, end }: Run) => end - start >= least;
  const pixels: Run[][] = [];
  for (const run of runs) {
    const last = pixels.at(-1)?.[0];
    const joins =
      last &&
      !isWide(run) &&
      !isWide(last) &&
      Math.floor(last.start / least) === Math.floor(run.start / least);
    if (joins) pixels.at(-1)!.push(run);
    else pixels.push([run]);
  }
  const sum = (runs: readonly Run[]) => runs.reduce((all, { start, end }) => all + end - start, 0);
  const boxes: number[][] = [];
  let open: number[][] = [];
  for (const pixel of pixels) {
    const path: number[][] = [];
    let among = pixel;
    for (let depth = 0; ; depth++) {
      const callees = [...new Set(among.flatMap(run => run.path.slice(depth, depth + 1)))];
      const under = (callee: number) => among.filter(run => run.path[depth] === callee);
      const heaviest = callees.sort((a, b) => sum(under(b)) - sum(under(a)))[0];
      if (heaviest === undefined) break;
      among = under(heaviest);
      const count = among.reduce((all, each) => all + each.count, 0);
      path.push([depth, heaviest, among[0]!.start, among.at(-1)!.end, count, sum(among)]);
    }
    const isNew = path.findIndex(
      ([, what, start], depth) =>
        open[depth]?.[1] !== what || (start! > open[depth]![3]! && start! - open[depth]![3]! >= least),
    );
    const kept = isNew < 0 ? path.length : isNew;
    boxes.push(...open.slice(kept));
    open = path.map((box, depth) => {
      if (depth >= kept) return box;
      const [level, what, start, , count, time] = open[depth]! as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return [level, what, start, box[3]!, count + box[4]!, time + box[5]!];
    });
  }
  return [...boxes, ...open];
}

describe('the flame chart', () => {
  it('has the stacks of each thread over time, on UTC', async () => {
    const at = (ms: number, stack: string) => ({ stack, ts: ms * 1e6, process: 'web', pid: 1, tid: 7 });
    const workspace = await workspaceOf(
      [at(0, 'main@app work@app'), at(1, 'main@app work@app'), at(2, 'main@app read@libc')],
      [{ zero: 5_000_000_000n, facts: { frequency: { cycles: 1000 } } }],
    );
    const answer = await answerOf(workspace, flameChart, { of: 'samples' });
    expect(rowsOf(answer, 'band', 'depth', 'function', 'module', 'time', 'duration', 'count', 'tid')).toEqual(
      [
        ['web 7 · cycles', 0, 'main', 'app', 5_000_000_000n, expect.closeTo(2e6, -3), 3, 7],
        ['web 7 · cycles', 1, 'work', 'app', 5_000_000_000n, 2e6, 2, 7],
        ['web 7 · cycles', 1, 'read', 'libc', 5_002_000_000n, expect.any(Number), 1, 7],
      ],
    );
    expect(noteData(answer, 'samples-hold')).toEqual({ holdNs: 1.5e6 });
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
    const byModule = await answerOf(workspace, flameChart, { of: 'samples' }, { group: 'modules' });
    expect(rowsOf(byModule, 'depth', 'function', 'count')).toEqual([
      [0, 'app', 3],
      [1, 'libc', 1],
    ]);
    await workspace.close();
  });

  it('has every slice of a thread once, if there are enough pixels', async () => {
    const workspace = await imported([fixture('otlp/traces.jsonl')]);
    const scope = { processes: ['checkout'] };
    const answer = await answerOf(workspace, flameChart, { pixels: 20_000, threads: 100 }, scope);
    const counted = rowsOf(await answerOf(workspace, slices, {}, scope), 'count');
    const sum = rowsOf(answer, 'count').reduce((all, [count]) => all + (count as number), 0);
    expect(sum).toBe(counted.reduce((all, [count]) => all + (count as number), 0));
    await workspace.close();
  });

  describe('of more rows than are held in memory', () => {
    const at = (ms: number) => ({ stack: 'main@app', ts: ms * 1e6, process: 'web', pid: 1, tid: 7 });
    const times = [0, 1000, 2000, 3000, 4000];

    it('holds the samples of the time that is shown, and the one before', async () => {
      const workspace = await workspaceOf(times.map(at), [{ zero: 0n }]);
      const held = (most: number, shown: Scope) => threadsWithSamples(askOf(workspace), {}, shown, 4, most);
      const shown = { from: 3_000_000_000n, to: 4_000_000_000n };
      const samples = async (most: number) => [...(await held(most, shown)).bands[0]!.samples!.ts];
      expect(await samples(5)).toEqual([0, 1e9, 2e9, 3e9, 4e9]);
      expect(await samples(2)).toEqual([2e9, 3e9]);
      const none = await held(4, {});
      expect(none.bands).toEqual([]);
      expect(noteData(none, 'too-many-samples')).toEqual({ samples: 5, most: 4 });
      await workspace.close();
    });

    it('holds the slices that reach into that time', async () => {
      const workspace = await imported([fixture('otlp/traces.jsonl')]);
      const held = (most: number, shown: Scope) => threadsWithSlices(askOf(workspace), {}, shown, 100, most);
      const count = ({ bands }: Awaited<ReturnType<typeof held>>) =>
        bands.reduce((sum, { slices }) => sum + slices!.ts.length, 0);
      const { bands } = await held(1e6, {});
      const [{ slices }] = bands as [Band];
      const zero = (await captureFacts(askOf(workspace)))[0]!.utcZero!;
      const begin = zero + BigInt(slices!.ts[0]!);
      const shown = { from: begin + 1_000_000_000n, to: begin + 1_000_000_001n };
      const all = count(await held(1e6, shown));
      const part = count(await held(all - 1, shown));
      expect(part).toBeGreaterThan(0);
      expect(part).toBeLessThan(all);
      expect(noteData(await held(all - 1, {}), 'too-many-slices')).toEqual({ slices: all, most: all - 1 });
      await workspace.close();
    });
  });
});
