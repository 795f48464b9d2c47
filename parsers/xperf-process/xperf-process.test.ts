import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { readAll } from '../kit/recorder.ts';
import { xperfProcess } from './format.ts';

it('xperf -a process gives a slice for each process that began and ended within the trace', async () => {
  const { events } = readAll(xperfProcess, await bytesOf(fixture('xperf-process/processes.txt')));
  expect(events.map(({ ts, duration, thread }) => [thread?.process, thread?.pid, ts, duration])).toEqual([
    ['System', 4, null, null],
    ['editor.exe', 912, null, null],
    ['build.exe', 7120, 1_000_250_000, 2_000_250_000],
  ]);
  expect(events[1]?.fields).toMatchObject({
    'Command Line': '"C:\\x\\editor.exe" --flag a, b',
    start: 'before the trace',
    end: '24656403 µs',
  });
});
