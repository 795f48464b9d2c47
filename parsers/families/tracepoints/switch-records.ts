/**
 * Fields of PERF_RECORD_SWITCH, which perf records for each thread that it follows: one when the thread leaves its CPU
 * and one when it runs again. The record states whether the thread was preempted, and not what it waits for.
 */
import type { FieldType } from '../../contract.ts';

export const switchFields = {
  state: { key: 'prev_state', type: 'text', role: 'switch.prev.state' },
  nextPid: { key: 'next_pid', type: 'number', role: 'switch.next.pid' },
  nextTid: { key: 'next_tid', type: 'number', role: 'switch.next.tid' },
} as const satisfies Record<string, FieldType>;

/** State of a thread that leaves its CPU. */
export const switchState = (isPreempted: boolean): string => (isPreempted ? 'R' : 'waiting');
