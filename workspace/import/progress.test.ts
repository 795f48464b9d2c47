import { expect, it } from 'vitest';
import type { FoundFile } from '../files/discover.ts';
import { ProgressMeter } from './progress.ts';

it('an import without progress for a minute says so, with the file, until it moves again', () => {
  const file: FoundFile = { path: '/mnt/share/a.log', bytes: 100, modified: 0n, named: true };
  let now = 0;
  const said: string[] = [];
  const meter = new ProgressMeter(
    [file],
    ({ what }) => said.push(what),
    () => now,
  );
  meter.begin(file);
  const at = (ms: number, work: () => void) => {
    now = ms;
    said.length = 0;
    work();
    return said;
  };
  expect(at(59_000, () => meter.watch())).toEqual([]);
  expect(at(61_000, () => meter.watch())).toEqual([
    'reading a.log (no progress for 61 s; it can be cancelled)',
  ]);
  expect(at(62_000, () => meter.read(10, 1))).toEqual(['reading a.log']);
  expect(at(100_000, () => meter.watch())).toEqual([]);
});
