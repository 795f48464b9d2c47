/**
 * Overruling a capture's clock after the fact.
 *
 * A shift or a start moves one number of the capture's row. A zone with daylight saving moves rows by different amounts:
 * their wall clock is worked out again from the old zone and read in the new one, in SQL.
 */
import type { CaptureRecord } from './captures.ts';
import { WorkspaceError } from './errors.ts';
import type { Query } from './query.ts';

export type ClockChange =
  | { readonly zone: string }
  /** ns to add to every time of the capture. */
  | { readonly shift: bigint }
  /** Epoch ns of its first sample, and ns between samples where rows have no time. */
  | { readonly start: bigint; readonly interval?: number };

/** The statements that make the change. */
export async function changeClock(
  _query: Query,
  _capture: CaptureRecord,
  _change: ClockChange,
): Promise<string[]> {
  throw new WorkspaceError('bad-clock', 'not yet');
}
