/**
 * Keeps a capture's clock as it was read in the capture's row, from the first change by a person, so that it
 * can be reverted. A suggestion of another capture is not kept: it is determined again.
 */
import type { CaptureRecord } from './captures.ts';
import { changeOfWall } from './clock.ts';
import { type CaptureClock, clockColumns, clockToJson, updateClock } from './clock-facts.ts';
import { WorkspaceError } from './errors.ts';
import { addYears, yearOf } from './offset-spans.ts';
import { text } from './schema.ts';
import { updateSpan } from './spans.ts';

/** Statements that save the clock as it was read; must run before those that change it. */
export function keepAsRead({ id, clock, clockAsRead }: CaptureRecord): string[] {
  if (clockAsRead !== null) return [];
  return [`UPDATE capture SET clock_as_read = ${text(clockToJson(withoutOthers(clock)))} WHERE id = ${id}`];
}

/** Statements that forget how a clock was read where it is so again, as after a shift and its opposite. */
export function forgetAsRead({ id, clock, clockAsRead }: CaptureRecord): string[] {
  const json = (of: CaptureClock) => Object.values(clockColumns(of)).join();
  const isSame = clockAsRead !== null && json(clock) === json(clockAsRead);
  return isSame ? [`UPDATE capture SET clock_as_read = NULL WHERE id = ${id}`] : [];
}

/** Without what other captures suggest: a wall clock whose zone is unknown is on UTC, a start that is unknown nowhere. */
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
 * @throws WorkspaceError `bad-clock` where nothing was set since
 */
export function asRead({ name, clockAsRead }: CaptureRecord): CaptureClock {
  if (clockAsRead === null)
    throw new WorkspaceError('bad-clock', `The clock of ${name} is as read: nothing of it was set since.`);
  return clockAsRead;
}

/**
 * Statements that give a capture another clock that it had, but for a drift, which neither may have.
 *
 * @param interval between its rows, where they have no times and it had one
 */
export function moveTo(capture: CaptureRecord, to: CaptureClock, interval: number | null): string[] {
  const { id, clock } = capture;
  const years = yearOf(to.zero) - yearOf(clock.zero);
  const wasNumbered = clock.facts.startFrom === 'interval-set';
  const isNumbered = to.facts.startFrom === 'interval-set' && interval !== null;
  const time = isNumbered ? `n::BIGINT * ${Math.round(interval)}` : 'NULL::BIGINT';
  return [
    ...(clock.domain === 'local'
      ? changeOfWall(capture, to.zone ?? 'UTC', wall => (years === 0 ? wall : addYears(wall, years)))
      : []),
    ...(isNumbered || wasNumbered
      ? [`UPDATE metric_times SET ts = list_transform("row", lambda n: ${time}) WHERE capture = ${id}`]
      : []),
    updateClock(id, to),
    updateSpan(id),
  ];
}
