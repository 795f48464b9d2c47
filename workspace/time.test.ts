import { describe, expect, it } from 'vitest';
import { iso } from './time.ts';

describe('iso', () => {
  it('is exact to the nanosecond over the whole range', () => {
    expect(iso(1_700_000_000_123_456_789n)).toBe('2023-11-14T22:13:20.123456789Z');
    expect(iso(2n ** 63n - 1n)).toBe('2262-04-11T23:47:16.854775807Z');
    expect(iso(-(2n ** 63n))).toBe('1677-09-21T00:12:43.145224192Z');
  });
});
