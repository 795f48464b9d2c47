import { describe, expect, it } from 'vitest';
import {
  count,
  formatBytes,
  formatDuration,
  formatInteger,
  formatMargin,
  formatNumber,
  formatPercent,
  formatRough,
} from './numbers.ts';

describe('numbers', () => {
  it('separates thousands', () => {
    expect(formatInteger(3_114_906)).toBe('3,114,906');
    expect(formatNumber(1234.5)).toBe('1,235');
  });

  it('keeps three significant digits of small numbers', () => {
    expect([0.012345, 12.345, 7].map(formatNumber)).toEqual(['0.0123', '12.3', '7']);
  });

  it('aligns percentages', () => {
    expect([0, 4.7183, 100].map(formatPercent)).toEqual(['0.00', '4.72', '100.00']);
  });

  it('finds a fitting unit for durations', () => {
    expect([0, 1, 999, 12_400, 999_999, 12_400_000, 31.1e9, 59.99e9].map(formatDuration)).toEqual([
      '0 ns',
      '1 ns',
      '999 ns',
      '12.4 µs',
      '1.00 ms',
      '12.4 ms',
      '31.1 s',
      '60.0 s',
    ]);
    expect([90e9, 161e9, 3_661e9, 90_061e9, 350_042_400e9].map(formatDuration)).toEqual([
      '90.0 s',
      '2 min 41 s',
      '1 h 1 min',
      '1 d 1 h',
      '4051 d',
    ]);
    expect(formatDuration(-1.5e6)).toBe('−1.50 ms');
  });

  it('writes the possible error of a clock', () => {
    expect([1e9, 10e9, 500e6, 2.5e6, 1000].map(formatMargin)).toEqual([
      '±1 s',
      '±10 s',
      '±500 ms',
      '±2.50 ms',
      '±1 µs',
    ]);
  });

  it('rounds remaining time up to seconds', () => {
    expect([0, 0.2e9, 46.4e9, 161e9].map(formatRough)).toEqual(['1 s', '1 s', '47 s', '2 min 41 s']);
  });

  it('finds a fitting unit for bytes', () => {
    expect([0, 999, 1000, 33_015_997, 363_175_967, 999_999].map(formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1.00 kB',
      '33.0 MB',
      '363 MB',
      '1.00 MB',
    ]);
  });

  it('writes counts with their noun', () => {
    expect([count(1, 'line'), count(2, 'line'), count(0, 'process', 'processes')]).toEqual([
      '1 line',
      '2 lines',
      '0 processes',
    ]);
  });
});
