import { afterAll, expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf } from '../../../fixtures/samples.ts';
import { switched } from '../../../fixtures/scheduler.ts';
import { Scratch } from '../../../workspace/import/import.testing.ts';
import { threadStates } from './thread-states.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

it('splits the time of each bucket by the states of a thread', async () => {
  const text = [
    switched('0 0 x/9 S a/1'),
    switched('150 0 a/1 R b/12'),
    switched('300 0 b/12 S a/1'),
    switched('400 0 a/1 S -/0'),
  ].join('');
  const workspace = await imported([scratch.file('sched.txt', text)]);
  const answer = await answerOf(workspace, threadStates, { buckets: 4, top: 2 });
  // The last moment is part of the last bucket, which is why buckets are a nanosecond wider than 100 µs.
  const rounded = rowsOf(answer, 'track', 'key', 'value').map(([track, key, value]) => [
    `${track} ${key}`,
    Math.round(Number(value)),
  ]);
  const of = (name: string) => rounded.filter(([each]) => each === name).map(([, value]) => value);
  expect(of('a 1 running')).toEqual([100, 50, 0, 100]);
  expect(of('a 1 ready')).toEqual([0, 50, 100, 0]);
  expect(of('b 12 unknown')).toEqual([100, 50, 0, 0]);
  expect(of('b 12 waiting')).toEqual([0, 0, 0, 100]);
  for (const track of ['a 1', 'b 12'])
    for (let bucket = 0; bucket < 4; bucket++)
      expect(
        ['running', 'ready', 'waiting', 'unknown'].reduce(
          (sum, state) => sum + Number(of(`${track} ${state}`)[bucket]),
          0,
        ),
      ).toBe(100);
  expect(noteData(answer, 'threads-left-out')).toEqual({ shown: 2, of: 3 });
  await workspace.close();
});
