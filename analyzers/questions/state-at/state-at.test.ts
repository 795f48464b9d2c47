import { afterAll, expect, it } from 'vitest';
import { answerOf, imported, rowsOf } from '../../../fixtures/samples.ts';
import { switched, woken } from '../../../fixtures/scheduler.ts';
import { Scratch } from '../../../workspace/import/import.testing.ts';
import { ranInstead } from '../ran-instead/ran-instead.ts';
import { stateAt } from './state-at.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

it('gives the state of a thread at a moment, its waker, the threads that ran meanwhile, and the next state', async () => {
  const text = [
    switched('0 0 x/9 S a/1'),
    switched('100 0 a/1 S b/2'),
    woken('120 0 b/2 a/1'),
    switched('140 0 b/2 S c/3'),
    switched('150 0 c/3 R a/1'),
    switched('200 0 a/1 R -/0'),
    switched('260 0 -/0 R a/1'),
    switched('270 0 a/1 D -/0'),
  ].join('');
  const workspace = await imported([scratch.file('sched.txt', text)]);
  const zero = 5_000_000_000n;
  const at = (us: bigint) => answerOf(workspace, stateAt, {}, { from: zero + us * 1000n, threads: [1] });
  const shown = ['role', 'process', 'time', 'duration', 'state', 'waker_tid'] as const;
  expect(rowsOf(await at(110n), ...shown)).toEqual([
    ['before', 'a', zero, 100_000, 'running', null],
    ['state', 'a', zero + 100_000n, 20_000, 'waiting', 2],
    ['after', 'a', zero + 120_000n, 30_000, 'ready', null],
    ['after', 'a', zero + 150_000n, 50_000, 'running', null],
  ]);
  expect(rowsOf(await at(149n), ...shown).slice(1)).toEqual([
    ['state', 'a', zero + 120_000n, 30_000, 'ready', null],
    ['after', 'a', zero + 150_000n, 50_000, 'running', null],
    ['ran', 'b', zero + 120_000n, 20_000, 'running', null],
    ['ran', 'c', zero + 140_000n, 10_000, 'running', null],
  ]);
  expect(rowsOf(await at(210n), ...shown).slice(-1)).toEqual([['ran', null, null, 60_000, 'idle', null]]);
  // Without a thread in scope, the answer has the state of every thread.
  const all = await answerOf(workspace, stateAt, { top: 2 }, { from: zero + 110_000n });
  expect(rowsOf(all, 'role', 'tid').filter(([role]) => role === 'state')).toHaveLength(2);
  expect(all.notes.map(({ code }) => code)).toContain('first-only');
  await workspace.close();
});

it('says of a CPU what ran-instead says: unknown before its first switch, idle between its switches', async () => {
  const zero = 5_000_000_000n;
  const both = async (name: string, from: bigint, events: readonly string[]) => {
    const workspace = await imported([scratch.file(name, events.join(''))]);
    const at = await answerOf(workspace, stateAt, {}, { from, threads: [1] });
    const instead = await answerOf(workspace, ranInstead, {}, { from, to: from + 40_000n, threads: [1] });
    await workspace.close();
    return [
      ...rowsOf(at, 'role', 'state', 'duration').filter(([role]) => role === 'ran'),
      ...rowsOf(instead, 'cpu_was', 'time'),
    ];
  };
  const begun = [
    switched('0 0 x/9 S a/1'),
    switched('100 0 a/1 S b/2'),
    woken('120 0 b/2 a/1'),
    switched('180 1 -/0 R a/1'),
    switched('200 1 a/1 S -/0'),
  ];
  expect(await both('begun.txt', zero + 130_000n, begun)).toEqual([
    ['ran', 'unknown', 60_000],
    ['unknown', 40_000],
  ]);
  const quota = [
    switched('0 0 x/9 S a/1'),
    switched('100 0 a/1 R -/0'),
    switched('180 0 -/0 R a/1'),
    switched('200 0 a/1 S -/0'),
  ];
  expect(await both('quota.txt', zero + 120_000n, quota)).toEqual([
    ['ran', 'idle', 80_000],
    ['idle', 40_000],
  ]);
});
