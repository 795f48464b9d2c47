import { afterAll, expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf } from '../../../fixtures/samples.ts';
import { switched, woken } from '../../../fixtures/scheduler.ts';
import { Scratch } from '../../../workspace/import/import.testing.ts';
import { stateIntervals } from './state-intervals.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

it('lists the states of a thread and its wakers, in the order of time', async () => {
  const text = [
    switched('0 0 x/9 S a/1'),
    switched('100 0 a/1 S b/2'),
    woken('120 0 b/2 a/1'),
    switched('150 0 b/2 R a/1'),
    switched('200 0 a/1 D -/0'),
  ].join('');
  const workspace = await imported([scratch.file('sched.txt', text)]);
  const zero = 5_000_000_000n;
  const scope = { from: zero + 50_000n, to: zero + 200_000n, threads: [1] };
  const answer = await answerOf(workspace, stateIntervals, {}, scope);
  expect(rowsOf(answer, 'time', 'duration', 'state', 'reason', 'cpu', 'waker', 'waker_tid')).toEqual([
    [zero + 50_000n, 50_000, 'running', null, 0, null, null],
    [zero + 100_000n, 20_000, 'waiting', 'interruptible sleep', null, 'b', 2],
    [zero + 120_000n, 30_000, 'ready', 'woken', 0, null, null],
    [zero + 150_000n, 50_000, 'running', null, 0, null, null],
  ]);
  // The first interval began before the scope.
  expect(rowsOf(answer, 'whole_time', 'whole_duration').slice(0, 2)).toEqual([
    [zero, 100_000],
    [zero + 100_000n, 20_000],
  ]);
  const first = await answerOf(workspace, stateIntervals, { top: 2 }, scope);
  expect(noteData(first, 'first-only')).toEqual({ shown: 2 });

  const shared = await answerOf(
    workspace,
    stateIntervals,
    { threads: 1, top: 2, buckets: 2 },
    { from: zero, to: zero + 200_000n },
  );
  expect(rowsOf(shared, 'tid', 'time', 'duration', 'state', 'share').sort()).toEqual([
    [1, zero, 100_000, 'running', 100],
    [1, zero + 100_000n, 100_000, 'ready', 30],
    [1, zero + 100_000n, 100_000, 'running', 50],
    [1, zero + 100_000n, 100_000, 'waiting', 20],
  ]);
  expect(rowsOf(shared, 'whole_time', 'whole_duration')[0]).toEqual([null, null]);
  expect(shared.notes.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['by-bucket', 'threads-left-out']),
  );
  await workspace.close();
});
