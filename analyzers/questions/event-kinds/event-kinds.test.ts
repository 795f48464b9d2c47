import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout, written } from '../../../fixtures/written.ts';
import { eventKinds } from './event-kinds.ts';

it('counts events by kind, with the times of the first and the last', async () => {
  const found = await answerAbout({ 'disk.txt': written.disk }, eventKinds);
  expect(rowsOf(found, 'kind', 'count', 'first', 'last')).toEqual([
    ['block:block_rq_issue', 2, 1_000_000_000n, 1_003_000_000n],
    ['block:block_rq_complete', 2, 1_002_000_000n, 1_009_000_000n],
  ]);
});
