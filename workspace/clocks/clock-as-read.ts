/**
 * Stores a capture's clock as it was read, before the user's first change, so that it can be reverted. Suggestions
 * of other captures are not stored, because they are determined again.
 */

import { WorkspaceError } from '../errors.ts';
import type { CaptureRecord } from '../store/captures.ts';
import { type CaptureClock, clockColumns, clockToJson, updateClock } from '../store/clock-facts.ts';
import { addYears, yearOf } from '../store/offset-spans.ts';
import { text } from '../store/schema.ts';
import { updateSpan } from '../store/spans.ts';
import { changeOfWall, hasWallTimes } from './clock.ts';

/** Statements that store the clock as it was read. They must run before those that change it. */
export function keepAsRead({ id, clock, clockAsRead }: CaptureRecord): string[] {
  if (clockAsRead !== null) return [];
  return [`UPDATE capture SET clock_as_read = ${text(clockToJson(withoutOthers(clock)))} WHERE id = ${id}`];
}

/** Statements that delete the stored clock if the current clock equals it, as after a shift and the opposite shift. */
export function forgetAsRead({ id, clock, clockAsRead }: CaptureRecord): string[] {
  const json = (clock: CaptureClock) => Object.values(clockColumns(clock)).join();
  const isSame = clockAsRead !== null && json(clock) === json(clockAsRead);
  return isSame ? [`UPDATE capture SET clock_as_read = NULL WHERE id = ${id}`] : [];
}

/**
 * The clock without what other captures suggest: an unknown zone is read as UTC, an unknown start leaves the capture
 * unaligned.
 */
function withoutOthers(clock: CaptureClock): CaptureClock {
  const { facts } = clock;
  const { zoneFrom, startFrom } = facts;
  if (zoneFrom === 'same-machine' || zoneFrom === 'same-time')
    return {
      ...clock,
      zone: 'UTC',
      utcOffset: 0n,
      facts: { ...facts, zoneFrom: 'assumed', zoneBy: null },
    };
  if (startFrom === null || startFrom === 'set' || startFrom === 'interval-set') return clock;
  return { ...clock, utcOffset: null, facts: { ...facts, startFrom: null, startBy: null } };
}

/**
 * The clock of a capture as it was read.
 *
 * @throws WorkspaceError `bad-clock` if it was never changed
 */
export function asRead({ name, clockAsRead }: CaptureRecord): CaptureClock {
  if (clockAsRead === null)
    throw new WorkspaceError(
      'bad-clock',
      `The clock of ${name} is as it was read: there is no change to revert.`,
    );
  return clockAsRead;
}

/**
 * Statements that restore an earlier clock of a capture. Neither clock may have a drift.
 *
 * @param interval between rows without times of their own, if the earlier clock had one
 */
export function moveTo(capture: CaptureRecord, to: CaptureClock, interval: number | null): string[] {
  const { id, clock } = capture;
  const years = yearOf(to.zero) - yearOf(clock.zero);
  const wasNumbered = clock.facts.startFrom === 'interval-set';
  const isNumbered = to.facts.startFrom === 'interval-set' && interval !== null;
  const time = isNumbered ? `n::BIGINT * ${Math.round(interval)}` : 'NULL::BIGINT';
  return [
    ...(hasWallTimes(clock)
      ? changeOfWall(capture, to.zone ?? 'UTC', wall => (years === 0 ? wall : addYears(wall, years)))
      : []),
    ...(isNumbered || wasNumbered
      ? [`UPDATE metric_times SET ts = list_transform("row", lambda n: ${time}) WHERE capture = ${id}`]
      : []),
    updateClock(id, to),
    updateSpan(id),
  ];
}
