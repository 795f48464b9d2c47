import { describe, expect, it } from 'vitest';
import {
  digitsFor,
  formatClock,
  formatDate,
  formatExact,
  formatTick,
  isZone,
  sameDay,
  sinceMidnight,
  zoneOffset,
} from './time.ts';

const time = 1_714_537_324_015_123_456n; // 2024-05-01 04:22:04.015123456 UTC

describe('times', () => {
  it('writes the date at ticks where a day begins', () => {
    const midnight = 1_714_521_600_000_000_000n; // 2024-05-01
    expect(formatTick(midnight, 'UTC', 6 * 3600e9)).toBe('2024-05-01');
    expect(formatTick(midnight + 21_600_000_000_000n, 'UTC', 6 * 3600e9)).toBe('06:00:00');
    expect(formatTick(midnight - 40n, 'UTC', 365 * 86_400e9)).toBe('2024-05-01');
    expect(formatTick(midnight + 500_000_000n, 'UTC', 0.5e9)).toBe('00:00:00.5');
  });

  it('keeps nanoseconds', () => {
    expect(formatExact(time, 'UTC')).toBe('2024-05-01 04:22:04.015123456 UTC');
    expect(formatClock(time, 'UTC')).toBe('04:22:04.015');
    expect(formatClock(time, 'UTC', 0)).toBe('04:22:04');
  });

  it('writes times in a named zone and at a fixed offset', () => {
    expect(formatClock(time, 'Europe/Berlin', 1)).toBe('06:22:04.0');
    expect(formatClock(time, '-05:30', 1)).toBe('22:52:04.0');
    expect(formatDate(time, '-05:30')).toBe('2024-04-30');
  });

  it('follows daylight saving', () => {
    const winter = Date.UTC(2024, 0, 1);
    const summer = Date.UTC(2024, 6, 1);
    expect([winter, summer].map(ms => zoneOffset('Europe/Berlin', ms) / 3_600_000)).toEqual([1, 2]);
  });

  it('recognises valid zones', () => {
    expect(['UTC', 'Europe/Berlin', '+02:00', 'Middle/Earth'].map(isZone)).toEqual([true, true, true, false]);
    expect(zoneOffset('Middle/Earth', 0)).toBe(0);
  });

  it('handles times before 1970', () => {
    expect(formatExact(-1n, 'UTC')).toBe('1969-12-31 23:59:59.999999999 UTC');
  });

  it('computes how many decimals distinguish ticks', () => {
    expect([60e9, 1e9, 0.5e9, 1e6, 1e3, 1].map(digitsFor)).toEqual([0, 0, 1, 3, 6, 9]);
  });

  it('finds days and midnights of a zone', () => {
    const late = 1_714_602_600_000_000_000n; // 22:30 UTC
    const earlier = late - 3_600_000_000_000n;
    expect(sameDay(earlier, late, 'UTC')).toBe(true);
    expect(sameDay(earlier, late, 'Europe/Berlin')).toBe(false);
    expect(sinceMidnight(late, '+02:00')).toBe(1_800e9);
  });
});
