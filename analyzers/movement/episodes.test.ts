import { describe, expect, it } from 'vitest';
import { episodesOf } from './episodes.ts';
import { randomly } from './random.ts';

const quiet = (seed: number) => {
  const random = randomly(seed);
  return Float64Array.from({ length: 96 }, () => Math.floor(random() * 5));
};

describe('episodes', () => {
  it('are times at which far more changed than usual', () => {
    const changes = quiet(1);
    changes[43] = 20;
    changes[44] = 90;
    changes[45] = 12;
    changes[75] = 60;
    const found = episodesOf(changes);
    expect(found.map(({ from, to, peak }) => [from, to, peak])).toEqual([
      [43, 45, 44],
      [74, 76, 75],
    ]);
    expect(found[0]!.changes).toBe(122);
  });

  it('are not found if changes are at random times', () => {
    const found = Array.from({ length: 200 }, (_, seed) => episodesOf(quiet(seed + 2)).length);
    expect(found.filter(count => count > 0).length).toBeLessThanOrEqual(1);
  });

  it('are found even if there are few signals', () => {
    const changes = new Float64Array(90);
    changes[40] = 6;
    expect(episodesOf(changes).map(({ peak }) => peak)).toEqual([40]);
    expect(episodesOf(new Float64Array(2))).toEqual([]);
  });
});
