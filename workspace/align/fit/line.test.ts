/** Lines are found if there is something in common, and only then. */
import { describe, expect, it } from 'vitest';
import { finished } from '../../files/breathe.testing.ts';
import { fitLine, type Moments, type Runs } from './line.ts';

const fitted = (moments: Moments, runs: Runs) => finished(fitLine(moments, runs));

/** mulberry32 */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const span = 90e9;
const keys = 12;

/** Threads that run for 50 µs to 5 ms at a time, some of them rarely. */
function scheduled(seed: number): Runs {
  const next = random(seed);
  const [start, from, to] = [[0], [] as number[], [] as number[]];
  for (let key = 0; key < keys; key++) {
    const pause = 2e6 * 2 ** key;
    for (let time = next() * pause; time < span; time += next() * 2 * pause) {
      from.push(time);
      time += 5e4 + next() * 5e6;
      to.push(time);
    }
    start.push(from.length);
  }
  return {
    start: Int32Array.from(start),
    from: Float64Array.from(from),
    to: Float64Array.from(to),
    blur: new Float64Array(keys),
  };
}

/** Samples of running threads, on a clock for which `t + offset + drift · t` is the clock of the runs. */
function sampled({ start, from, to }: Runs, seed: number, offset: number, drift: number): Moments {
  const next = random(seed);
  const [key, at] = [[] as number[], [] as number[]];
  for (let each = 0; each < keys; each++) {
    const times: number[] = [];
    for (let run = start[each]!; run < start[each + 1]!; run++) {
      if (next() > 150 / (start[each + 1]! - start[each]!)) continue;
      times.push((from[run]! + next() * (to[run]! - from[run]!) - offset) / (1 + drift));
    }
    for (const time of times.sort((a, b) => a - b)) {
      key.push(each);
      at.push(time);
    }
  }
  return { key: Int32Array.from(key), at: Float64Array.from(at) };
}

/** The same runs, each recorded as three that touch or overlap. */
function inParts({ start, from, to, blur }: Runs): Runs {
  const share = (run: number, part: number) => from[run]! + part * (to[run]! - from[run]!);
  const each = (parts: (run: number) => number[]) => Float64Array.from([...from.keys()].flatMap(parts));
  return {
    start: start.map(run => 3 * run),
    from: each(run => [from[run]!, share(run, 0.3), share(run, 0.5)]),
    to: each(run => [share(run, 0.3), share(run, 0.6), to[run]!]),
    blur,
  };
}

describe('a line', () => {
  it.each([
    [90e9, 200e-6],
    [-90e9, -200e-6],
    [-90e9, 200e-6],
    [0, 0],
    [12_345_678, -37e-6],
  ])('with offset %d ns and drift %d is found again', (offset, drift) => {
    const runs = scheduled(1);
    const line = fitted(sampled(runs, 2, offset, drift), runs)!;
    expect(Math.abs(line.drift! - drift)).toBeLessThan(0.2e-6);
    // In the middle of the capture, where the estimate does not depend on the drift.
    const middle = (span / 2 - offset) / (1 + drift);
    const moved = middle + line.offset + line.drift! * middle;
    expect(Math.abs(moved - span / 2)).toBeLessThan(line.error);
    expect(line.error).toBeLessThan(1e6);
  });

  it('is the same if runs are recorded in parts', () => {
    const runs = scheduled(1);
    const moments = sampled(runs, 2, 3e9, 50e-6);
    const [whole, parts] = [fitted(moments, runs)!, fitted(moments, inParts(runs))!];
    expect([parts.hits, parts.moments]).toEqual([whole.hits, whole.moments]);
    expect(parts.gain).toBeCloseTo(whole.gain, 6);
  });

  it('is found if the other capture covers half of the moments', () => {
    const runs = scheduled(3);
    const all = sampled(runs, 4, 5e9, 100e-6);
    const late = Array.from(all.at.keys()).filter(i => all.at[i]! > span / 2);
    const line = fitted(
      { key: Int32Array.from(late, i => all.key[i]!), at: Float64Array.from(late, i => all.at[i]!) },
      runs,
    )!;
    expect(Math.abs(line.offset + line.drift! * span - 5e9 - 100e-6 * span)).toBeLessThan(1e6);
  });

  it('is looked for in pieces between which a cancel gets its turn: at least one for each moment', () => {
    const runs = scheduled(1);
    const moments = sampled(runs, 2, 0, 0);
    let pieces = 0;
    for (const _ of fitLine(moments, runs)) pieces++;
    expect(pieces).toBeGreaterThan(moments.at.length);
  });

  it('is not found between captures that share threads and nothing else', () => {
    const found = Array.from({ length: 8 }, (_, seed) =>
      fitted(sampled(scheduled(100 + seed), 200 + seed, 0, 0), scheduled(300 + seed)),
    );
    expect(found.filter(line => line !== null)).toEqual([]);
  });

  it('is not found if the keys of a capture are shuffled', () => {
    const runs = scheduled(5);
    const found = Array.from({ length: 5 }, (_, seed) => {
      const moments = sampled(runs, 6 + seed, 0, 0);
      const turned = moments.key.map(key => (key + 1 + (seed % (keys - 1))) % keys);
      const order = Array.from(turned.keys()).sort(
        (a, b) => turned[a]! - turned[b]! || moments.at[a]! - moments.at[b]!,
      );
      return fitted(
        {
          key: Int32Array.from(order, i => turned[i]!),
          at: Float64Array.from(order, i => moments.at[i]!),
        },
        runs,
      );
    });
    expect(found.filter(line => line !== null)).toEqual([]);
  });

  it('has no drift if times are too coarse to determine one', () => {
    const next = random(7);
    const truth = Array.from({ length: 30 }, (_, i) => i * 3e9 + next() * 1e9);
    const key = Int32Array.from(truth.keys());
    // As tools that round to 100 ms.
    const rough = Float64Array.from(truth, time => Math.floor(time / 1e8) * 1e8);
    const runs: Runs = {
      start: Int32Array.from({ length: 31 }, (_, i) => i),
      from: rough,
      to: rough,
      blur: new Float64Array(30),
    };
    const line = fitted({ key, at: Float64Array.from(truth, time => time + 40e9) }, runs)!;
    expect(line.drift).toBeNull();
    expect(Math.abs(line.offset + 40e9 + 5e7)).toBeLessThan(line.error);
  });

  it('is not fitted to two or three moments', () => {
    const at = Float64Array.of(1e9, 5e9, 9e9);
    const runs: Runs = { start: Int32Array.of(0, 1, 2, 3), from: at, to: at, blur: new Float64Array(3) };
    expect(fitted({ key: Int32Array.of(0, 1, 2), at }, runs)).toBeNull();
  });
});
