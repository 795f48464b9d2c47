import { expect, it } from 'vitest';
import type { CaptureInfo } from '../../contract.ts';
import { formatClock, formatDate, formatExact, formatTick } from '../../wording/time.ts';
import { shownZone } from './shown-zone.ts';

const capture = (id: number, aligned: boolean) => ({ id, clock: { aligned } }) as CaptureInfo;
const workspace = { captures: [capture(1, true), capture(2, false)], ownStart: 12_345_678_901_000n };

it('the shown zone is the chosen one while something in scope is aligned to UTC', () => {
  expect(shownZone(workspace, {}, 'Europe/Berlin')).toBe('Europe/Berlin');
  expect(shownZone({ captures: [capture(1, true)], ownStart: null }, {}, 'UTC')).toBe('UTC');
});

it('times since the begin are shown if no capture in scope is aligned', () => {
  const zone = shownZone(workspace, { captures: [2] }, 'UTC');
  const time = workspace.ownStart + 1_500_000_007n;
  expect(formatClock(time, zone)).toBe('+1.500 s');
  expect(formatClock(workspace.ownStart - 1n, zone, 9)).toBe('−0.000000001 s');
  expect(formatExact(time, zone)).toBe('+1.500000007 s since the beginning');
  expect(formatTick(workspace.ownStart + 2_000_000_000n, zone, 1e9)).toBe('+2 s');
  expect(formatDate(time, zone)).toBe('own clock');
});
