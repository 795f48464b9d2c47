import { expect, it } from 'vitest';
import { orderOf } from './by-time.ts';

const sorted = (times: readonly number[]) =>
  times.map((_, at) => at).sort((a, b) => times[a]! - times[b]! || a - b);

it('sorting by time gives the order of a stable sort', () => {
  let random = 1;
  const below = (most: number) => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((random / 2 ** 32) * most);
  };
  for (let count = 0; count < 200; count++) {
    // Few times, so that many are equal; and runs of several CPUs.
    const times = Array.from({ length: count }, (_, at) => below(20) * 10 ** below(9) - 5 + (at % 7));
    expect([...orderOf(Float64Array.from(times))]).toEqual(sorted(times));
  }
});
