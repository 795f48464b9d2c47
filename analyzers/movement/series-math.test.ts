import { describe, expect, it } from 'vitest';
import { randomly } from './random.ts';
import {
  atLag,
  bestLag,
  bestOfRanges,
  compressed,
  correlation,
  discoveries,
  dot,
  haveSameRange,
  medianOf,
  poissonTail,
  products,
  type Standard,
  standardOf,
  studentTails,
} from './series-math.ts';

const standard = (values: number[]): Standard => standardOf(compressed(Float64Array.from(values)))!;

describe('distributions', () => {
  it("gives the tails of Student's t as tables do", () => {
    // Two-sided, SciPy: 2 * pt(-t, df)
    expect(studentTails(2.776445, 4)).toBeCloseTo(0.05, 6);
    expect(studentTails(1.959964, 1e7)).toBeCloseTo(0.05, 5);
    expect(studentTails(12.7062, 1)).toBeCloseTo(0.05, 6);
    expect(studentTails(0, 7)).toBe(1);
    expect(studentTails(50, 30) / 1.871541765922271e-30).toBeCloseTo(1, 8);
  });

  it('give the tail of a Poisson count', () => {
    // SciPy: poisson.sf(k - 1, mean)
    expect(poissonTail(3, 1)).toBeCloseTo(0.0803014, 6);
    expect(poissonTail(30, 10) / 2.509951201527959e-7).toBeCloseTo(1, 8);
    expect(poissonTail(0, 5)).toBe(1);
  });
});

describe('fast algorithms', () => {
  const random = randomly(7);
  const some = (length: number) => Float64Array.from({ length }, () => random() - 0.5);

  it('find the same median as sorting', () => {
    for (let size = 0; size < 60; size++) {
      const values = Float64Array.from({ length: size }, () => Math.floor(20 * random()));
      const sorted = values.slice().sort();
      const [low, high] = [sorted[(size - 1) >> 1]!, sorted[size >> 1]!];
      expect(medianOf(values)).toBe(size === 0 ? Number.NaN : (low + high) / 2);
    }
  });

  it('find the same sum of products as one loop per lag', () => {
    for (const size of [1, 2, 5, 30])
      for (const [first, count] of [
        [0, 1],
        [1, 7],
        [3, 40],
      ] as const) {
        const [a, b] = [some(size), some(size)];
        expect(dot(a, b)).toBeCloseTo(products(a, b, 0, 1)[0]!, 12);
        const plain = Float64Array.from({ length: count }, (_, k) =>
          a.subarray(first + k).reduce((sum, each, i) => sum + each * b[i]!, 0),
        );
        products(a, b, first, count).forEach((sum, k) => {
          expect(sum).toBeCloseTo(plain[k]!, 12);
        });
      }
  });

  it('find the same best lag as trying every lag, for signals without gaps', () => {
    for (let size = 14; size < 40; size++) {
      const within = (values: Float64Array, from: number, to: number) =>
        standard(Array.from(values, (value, i) => (i < from || i >= to ? Number.NaN : value)));
      const [a, b] = [within(some(size), 0, size), within(some(size), size % 5, size - (size % 3))];
      for (const [x, y] of [
        [a, b],
        [b, a],
      ] as const) {
        const [fast, plain] = [bestOfRanges(x, y, 50), bestLag(x, y, 50)];
        expect(fast?.lag).toBe(plain?.lag);
        expect(fast?.n).toBe(plain?.n);
        expect(fast?.r ?? 2).toBeCloseTo(plain?.r ?? 2, 10);
      }
    }
  });

  it('of signals with values in the same buckets is their dot product by the number of values', () => {
    const random = randomly(5);
    const signal = (first: number, last: number) =>
      standard(Array.from({ length: 60 }, (_, i) => (i < first || i > last ? Number.NaN : random())));
    const [a, b] = [signal(3, 57), signal(3, 57)];
    expect(haveSameRange(a, b)).toBe(true);
    const plain = atLag(a, b, 0);
    expect(plain.n).toBe(a.count);
    expect(dot(a.values, b.values) / a.count).toBeCloseTo(plain.r, 12);
    expect(haveSameRange(a, signal(2, 57))).toBe(false);
    expect(haveSameRange(a, signal(3, 56))).toBe(false);
    const gap = standard([...a.values].map((each, i) => (i < 3 || i === 20 || i > 57 ? Number.NaN : each)));
    expect(haveSameRange(a, gap)).toBe(false);
  });
});

describe('discoveries', () => {
  it('include every p-value up to the largest one that its rank allows', () => {
    expect(discoveries(Float64Array.of(0.9, 0.01, 0.02, 0.2), 0.05)).toBe(0.02);
    expect(discoveries(Float64Array.of(0.9, 0.03, 0.04, 0.2), 0.05)).toBe(0);
    expect(discoveries(new Float64Array(0), 0.05)).toBe(0);
  });
});

describe('correlation', () => {
  const pulse = (length: number, from: number, to: number) =>
    Array.from({ length }, (_, i) => (i >= from && i < to ? 10 : 0) + Math.sin(i * 12.9898) * 0.4);

  it('finds signals that rise and fall together, and the lag between them', () => {
    const found = correlation(standard(pulse(96, 46, 77)), standard(pulse(96, 44, 75)), 5)!;
    expect(found.lag).toBe(2);
    expect(found.r).toBeGreaterThan(0.9);
    expect(found.p).toBeLessThan(0.01);
    expect(found.n).toBe(94);
  });

  it('does not take two trends for evidence', () => {
    const random = randomly(7);
    const trend = () => {
      let level = 0;
      return Array.from({ length: 96 }, () => (level += random() - 0.3));
    };
    const found = correlation(standard(trend()), standard(trend()), 5)!;
    expect(found.r).toBeGreaterThan(0.8);
    expect(found.p).toBeGreaterThan(0.01);
  });

  it('has no more false positives among independent signals than its p-values state', () => {
    const random = randomly(1);
    // Neighbours alike, as counters of a machine are.
    const signal = () => {
      let level = 0;
      return standard(
        Array.from({ length: 120 }, () => (level = 0.8 * level + random() + random() + random() - 1.5)),
      );
    };
    const signals = Array.from({ length: 60 }, signal);
    const p = signals.flatMap((a, i) => signals.slice(i + 1).map(b => correlation(a, b, 5)!.p));
    const share = (limit: number) => p.filter(each => each < limit).length / p.length;
    expect(share(0.05)).toBeLessThan(0.06);
    expect(share(0.001)).toBeLessThan(0.002);
  });

  it('is not decided by two spikes that coincide', () => {
    const spike = (at: number) =>
      Array.from({ length: 96 }, (_, i) => (i === at || i === at + 2 ? 1e6 : Math.sin(i * 78.233)));
    const found = correlation(standard(spike(40)), standard(spike(41)), 5)!;
    expect(found.p).toBeGreaterThan(0.05);
  });

  it('leaves out buckets in which one signal has no value', () => {
    const values = pulse(96, 44, 75);
    const holed = values.map((each, i) => (i % 3 === 0 ? Number.NaN : each));
    expect(correlation(standard(holed), standard(values), 0)).toMatchObject({ n: 64 });
    expect(standardOf(Float64Array.of(1, 1, Number.NaN, 1))).toBeNull();
  });
});
