import { describe, expect, it } from 'vitest';
import { clockChange, durationOf } from './clock-change.ts';

describe('clockChange', () => {
  it('parses zones', () => {
    expect(clockChange({ by: 'zone', zone: 'Europe/Berlin' })).toEqual({ zone: 'Europe/Berlin' });
    expect(clockChange({ by: 'zone', zone: 'Atlantis' })).toContain('Enter a zone');
  });

  it('parses years', () => {
    expect(clockChange({ by: 'year', year: '2024' })).toEqual({ year: 2024 });
    expect(clockChange({ by: 'year', year: '24' })).toContain('Enter the year');
  });

  it('parses durations with units', () => {
    expect(clockChange({ by: 'shift', shift: '-1.5 s' })).toEqual({ shift: -1_500_000_000n });
    expect(clockChange({ by: 'shift', shift: '2h' })).toEqual({ shift: 7_200_000_000_000n });
    expect(clockChange({ by: 'shift', shift: '12' })).toContain('Enter a duration');
  });

  it('parses times to the nanosecond', () => {
    const at = (start: string, interval = '') => clockChange({ by: 'start', start, interval });
    expect(at('2024-05-01 04:22:04.5')).toEqual({ start: 1_714_537_324_500_000_000n });
    expect(at('1970-01-01T00:00:00.000000001Z')).toEqual({ start: 1n });
    expect(at('yesterday')).toContain('Enter a time');
    expect(at('2024-13-01 00:00')).toContain('Enter a time');
    expect(at('1970-01-01 00:00', '5 s')).toEqual({ start: 0n, interval: 5e9 });
    expect(at('1970-01-01 00:00', '-5 s')).toContain('Enter the time between rows');
  });
});

describe('a duration', () => {
  it('keeps all its digits', () => {
    expect(durationOf('12 s')).toBe(12_000_000_000n);
    expect(durationOf('−12 s')).toBe(-12_000_000_000n);
    expect(durationOf('+120 ms')).toBe(120_000_000n);
  });
});

describe('a drift', () => {
  it('is in parts per million, with or without the unit', () => {
    expect(clockChange({ by: 'drift', drift: '-12.5 ppm' })).toEqual({ drift: -12_500 });
    expect(clockChange({ by: 'drift', drift: '200' })).toEqual({ drift: 200_000 });
    expect(clockChange({ by: 'drift', drift: 'slow' })).toMatch(/Enter a drift/);
  });
});
