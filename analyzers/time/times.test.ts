import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sinceZero, timesFrom } from './times.ts';

const zeros = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n });
const offsets = fc.array(
  fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.constantFrom(-1, 0, 2 ** 32, -(2 ** 32))),
);

it('gives the times and offsets that bigint arithmetic gives', () => {
  fc.assert(
    fc.property(zeros, offsets, (zero, since) => {
      const times = timesFrom(zero, Float64Array.from(since));
      expect([...times]).toEqual(since.map(ns => zero + BigInt(ns)));
      expect([...sinceZero(times, zero)]).toEqual(since.map(ns => ns + 0));
    }),
  );
});

it('rounds to whole ns', () => {
  expect([...timesFrom(10n, Float64Array.of(0.4, 0.5, -3.2))]).toEqual([10n, 11n, 7n]);
});
