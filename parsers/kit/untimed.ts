/** The problem of a record whose time cannot be read or stored: one way for all readers. */
import type { Output, Problem } from '../contract.ts';

/** 64 bits hold the times of the years 1678 to 2261 in ns; a damaged capture can print others. */
export const untimed = {
  code: 'time-out-of-range',
  severity: 'warning',
  message:
    'A time is out of range, or is written in another way than the others: its record was read without it.',
} as const;

/** Reports {@link untimed} at the place of the record. `LineReader.checkedTime` does so for a line. */
export function reportUntimed(out: Output, { line, offset }: Pick<Problem, 'line' | 'offset'>): void {
  out.problem({ ...untimed, line, offset });
}
