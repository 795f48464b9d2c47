import { expect, it } from 'vitest';
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
