import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf, imported, rowsOf } from '../../../fixtures/samples.ts';
import { switched } from '../../../fixtures/scheduler.ts';
import { Scratch } from '../../../workspace/import/import.testing.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { running } from './running.ts';

const scratch = new Scratch();
let workspace: Workspace;
beforeAll(async () => {
  const text = [
    switched('0 0 x/9 S a/1'),
    switched('10 1 -/0 S c/3'),
    switched('150 0 a/1 R b/2'),
    switched('300 0 b/2 S a/1'),
    switched('350 1 c/3 S -/0'),
    switched('400 0 a/1 S -/0'),
  ].join('');
  workspace = await imported([scratch.file('sched.txt', text)]);
});
afterAll(async () => {
  await workspace.close();
  scratch.remove();
});

const zero = 5_000_000_000n;

it('lists which thread ran on which CPU, interval by interval', async () => {
  const answer = await answerOf(workspace, running);
  const rows = rowsOf(answer, 'cpu', 'time', 'duration', 'process', 'tid').filter(row => Number(row[2]) > 0);
  expect(rows).toEqual([
    [0, zero, 150_000, 'a', 1],
    [0, zero + 150_000n, 150_000, 'b', 2],
    [0, zero + 300_000n, 100_000, 'a', 1],
    [1, zero + 10_000n, 340_000, 'c', 3],
  ]);
});

it('clips intervals to the scope, and honours its CPUs and processes', async () => {
  const scope = { from: zero + 100_000n, to: zero + 200_000n, cpus: [0] };
  const of = async (more: object) =>
    rowsOf(await answerOf(workspace, running, {}, { ...scope, ...more }), 'tid', 'time', 'duration');
  expect(await of({})).toEqual([
    [1, zero + 100_000n, 50_000],
    [2, zero + 150_000n, 50_000],
  ]);
  expect(await of({ processes: ['b'] })).toEqual([[2, zero + 150_000n, 50_000]]);
  const whole = await answerOf(workspace, running, {}, scope);
  expect(rowsOf(whole, 'whole_time', 'whole_duration')).toEqual([
    [zero, 150_000],
    [zero + 150_000n, 150_000],
  ]);
});

it('gives, for too many intervals, the thread that ran longest in each bucket and the utilisation of the CPU', async () => {
  const scope = { from: zero, to: zero + 400_000n };
  const answer = await answerOf(workspace, running, { most: 2, buckets: 2 }, scope);
  expect(rowsOf(answer, 'cpu', 'time', 'duration', 'tid', 'ran', 'busy', 'threads')).toEqual([
    [0, zero, 200_000, 1, 150_000, 200_000, 2],
    [0, zero + 200_000n, 200_000, 1, 100_000, 200_000, 2],
    [1, zero, 200_000, 3, 190_000, 190_000, 1],
    [1, zero + 200_000n, 200_000, 3, 150_000, 150_000, 1],
  ]);
  expect(answer.notes.map(({ code }) => code)).toContain('by-bucket');
});
