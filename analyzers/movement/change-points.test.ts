import { describe, expect, it } from 'vitest';
import { changesOf as changesAndNoise } from './change-points.ts';
import { randomly } from './random.ts';
import { compressed } from './series-math.ts';

/** The changes that are significant against noise. */
const changesOf = (values: Float64Array, perCount: number | null) =>
  changesAndNoise(values, compressed(values), perCount).filter(({ p }) => p < 0.01);

const random = randomly(4);
const noise = () => random() + random() + random() - 1.5;
const signal = (length: number, level: (i: number) => number) =>
  Float64Array.from({ length }, (_, i) => level(i) + noise());

describe('changes of a signal', () => {
  it('finds where a phase begins and ends, and its levels', () => {
    const found = changesOf(
      signal(96, i => (i >= 44 && i < 75 ? 50 : 10)),
      null,
    );
    expect(found.map(({ bucket }) => bucket)).toEqual([44, 75]);
    expect(found[0]!.before).toBeCloseTo(10, 0);
    expect(found[0]!.after).toBeCloseTo(50, 0);
    expect(found[0]!.p).toBeLessThan(1e-6);
  });

  it.each([
    [311, 31],
    [7215, 35],
    [10392, 212],
  ])('lists changes in the order of time if the signal drifts as well: %i', (seed, wave) => {
    const random = randomly(seed);
    const phase = (i: number) => (i >= 700 && i <= 820 ? 60 : 0);
    const drifting = Float64Array.from(
      { length: 1440 },
      (_, i) => 100 + 10 * random() + 5 * Math.sin(i / wave) + phase(i),
    );
    const found = changesAndNoise(drifting, drifting, null);
    const buckets = found.map(({ bucket }) => bucket);
    expect(buckets).toEqual([...new Set(buckets)].sort((a, b) => a - b));
    for (const { at, shorterLength, strength, p } of found) {
      expect(shorterLength).toBeGreaterThan(0);
      expect([at, strength, p].every(Number.isFinite)).toBe(true);
    }
  });

  it('shows a steady climb as one change, and a staircase as its steps', () => {
    const climb = changesOf(
      signal(160, i => Math.min(Math.max(i - 50, 0), 60)),
      null,
    );
    expect(climb).toHaveLength(1);
    expect(climb[0]).toMatchObject({ isRamp: true });
    expect(Math.abs(climb[0]!.bucket - 50)).toBeLessThan(15);
    expect(climb[0]!.after).toBeGreaterThan(50);
    const stairs = changesOf(
      signal(160, i => 20 * Math.floor(i / 40)),
      null,
    );
    expect(stairs.map(({ bucket, isRamp }) => [bucket, isRamp])).toEqual([
      [40, false],
      [80, false],
      [120, false],
    ]);
    // It climbs from the first value on: nothing began.
    expect(
      changesOf(
        signal(160, i => i / 2),
        null,
      ),
    ).toEqual([]);
  });

  it('finds a short phase in a long signal', () => {
    const found = changesOf(
      signal(1440, i => (i >= 700 && i < 706 ? 30 : 0)),
      null,
    );
    expect(found.map(({ bucket }) => bucket)).toEqual([700, 706]);
  });

  it('interpolates the time of a change if the value of its bucket is between the levels', () => {
    const [found] = changesOf(
      Float64Array.from({ length: 60 }, (_, i) => (i < 30 ? 0 : i === 30 ? 4 : 10) + (i % 2) / 10),
      null,
    );
    expect(found!.at).toBeCloseTo(30.6, 1);
  });

  it('finds a rise of counts, whose noise follows from the count', () => {
    const counts = Float64Array.from(
      { length: 80 },
      (_, i) => Math.round((i < 40 ? 4 : 25) + noise() * 2) / 199,
    );
    expect(changesOf(counts, 1 / 199).map(({ bucket }) => bucket)).toEqual([40]);
    const few = Float64Array.from({ length: 80 }, (_, i) => (i === 40 || i === 41 || i === 55 ? 1 : 0) / 199);
    expect(changesOf(few, 1 / 199)).toEqual([]);
  });

  it('finds no change in noise, in a signal that changes all the time, or among few values', () => {
    const found = Array.from({ length: 200 }, () =>
      changesOf(
        signal(96, () => 10),
        null,
      ).filter(({ p }) => p < 0.01),
    );
    expect(found.flat().length).toBeLessThanOrEqual(3);
    expect(
      changesOf(
        signal(400, i => (Math.floor(i / 5) % 2) * 100),
        null,
      ),
    ).toEqual([]);
    expect(
      changesOf(
        signal(12, i => (i < 6 ? 0 : 100)),
        null,
      ),
    ).toEqual([]);
    expect(changesOf(new Float64Array(96), null)).toEqual([]);
  });

  it('skips buckets without a value', () => {
    const values = signal(96, i => (i < 48 ? 0 : 100));
    for (let i = 40; i < 56; i++) values[i] = Number.NaN;
    expect(changesOf(values, null).map(({ bucket }) => bucket)).toEqual([56]);
  });
});
