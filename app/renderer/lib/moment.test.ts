import { describe, expect, it } from 'vitest';
import { formatExact, ownClock } from '../../wording/time.ts';
import { momentOf } from './moment.ts';

const at = (iso: string) => BigInt(Date.parse(iso)) * 1_000_000n;
const span = { from: at('2026-11-21T23:00:00Z'), to: at('2026-11-22T05:00:00Z') };
const said = (text: string, zone = 'UTC') => {
  const moment = momentOf(text, span, zone);
  return moment === null ? null : formatExact(moment, 'UTC').replace(/0* UTC$/, '');
};

describe('momentOf', () => {
  it('resolves a time of day to the day within the span', () => {
    expect(said('04:22:10')).toBe('2026-11-22 04:22:10.');
    expect(said('23:30')).toBe('2026-11-21 23:30:00.');
    expect(said('04:22:10.000000001')).toBe('2026-11-22 04:22:10.000000001');
    expect(said('05:22:10', 'Europe/Vienna')).toBe('2026-11-22 04:22:10.');
    // Outside of it, on its first day.
    expect(said('12:00')).toBe('2026-11-21 12:00:00.');
  });

  it('parses a date, in the zone shown or in a stated one', () => {
    expect(said('2026-11-22T04:22:10.5Z', 'Europe/Vienna')).toBe('2026-11-22 04:22:10.5');
    expect(said('2026-11-22 04:22:10', 'Europe/Vienna')).toBe('2026-11-22 03:22:10.');
    expect(said('2026-11-22 04:22:10+02:00')).toBe('2026-11-22 02:22:10.');
  });

  it('accepts a time since the beginning', () => {
    expect(said('+12.5s')).toBe('2026-11-21 23:00:12.5');
    expect(said('+ 3 min')).toBe('2026-11-21 23:03:00.');
    expect(momentOf('00:00:02', { from: 5n, to: 9n }, ownClock(5n))).toBe(2_000_000_005n);
  });

  it.each(['', 'x', '25:00', '04:61', '12', '2026-13-40 10:00', '+5', '04:22:10:11'])('rejects %s', text => {
    expect(said(text)).toBeNull();
  });
});
