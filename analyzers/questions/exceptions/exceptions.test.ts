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

it("counts exceptions that .NET's runtime recorded as events", async () => {
  const line = (second: number, type: string) =>
    `{"time":"2026-01-02T03:04:0${second}Z","message":"thrown","ExceptionType":"${type}"}\n`;
  const thrown =
    line(5, 'System.IO.IOException') + line(6, 'System.IO.IOException') + line(7, 'System.Fault');
  const found = await answerAbout({ 'events.json': thrown }, exceptions);
  expect(rowsOf(found, 'type', 'where', 'count')).toEqual([
    ['System.IO.IOException', null, 2],
    ['System.Fault', null, 1],
  ]);
});
