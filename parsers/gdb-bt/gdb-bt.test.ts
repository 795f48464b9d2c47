import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { readAll } from '../kit/recorder.ts';
import { gdbBt } from './format.ts';

it('stacks of all threads, with modules, without arguments', async () => {
  const recorder = readAll(gdbBt, await bytesOf(fixture('gdb-bt/bt.txt')));
  expect(recorder.samples.map(({ thread }) => [thread?.process, thread?.tid])).toEqual([
    ['io worker', 2279],
    ['server', 2278],
  ]);
  expect(recorder.samples.map(({ stack }) => stack)).toEqual([
    'clone;<signal handler called>;os_aio_handle(unsigned long, node**);??',
    'main;poll',
  ]);
  expect(recorder.counts.skipped).toBe(0);
  expect(recorder.lastClock).toMatchObject({ domain: 'utc', source: 'report-times' });
});

it('several dumps without a date are samples without a time', () => {
  const dump = 'Thread 1 (LWP 7):\n#0  a () from /lib/x.so\n#1  main ()\n';
  const recorder = readAll(gdbBt, ascii(`${dump}${dump}`));
  expect(recorder.samples.map(({ ts }) => ts)).toEqual([null, null]);
});
