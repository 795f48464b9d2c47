import { expect, it } from 'vitest';
import type { CaptureRecord } from '../captures.ts';
import { tellerOf } from './teller.ts';

it.each([
  ['start guessed from postgresql.log: first connection of pgbench of 85 s', 'postgresql.log'],
  ['seconds since boot, with the wall clock of cpu.perf.txt, which shows the same threads', 'cpu.perf.txt'],
  ['times of the rows, date of the banner, zone UTC by a, b.log, taken at the same time', 'a, b.log'],
  ['times of the rows, date of the banner', null],
])('%s', (clockSource, by) => {
  expect(tellerOf({ clockSource, clockGuess: true } as CaptureRecord)).toBe(by);
  expect(tellerOf({ clockSource, clockGuess: false } as CaptureRecord)).toBeNull();
});
