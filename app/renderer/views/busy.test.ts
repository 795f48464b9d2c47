import { describe, expect, it } from 'vitest';
import { busiest } from './busy.ts';

describe('busiest', () => {
  it('takes off what idle CPUs count, and knows where they wait', () => {
    const row = (name: string, self: number) => ({ function: name, module: 'kernel', self });
    const found = busiest(
      [row('safe_halt', 90), row('spin_lock', 30), row('copy', 20)],
      [row('safe_halt', 89), row('spin_lock', 12)],
    );
    expect(found.map(({ row, self, isIdle }) => [row.function, self, isIdle])).toEqual([
      ['copy', 20, false],
      ['spin_lock', 18, false],
      ['safe_halt', 1, true],
    ]);
  });
});
