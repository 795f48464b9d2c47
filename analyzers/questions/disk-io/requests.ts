/** SQL of disk requests: events that record a complete request, and issues paired with their completions. */

import type { Ask, Note } from '../../contract.ts';
import { counted } from '../../kit/answer.ts';
import { note } from '../../kit/notes.ts';
import { type MeaningfulEvents, meaningfulEvents } from '../../states/meaningful.ts';

const roles = ['disk-io', 'disk-issue', 'disk-complete'] as const;

export const diskEvents = (ask: Ask): Promise<MeaningfulEvents | null> => meaningfulEvents(ask, roles);

/**
 * Common table expressions that end with `requests`: columns of `event`, device, device_number, file, operation, bytes and `took`, ns.
 * An issue is paired with the next completion of the same device and sector. Pairing must precede filtering by
 * scope, which could drop one of the two. `phase`: 0 a complete request, 1 an issue, 2 a completion.
 */
export function requests(events: MeaningfulEvents): string {
  const devices = roles.map(role => `${role}.device` as const);
  const place = ['disk-issue.place', 'disk-complete.place'] as const;
  return `disk_events AS (
      SELECT s.*, ${events.id(...devices)} AS device, ${events.number(...devices)} AS device_number,
        ${events.id('disk-io.file')} AS file, ${events.id('disk-io.operation', 'disk-issue.operation')} AS operation,
        ${events.number('disk-io.bytes', 'disk-issue.bytes')} AS bytes, ${events.number(...place)} AS place, ${events.id(...place)} AS place_text,
        CASE WHEN ${events.where('disk-issue')} THEN 1 WHEN ${events.where('disk-complete')} THEN 2 ELSE 0 END AS phase
      FROM event s WHERE ${events.where(...roles)}),
    paired AS (
      SELECT *, lead(phase) OVER w AS next_phase, lead(ts) OVER w AS next_ts
      FROM disk_events WINDOW w AS (PARTITION BY capture, device, device_number, place, place_text, phase = 0 ORDER BY ts, id)),
    requests AS (
      SELECT s.*, CASE phase WHEN 0 THEN duration ELSE CASE WHEN next_phase = 2 THEN next_ts - s.ts END END AS took
      FROM paired s WHERE phase <> 2)`;
}

/** Devices by name, else by number. */
export const deviceNames = (
  names: readonly (string | null)[],
  numbers: Float64Array,
): readonly (string | null)[] =>
  names.map((name, row) => name ?? (Number.isNaN(numbers[row]) ? null : `${numbers[row]}`));

export function withoutCompletion(untimed: number): Note[] {
  if (untimed === 0) return [];
  return [
    note(
      'requests-without-completion',
      `${untimed === 1 ? '1 request has' : `${counted(untimed)} requests have`} no latency, because their completion was not recorded.`,
      { requests: untimed },
    ),
  ];
}
