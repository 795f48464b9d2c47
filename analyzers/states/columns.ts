/** Columns of questions about the states of threads. */

import type { AnswerColumn, AnswerData } from '../contract.ts';
import { texts } from '../kit/answer.ts';
import type { ThreadFact } from '../kit/catalog.ts';

export const state: AnswerColumn = {
  name: 'state',
  kind: 'text',
  about: 'running, ready, waiting; unknown if a switch was not recorded.',
};
export const reason: AnswerColumn = {
  name: 'reason',
  kind: 'text',
  about: 'The reason of the wait, why it was ready, or why the state is unknown.',
};
export const nextCpu: AnswerColumn = {
  name: 'cpu',
  kind: 'integer',
  refers: 'cpu',
  about: 'The CPU it ran on; for ready, the CPU it ran on next.',
};
export const wakerColumns: readonly AnswerColumn[] = [
  { name: 'waker', kind: 'text', refers: 'process', about: 'Process of the thread that ended the wait.' },
  { name: 'waker_tid', kind: 'integer', refers: 'thread', about: 'Thread id of the waker.' },
];
export const time: AnswerColumn = { name: 'time', kind: 'duration', about: 'Total time within the scope.' };
export const count: AnswerColumn = { name: 'count', kind: 'integer', about: 'Number of times.' };
export const longest: AnswerColumn = {
  name: 'longest',
  kind: 'duration',
  about: 'The longest uninterrupted time.',
};

/** A thread as three columns; -1 is unknown. */
export type ThreadKey = Pick<ThreadFact, 'process' | 'pid' | 'tid'>;

export const nobody: ThreadKey = { process: null, pid: -1, tid: -1 };

export function threadColumns(
  threads: readonly ThreadKey[],
): Readonly<Record<'process' | 'pid' | 'tid', AnswerData>> {
  const id = (value: number) => (value < 0 ? Number.NaN : value);
  return {
    process: texts(threads.map(each => each.process)),
    pid: Float64Array.from(threads, each => id(each.pid)),
    tid: Float64Array.from(threads, each => id(each.tid)),
  };
}

export const mergedBy = {
  type: 'choice',
  about: 'Threads to merge into one row: none, those of a process, those of all processes of a name, or all.',
  choices: ['thread', 'process', 'name', 'all'],
  default: 'thread',
} as const;

/** The thread, or what it is merged into. */
export function merged(thread: ThreadKey, by: string): ThreadKey {
  if (by === 'thread') return thread;
  if (by === 'all') return nobody;
  // Without a pid, threads of one process cannot be recognised.
  if (by === 'process') return { ...thread, tid: thread.pid < 0 ? thread.tid : -1 };
  return { process: thread.process, pid: -1, tid: -1 };
}

export const keyOf = ({ process, pid, tid }: ThreadKey): string => JSON.stringify([process, pid, tid]);
