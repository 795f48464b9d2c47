import { describe, expect, it } from 'vitest';
import { answerOf, askOf, noteData, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import { spanOf } from '../../time/span.ts';
import { cpuHeat } from './cpu-heat.ts';
import { busyTimesInMemory, busyTimesInSql } from './from-states.ts';

const second = 1e9;
const thread = { process: 'work', pid: 1, tid: 1 };
const idle = { process: 'swapper', pid: 0, tid: 0 };

describe('the heat map of CPUs', () => {
  it('splits the time of running threads into columns, without the idle task', async () => {
    const workspace = await workspaceOf([], [{ last: 4 * second }], [], {
      state: [
        { thread, cpu: 0, ts: 0, duration: 2.5 * second, state: 'running' },
        { thread, cpu: 1, ts: 2.5 * second, duration: 0.5 * second, state: 'running' },
        { thread: idle, cpu: 0, ts: 2.5 * second, duration: 1.5 * second, state: 'running' },
        { thread, cpu: 1, ts: 3 * second, duration: second, state: 'waiting' },
      ],
    });
    const answer = await answerOf(workspace, cpuHeat, { columns: 5 });
    expect(answer.grid).toMatchObject({ width: BigInt(second), names: ['CPU 0', 'CPU 1'] });
    const busy = (cpu: number) =>
      rowsOf(answer, 'cpu', 'value').flatMap(([valueCpu, value]) => (valueCpu === cpu ? [value] : []));
    expect(busy(0)).toEqual([100, 100, 50, 0]);
    expect(busy(1)).toEqual([0, 0, 50, 0]);
    const late = await answerOf(workspace, cpuHeat, { columns: 5 }, { from: 2_500_000_000n });
    expect(rowsOf(late, 'cpu', 'value').slice(0, 2)).toEqual([
      [0, 0],
      [1, 100],
    ]);
    await workspace.close();
  });

  it('gets the same sums in memory as in SQL', async () => {
    const states = Array.from({ length: 600 }, (_, i) => {
      const cpu = i % 3;
      return {
        thread: i % 7 === 0 ? idle : thread,
        cpu,
        ts: Math.floor(i / 3) * 1000 + cpu * 13,
        duration: (i * 37) % 900,
        state: i % 5 === 0 ? 'ready' : 'running',
      } as const;
    });
    const workspace = await workspaceOf([], [{ zero: 5_000n, last: 201_000 }], [], { state: states });
    for (const [from, to] of [
      [undefined, undefined],
      [20_777n, 90_001n],
      [60_000n, 61_003n],
    ] as const)
      for (const cpus of [[], [1, 2]]) {
        const scope = { cpus, ...(from && { from, to }) };
        const span = await spanOf(askOf(workspace), scope, 41);
        const shown = (times: ReadonlyMap<string, Float64Array>) =>
          [...times].filter(([, sums]) => sums.some(sum => sum > 0)).sort(([a], [b]) => (a < b ? -1 : 1));
        const held = shown(await busyTimesInMemory(askOf(workspace), scope, span));
        expect(held.length).toBeGreaterThan(0);
        expect(held).toEqual(shown(await busyTimesInSql(askOf(workspace), scope, span)));
      }
    await workspace.close();
  });

  it('uses per-CPU utilisation series: everything except idle and iowait', async () => {
    const meaning = (mode: string) => ({
      name: 'system.cpu.utilization' as const,
      attributes: { 'cpu.mode': mode as 'idle' },
      factor: 0.01,
      addend: 0,
    });
    const ts = [second, 2 * second];
    const workspace = await workspaceOf(
      [],
      [{}],
      [
        { path: 'cpu/0/%idle', values: [60, 100], ts, meaning: meaning('idle') },
        { path: 'cpu/0/%iowait', values: [30, 0], ts, meaning: meaning('iowait') },
        { path: 'cpu/all/%idle', values: [60, 100], ts, meaning: meaning('idle') },
      ],
    );
    const answer = await answerOf(workspace, cpuHeat);
    expect(rowsOf(answer, 'cpu', 'value')).toEqual([
      [0, expect.closeTo(10)],
      [0, 0],
    ]);
    expect(noteData(answer, 'from-series')).toBeDefined();
    await workspace.close();
  });

  it('uses samples if their frequency is known, and never mixes two sources', async () => {
    const samples = Array.from({ length: 100 }, (_, i) => ({
      stack: 'main@app',
      ts: i * 1e7,
      cpu: 0,
      process: 'work',
      tid: 1,
    }));
    const workspace = await workspaceOf(
      [...samples, { ...samples[99]!, ts: 2 * second, cpu: 1 }],
      [{ facts: { frequency: { cycles: 100 } } }],
    );
    const answer = await answerOf(workspace, cpuHeat, { columns: 3 });
    const values = rowsOf(answer, 'cpu', 'value');
    expect(values[0]).toEqual([0, expect.closeTo(100, 0)]);
    expect(values).toContainEqual([1, 0]);
    await expect(answerOf(workspace, cpuHeat, { source: 'states' })).resolves.toMatchObject({ rows: 0 });
    await workspace.close();
  });

  it('notes why there is no answer', async () => {
    const workspace = await workspaceOf([{ stack: 'main@app', cpu: 0 }]);
    expect(noteData(await answerOf(workspace, cpuHeat), 'nothing-says-so')).toBeDefined();
    await workspace.close();
  });
});
