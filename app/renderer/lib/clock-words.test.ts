import { describe, expect, it } from 'vitest';
import type { ClockInfo } from '../../contract.ts';
import { captureBadges } from '../frame/capture-state.ts';
import { capture as captureOf } from './capture.testing.ts';
import { clocksHeadline, clocksInDetail } from './clock-words.ts';

const capture = (name: string, clock: Partial<ClockInfo> = {}) =>
  captureOf({ name, duration: 5e9, clock: { source: 'times of the rows', error: 1e9, ...clock } });

describe('the headline of the clocks', () => {
  it('states a margin only if all captures have one', () => {
    expect(clocksHeadline([capture('a'), capture('b')])).toEqual([
      'all clocks aligned to UTC',
      'times within ±1 s',
    ]);
    expect(clocksHeadline([capture('a'), capture('b', { error: null })])).toEqual([
      'all clocks aligned to UTC',
    ]);
  });

  it('names clocks that are not aligned or are guesses', () => {
    const own = { aligned: false, error: null };
    expect(clocksHeadline([capture('a'), capture('b', own), capture('c', own)])).toEqual([
      '2 captures are not aligned to UTC',
    ]);
    expect(clocksHeadline([capture('a'), capture('b', { guess: true, guessed: ['zone'] })])).toEqual([
      'zone of b is a guess',
    ]);
  });

  it('leaves out captures without times, which no clock can place', () => {
    const own = { aligned: false, error: null };
    const totals = { ...capture('totals', own), duration: null, rows: { sample: 2 } };
    expect(clocksHeadline([capture('a'), totals])).toEqual(['clock aligned to UTC', 'times within ±1 s']);
    expect(clocksHeadline([totals])).toEqual([]);
    expect(clocksInDetail([totals])).toEqual([]);
    expect(captureBadges(totals)).toMatchObject([{ level: 'note', text: 'no times' }]);
    expect(captureBadges({ ...totals, rows: {} })).toEqual([]);
  });

  it('names a clock set by hand, and the change', () => {
    const shifted = { shifted: -28_800_000_000_000n, error: null, setByHand: ['shift'] };
    const captures = [capture('a'), capture('b', shifted)];
    expect(clocksHeadline(captures)).toEqual(['b: shifted by −8 h (set by hand)']);
    expect(clocksInDetail(captures)).toEqual(['b: times of the rows']);
    expect(captureBadges(captures[1]!)).toMatchObject([{ text: '−8 h', opens: 'clock' }]);
    const zoned = captureBadges(capture('c', { zone: 'Asia/Tokyo', setByHand: ['zone'] }));
    expect(zoned).toMatchObject([{ text: 'clock by hand', opens: 'clock' }]);
  });
});
