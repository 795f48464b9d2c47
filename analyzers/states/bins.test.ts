import { afterAll, expect, it } from 'vitest';
import { askOf, imported } from '../../fixtures/samples.ts';
import { switched } from '../../fixtures/scheduler.ts';
import { Scratch } from '../../workspace/import/import.testing.ts';
import { alignedSpanOf } from '../time/span.ts';
import { stateTimes } from './bins.ts';
import { wordId } from './in-scope.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

it('a state that lasts beyond the range of a summary is in every bucket of it', async () => {
  const text = [switched('0 0 x/9 S a/1'), switched('1000 0 a/1 S b/2')].join('');
  const workspace = await imported([scratch.file('sched.txt', text)]);
  const ask = askOf(workspace);
  const { from } = await alignedSpanOf(ask, {}, 8);
  const scope = { from: from + 300_000n, to: from + 600_000n };
  const span = await alignedSpanOf(ask, scope, 8);
  // A summary is made of many rows only.
  const captures = span.captures.map(each => ({ ...each, rows: { ...each.rows, state: 1e6 } }));
  const times = Array<number>(span.buckets).fill(0);
  const { forEach } = await stateTimes(ask, { ...span, captures }, scope, true);
  const running = await wordId(ask, 'running');
  forEach((_thread, state, bucket, time) => {
    if (state === running) times[bucket]! += time;
  });
  expect(times).toEqual(Array(span.buckets).fill(Number(span.width)));
  await workspace.close();
});
