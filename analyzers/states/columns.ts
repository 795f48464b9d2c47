/** Columns of questions about the states of threads. */

import { type Columns, nullWide } from '../../workspace/query.ts';
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
/** The whole interval of a row whose time and duration are clipped to the scope. */
export const wholeColumns = [
  {
    name: 'whole_time',
    kind: 'time',
    about: 'Begin of the whole interval, which may be before the scope; null if the row sums up a bucket.',
  },
  {
    name: 'whole_duration',
    kind: 'duration',
    about: 'Duration of the whole interval, also outside of the scope; null if the row sums up a bucket.',
  },
] as const satisfies readonly AnswerColumn[];

/** Data of {@link wholeColumns}. A row without a `whole` sums up a bucket. */
export const wholes = (rows: readonly { readonly whole: Whole | null }[]) => ({
  whole_time: BigInt64Array.from(rows, ({ whole }) => whole?.from ?? nullWide),
  whole_duration: Float64Array.from(rows, ({ whole }) => whole?.duration ?? Number.NaN),
});

export interface Whole {
  /** Epoch ns. */
  readonly from: bigint;
  /** ns */
  readonly duration: number;
}

/** SQL of the whole interval of a row of `statesIn`: how long before its part in scope it began, and its duration. */
export const wholeSql = '(ts - whole_ts)::DOUBLE AS earlier, whole_duration::DOUBLE AS whole';

/** The whole interval of a row of a result with the columns of {@link wholeSql}. @param begin of its part in scope, epoch ns */
export const wholeOf = (result: Columns, row: number, begin: bigint): Whole => ({
  from: begin - BigInt(result.numbers('earlier')[row]!),
  duration: result.numbers('whole')[row]!,
});

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
