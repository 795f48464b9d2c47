import { describe, expect, it } from 'vitest';
import { extentOf, intervalOf, narrowedTo, scopeOfLeft, scopeParts, withInterval } from './scope.ts';

const second = 1_000_000_000n;
const from = 1_714_537_324n * second;
const interval = { from, to: from + 31n * second };

describe('scope', () => {
  it('keeps nanoseconds', () => {
    const exact = { from: from + 1n, to: from + 2n };
    expect(intervalOf(withInterval({}, exact))).toEqual(exact);
    expect(intervalOf({ kind: 'cycles' })).toBeNull();
  });

  it('spans its captures, unless it has a time', () => {
    const captures = [
      { id: 1, start: 50n, end: 90n },
      { id: 2, start: 10n, end: 60n },
      { id: 3, start: null, end: null },
      { id: 4, start: 1n, end: 1000n },
    ];
    expect(extentOf({ captures: [1, 2, 3] }, captures)).toEqual({ from: 10n, to: 91n });
    expect(extentOf({ captures: [1], from: 5n, to: 9n }, captures)).toEqual({ from: 5n, to: 9n });
    expect(extentOf({ captures: [3] }, captures)).toBeNull();
    expect(extentOf({}, captures)).toBeNull();
  });

  it('is described as parts, each of which can be removed', () => {
    const scope = withInterval(
      {
        processes: ['postgres', 'sh'],
        modules: ['/usr/bin/perf'],
        kind: 'cpu-clock',
        cpus: [1],
        group: 'kernel,hide:idle',
      },
      interval,
    );
    const parts = scopeParts(scope, 'UTC', id => `capture ${id}`);
    expect(parts.map(part => part.text)).toEqual([
      '04:22:04.0 – 04:22:35.0 · 31.0 s',
      'postgres',
      'sh',
      'CPU 1',
      'module perf',
      'cpu-clock',
      'the kernel as one frame',
      'without idle',
    ]);
    const without = (text: string) => parts.find(part => part.text === text)!.without;
    expect(without('sh').processes).toEqual(['postgres']);
    expect(without('CPU 1')).not.toHaveProperty('cpus');
    expect(without('cpu-clock')).not.toHaveProperty('kind');
    expect(intervalOf(parts[0]!.without)).toBeNull();
  });

  it('drops captures that were removed, and a time without rows', () => {
    const idOf = (capture: number) => (capture === 1 ? null : capture === 2 ? 7 : capture);
    const scope = { captures: [1, 2, 3], cpus: [0], from: 5n, to: 9n };
    expect(scopeOfLeft(scope, idOf, { from: 0n, to: 6n })).toEqual({ ...scope, captures: [7, 3] });
    expect(scopeOfLeft(scope, () => null, { from: 10n, to: 20n })).toEqual({ cpus: [0] });
    expect(scopeOfLeft({ from: 5n, to: 9n }, idOf, null)).toEqual({ from: 5n, to: 9n });
  });

  it('narrows to one object of a list', () => {
    expect(narrowedTo({ processes: ['a', 'b'] }, 'processes', 'c')).toEqual({ processes: ['c'] });
  });
});
