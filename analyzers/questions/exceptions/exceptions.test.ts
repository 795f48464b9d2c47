import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout } from '../../../fixtures/written.ts';
import { exceptions } from './exceptions.ts';

const log = `2026-01-02 03:04:05,000 ERROR Job failed
Traceback (most recent call last):
  File "/app/main.py", line 3, in run
    load()
  File "/app/store.py", line 7, in load
    raise KeyError(7)
KeyError: 7
2026-01-02 03:04:06,000 INFO idle
`;

it('counts exceptions by type and by the frame that threw them', async () => {
  const found = await answerAbout({ 'job.log': log }, exceptions);
  expect(rowsOf(found, 'type', 'where', 'count')).toEqual([['KeyError', 'load (store.py:7)', 1]]);
});
