import { expect, it } from 'vitest';
import type { CaptureFacts } from '../contract.ts';
import { mergeFacts } from './facts.ts';

it('adds later facts to earlier ones', () => {
  const earlier = { host: 'a', cpus: 4, frequency: { cycles: 99 }, other: { model: 'x' } };
  expect(mergeFacts(earlier, { os: 'Linux', frequency: { faults: 1 }, other: { kernel: '6' } })).toEqual({
    host: 'a',
    os: 'Linux',
    cpus: 4,
    frequency: { cycles: 99, faults: 1 },
    other: { model: 'x', kernel: '6' },
  });
  expect(mergeFacts({}, { host: 'a' })).toEqual({ host: 'a' });
});

it.each([2 ** 31, 1e300, 0.5, -1, 0, Number.NaN, Number.POSITIVE_INFINITY])(
  'ignores a number of CPUs of %f',
  cpus => {
    expect(mergeFacts({}, { cpus })).toEqual({});
    expect(mergeFacts({ cpus: 4 }, { cpus })).toEqual({ cpus: 4 });
  },
);

it('ignores frequencies that are infinite, negative or NaN', () => {
  expect(mergeFacts({}, { frequency: { a: Number.POSITIVE_INFINITY, b: Number.NaN, c: -1, d: 99 } })).toEqual(
    {
      frequency: { d: 99 },
    },
  );
});

it('keeps 256 other facts and says that further ones are left out', () => {
  let facts: CaptureFacts = {};
  for (let n = 0; n < 300; n++) facts = mergeFacts(facts, { other: { [`name ${n}`]: `${n}` } });
  const { 'further facts': further, ...other } = facts.other ?? {};
  expect(Object.keys(other)).toEqual(Array.from({ length: 256 }, (_, n) => `name ${n}`));
  expect(further).toBe('left out: more than 256 names');
  expect(mergeFacts(facts, { other: { 'name 7': 'later' } }).other?.['name 7']).toBe('later');
});

it('keeps frequencies of 256 kinds and says that further ones are left out', () => {
  const frequency = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`kind ${n}`, n]));
  const facts = mergeFacts({}, { frequency });
  expect(Object.keys(facts.frequency ?? {})).toHaveLength(256);
  expect(facts.other).toEqual({ 'further facts': 'left out: more than 256 names' });
});
