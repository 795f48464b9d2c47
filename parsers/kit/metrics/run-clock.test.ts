import { expect, it } from 'vitest';
import type { Options, Output } from '../../contract.ts';
import { RunClock } from './run-clock.ts';

const output = { clock: () => undefined } as unknown as Output;
const options = { start: null } as Options;

it('reports once that times go back, and gives no times from there on', () => {
  const problems: string[] = [];
  const clock = new RunClock(output, options, code => problems.push(code));
  expect([1, 2, 1, 3, 0].map(seconds => clock.at(seconds))).toEqual([
    1e9,
    2e9,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ]);
  expect(problems).toEqual(['several-runs']);
});

it('allows times to go back if a format says so, and if they count from 1970', () => {
  const blocks = new RunClock(output, options, () => undefined, 'mayGoBack');
  expect([1, 2, 1].map(seconds => blocks.at(seconds))).toEqual([1e9, 2e9, 1e9]);
  const problems: string[] = [];
  const dated = new RunClock(output, options, code => problems.push(code));
  expect([1_700_000_001, 1_700_000_000].map(seconds => dated.at(seconds))).toEqual([0, -1e9]);
  expect(problems).toEqual([]);
});

it('reports each number that is no time', () => {
  const problems: string[] = [];
  const clock = new RunClock(output, options, code => problems.push(code));
  expect([1, 1e25, 2].map(seconds => clock.at(seconds))).toEqual([1e9, Number.NaN, 2e9]);
  expect(problems).toEqual(['time-out-of-range']);
});
