/** Tools that report once a second are aligned with each other, and with running threads, by amounts. */
import { afterAll, describe, expect, it } from 'vitest';
import { formats } from '../../../parsers/formats.ts';
import { finished } from '../../files/breathe.testing.ts';
import { imported, Scratch } from '../../import/import.testing.ts';
import { fitRates, type Signal, type Signals, signalsOf } from './rates.ts';

const fitted = (a: Signals, b: Signals) => finished(fitRates(a, b));

const scratch = new Scratch();
afterAll(() => scratch.remove());

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** CPU time of three processes and of all, in bins of 50 ms over 90 s. */
function truth(seed: number): Map<string, Signal> {
  const next = random(seed);
  const at = Float64Array.from({ length: 1800 }, (_, i) => (i + 1) * 50e6);
  const signals = new Map<string, Signal>();
  for (const key of ['cpu 1', 'cpu 2', 'cpu 3']) {
    let level = 0.3;
    const value = at.map((_, i) => {
      if (i % 14 === 0) level = next();
      return Math.max(0, level + 0.2 * (next() - 0.5));
    });
    signals.set(key, { at, value });
  }
  return signals;
}

/** Reports of a tool about that, once a second, on a clock that is `offset` behind. */
function reported(of: Map<string, Signal>, offset: number, seed: number): Map<string, Signal> {
  const next = random(seed);
  return new Map(
    [...of].map(([key, { at, value }]) => {
      const [ends, means]: [number[], number[]] = [[], []];
      for (let end = 20; end <= at.length; end += 20) {
        ends.push(at[end - 1]! - offset);
        means.push(value.subarray(end - 20, end).reduce((sum, each) => sum + each, 0) / 20 + 0.02 * next());
      }
      return [key, { at: Float64Array.from(ends), value: Float64Array.from(means) }] as const;
    }),
  );
}

describe('a tool that reports once a second', () => {
  it.each([90e9, -90e9, 0, 12.4e9])('is fitted when its clock is %d ns off, without a drift', offset => {
    const of = truth(1);
    const line = fitted(reported(of, offset, 2), of)!;
    expect(line.drift).toBeNull();
    expect(Math.abs(line.offset - offset)).toBeLessThan(line.error);
    expect(line.error).toBeLessThanOrEqual(0.5e9);
  });

  it('is fitted to another tool', () => {
    const of = truth(3);
    const line = fitted(reported(of, 90e9, 4), reported(of, 0, 5))!;
    expect(Math.abs(line.offset - 90e9)).toBeLessThan(line.error);
  });

  it('does not fit a tool that reports something else', () => {
    const found = Array.from({ length: 40 }, (_, i) => fitted(reported(truth(10 + i), 0, 6), truth(100 + i)));
    expect(found.filter(line => line !== null)).toEqual([]);
  });

  it('does not fit by a single spike', () => {
    const at = Float64Array.from({ length: 90 }, (_, i) => i * 1e9);
    const next = random(9);
    const spike = (place: number): Map<string, Signal> =>
      new Map([['cpu 1', { at, value: at.map((_, i) => (i === place ? 100 : 0.01 * next())) }]]);
    expect(fitted(spike(20), spike(70))).toBeNull();
  });
});

describe('CPU time of a process', () => {
  it('is the sum over its threads', async () => {
    const sample = (tid: number, ms: number) =>
      `work  10/${tid}  [000]     1.${String(ms).padStart(3, '0')}000:          1 cycles: \n\t    1000 main (/bin/work)\n\n`;
    const path = scratch.file(
      'threads.perf.txt',
      [sample(10, 5), sample(11, 10), sample(11, 20), sample(10, 60), sample(12, 70)].join(''),
    );
    await imported(
      { paths: [path] },
      async workspace => {
        const [capture] = await workspace.captures();
        const signals = await signalsOf(workspace, capture!);
        expect([...signals.get('cpu 10')!.value]).toEqual([3, 2]);
      },
      { formats },
    );
  });
});
