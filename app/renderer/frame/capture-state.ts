import type { CaptureInfo } from '../../contract.ts';
import { count, formatMargin } from '../../wording/numbers.ts';
import { formatShift, hasTimes, setByHand } from '../lib/clock-words.ts';
import { rowCounts } from '../lib/row-counts.ts';

/** A badge of a capture; warnings and errors need an action, notes do not. */
export interface CaptureBadge {
  readonly level: 'note' | 'warning' | 'error';
  readonly text: string;
  /** In a sentence. */
  readonly about: string;
  /** Target of a click. */
  readonly opens?: 'clock' | 'table';
}

/** Warnings about a capture, the most important first. */
export function captureBadges(capture: CaptureInfo): CaptureBadge[] {
  const { status, reason, skipped, unit, clock, table, rows } = capture;
  const badges: CaptureBadge[] = [];
  if (status === 'failed')
    badges.push({ level: 'error', text: 'failed', about: reason ?? 'could not be read' });
  if (status === 'partial')
    badges.push({ level: 'warning', text: 'partial', about: reason ?? 'read in part' });
  if (status === 'empty') badges.push({ level: 'warning', text: 'empty', about: reason ?? 'without a row' });
  if (skipped > 0)
    badges.push({
      level: 'warning',
      text: 'skipped',
      about: `${count(skipped, unit === 'lines' ? 'line' : 'byte')} skipped: see Problems`,
    });
  const hand = setByHand(clock);
  if (hand.length > 0)
    badges.push({
      level: 'note',
      text: clock.shifted !== 0n ? formatShift(clock.shifted) : 'clock by hand',
      about: `by hand: ${hand.join(', ')}`,
      opens: 'clock',
    });
  if (!hasTimes(capture) && rowCounts(rows).length > 0)
    badges.push({
      level: 'note',
      text: 'no times',
      about: 'its rows have no times: it counts in totals, and has no place on the timeline',
    });
  else if (hasTimes(capture) && !clock.aligned)
    badges.push({
      level: 'warning',
      text: 'own clock',
      about: `not aligned to UTC: ${clock.source}`,
      opens: 'clock',
    });
  else if (clock.guess)
    badges.push({ level: 'note', text: 'clock ≈', about: clockGuess(clock), opens: 'clock' });
  if (table === 'found')
    badges.push({
      level: 'note',
      text: 'columns ≈',
      about: 'columns guessed: check and correct them',
      opens: 'table',
    });
  return badges;
}

function clockGuess({ by, error, source }: CaptureInfo['clock']): string {
  const margin = by || error === null ? '' : ` ${formatMargin(error)}`;
  return `${by ? `clock by ${by}` : 'clock guessed'}${margin}: ${source}`;
}
