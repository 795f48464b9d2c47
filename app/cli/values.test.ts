import { describe, expect, it } from 'vitest';
import { UsageError } from './command.ts';
import { bytes, duration, integer, time } from './values.ts';

describe('time', () => {
  it.each([
    ['2026-05-01T12:00:00Z', 1_777_636_800_000_000_000n],
    ['2026-05-01T12:00:00', 1_777_636_800_000_000_000n],
    ['2026-05-01 14:00:00.123456789+02:00', 1_777_636_800_123_456_789n],
    ['2026-05-01T12:00', 1_777_636_800_000_000_000n],
    ['2026-05-01', 1_777_593_600_000_000_000n],
    ['1777636800', 1_777_636_800_000_000_000n],
    ['1777636800.000000001', 1_777_636_800_000_000_001n],
    ['-1.5', -1_500_000_000n],
  ])('%s', (text, ns) => {
    expect(time('from', text)).toBe(ns);
  });

  it.each(['yesterday', '2026-02-30', '2026-05-01T25:00', ''])('refuses %j', text => {
    expect(() => time('from', text)).toThrow(UsageError);
  });
});

describe('duration', () => {
  it.each([
    ['1.5s', 1_500_000_000n],
    ['-200ms', -200_000_000n],
    ['+2h', 7_200_000_000_000n],
    ['0.000000001', 1n],
    ['3', 3_000_000_000n],
    ['7 µs', 7_000n],
  ])('%s', (text, ns) => {
    expect(duration('offset', text)).toBe(ns);
  });

  it.each(['soon', '1 fortnight', '1.5.5s'])('refuses %j', text => {
    expect(() => duration('offset', text)).toThrow('--offset takes a duration such as 1.5s, -200ms or 2h');
  });
});

describe('bytes', () => {
  it.each([
    ['1GB', 1e9],
    ['512MiB', 512 * 2 ** 20],
    ['1.5 gb', 1.5e9],
    ['4096', 4096],
  ])('%s', (text, count) => {
    expect(bytes('memory', text)).toBe(count);
  });

  it('rejects unknown values', () => {
    expect(() => bytes('memory', 'lots')).toThrow('--memory takes a size such as 1GB or 512MiB, not "lots".');
  });
});

describe('integer', () => {
  it.each(['1.5', '', 'x', '-1'])('refuses %j', text => {
    expect(() => integer('cpu', text)).toThrow('--cpu takes a whole number from 0');
  });
});
