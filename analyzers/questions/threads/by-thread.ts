/** Samples by thread, and by process: the same rows, merged more or less. */

import type { Answer, AnswerColumn, Ask, Scope } from '../../contract.ts';
import { answer, percents, texts, withUnit } from '../../kit/answer.ts';
import { threadFacts } from '../../kit/catalog.ts';
import { idleProcessNote } from '../../samples/idle.ts';
import { tally } from '../../samples/samples.ts';

interface Row {
  readonly process: string | null;
  readonly pid: number;
  readonly tid: number;
  samples: number;
}

/** One row per (process, pid), or per (process, pid, tid), heaviest first. Samples without a thread are a row of nulls. */
export async function byThread(
  ask: Ask,
  scope: Scope,
  columns: readonly AnswerColumn[],
  by: 'process' | 'thread',
): Promise<Answer> {
  const { groups, amount, whole, notes } = await tally(ask, scope, { thread: 's.thread' });
  const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
  const merged = new Map<string, Row>();
  groups.ints('thread').forEach((id, row) => {
    const { process, pid, tid } = facts.get(id) ?? { process: null, pid: -1, tid: -1 };
    const key = JSON.stringify(by === 'process' ? [process, pid] : [process, pid, tid]);
    const into = merged.get(key) ?? { process, pid, tid, samples: 0 };
    merged.set(key, into);
    into.samples += amount[row]!;
  });
  const rows = [...merged.values()].sort((a, b) => b.samples - a.samples || a.pid - b.pid || a.tid - b.tid);
  const samples = Float64Array.from(rows, row => row.samples);
  const id = (value: number) => (value < 0 ? Number.NaN : value);
  return answer(
    withUnit(columns, whole.unit),
    rows.length,
    {
      process: texts(rows.map(row => row.process)),
      pid: Float64Array.from(rows, row => id(row.pid)),
      tid: Float64Array.from(rows, row => id(row.tid)),
      samples,
      percent: percents(samples, whole.amount),
    },
    {
      notes: [...notes, ...(scope.withIdle ? idleProcessNote(rows.map(row => row.process)) : [])],
      whole,
    },
  );
}
