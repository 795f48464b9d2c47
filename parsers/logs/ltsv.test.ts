import { expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { readAll } from '../kit/recorder.ts';
import { logFormatsOf } from './format.ts';
import { definitions } from './formats/index.ts';

const ltsv = logFormatsOf(definitions).find(({ id }) => id === 'ltsv')!;

it('lines below a record of LTSV are no part of its last value', () => {
  const text =
    'time:2026-01-02T03:00:00Z\thost:a\treqtime:0.25\r\n  at Handler\r\ntime:2026-01-02T03:00:01Z\thost:b\treqtime:-\r\n';
  expect(readAll(ltsv, ascii(text)).events.map(({ fields }) => fields)).toEqual([
    { host: 'a', reqtime: 0.25 },
    { host: 'b' },
  ]);
});
