/**
 * Infers process names. Logs often have a pid without a name, which other captures of the same machine and time may have.
 * An inferred name is a guess, because pids are reused, and a note says so.
 */
import type { RowTable } from '../../parsers/tables.ts';
import type { Ask, Note } from '../contract.ts';
import { listed } from '../kit/answer.ts';
import { type CaptureFact, captureFacts, type ThreadFact, threadFacts } from '../kit/catalog.ts';
import { note } from '../kit/notes.ts';
import { threadTables } from './narrowed.ts';

/** Rows of one thread in one capture. */
export interface CaptureThread {
  readonly capture: number;
  readonly thread: ThreadFact;
  /** Number of rows per table. Series are counted, not their points. */
  readonly rows: { readonly [T in RowTable | 'series']?: number };
}

/** The threads of each capture that have rows. */
export function captureThreads(ask: Ask): Promise<readonly CaptureThread[]> {
  return ask.memo('capture-threads', async () => {
    const counted = [...threadTables, { table: 'series', thread: 'thread' }].map(
      ({ table, thread }) =>
        `SELECT capture, "${thread}" AS thread, '${table}' AS "table", count(*) AS n
         FROM ${table} WHERE "${thread}" IS NOT NULL GROUP BY ALL`,
    );
    const result = await ask.query.columns(
      `SELECT capture::INTEGER AS capture, thread::INTEGER AS thread, "table", n::DOUBLE AS n
       FROM (${counted.join(' UNION ALL ')}) ORDER BY ALL`,
      [],
      ask.cancel,
    );
    const facts = new Map((await threadFacts(ask)).map(each => [each.id, each]));
    const [threads, table, n] = [result.ints('thread'), result.texts('table'), result.numbers('n')];
    const value: CaptureThread[] = [];
    result.ints('capture').forEach((capture, row) => {
      const thread = facts.get(threads[row]!)!;
      const last = value.at(-1);
      const isSame = last?.capture === capture && last.thread === thread;
      const rows = { ...(isSame ? last.rows : {}), [table[row]!]: n[row]! };
      value.splice(isSame ? -1 : value.length, 1, { capture, thread, rows });
    });
    return { value, bytes: value.length * 100 };
  });
}

/** A process name inferred from another capture. */
export interface InferredName {
  readonly name: string;
  /** Id of the text of the name. */
  readonly text: number;
  /** The capture that has the name. */
  readonly by: number;
  /** Other names of the pid. */
  readonly others: readonly string[];
}

/** Inferred names by capture and thread id, for threads whose capture has only their pid. */
export type InferredNames = ReadonlyMap<number, ReadonlyMap<number, InferredName>>;

export function inferredNames(ask: Ask): Promise<InferredNames> {
  return ask.memo('lent-names', async () => {
    const captures = new Map((await captureFacts(ask)).map(each => [each.id, each]));
    // Counting the rows of each thread takes 20 ms per million events, and is seldom needed.
    if (captures.size < 2 || !canInfer(await threadFacts(ask)))
      return { value: new Map<number, Map<number, InferredName>>(), bytes: 0 };
    const all = await captureThreads(ask);
    const hosts = new Set([...captures.values()].flatMap(({ host }) => host ?? []));
    const named = new Map<number, CaptureThread[]>();
    for (const each of all) {
      if (each.thread.process === null) continue;
      const pid = pidOf(each.thread);
      if (pid >= 0) named.set(pid, [...(named.get(pid) ?? []), each]);
    }
    const value = new Map<number, Map<number, InferredName>>();
    for (const { capture, thread } of all) {
      if (thread.process !== null || thread.pid < 0) continue;
      const target = captures.get(capture)!;
      const inferred = bestOf(
        (named.get(thread.pid) ?? []).filter(each =>
          sharePids(target, captures.get(each.capture)!, hosts.size),
        ),
      );
      if (inferred) value.set(capture, (value.get(capture) ?? new Map()).set(thread.id, inferred));
    }
    return { value, bytes: all.length * 200 };
  });
}

/** True if some threads have a name and others lack one. */
const canInfer = (threads: readonly ThreadFact[]): boolean =>
  threads.some(each => each.process !== null && pidOf(each) >= 0) &&
  threads.some(each => each.process === null && each.pid >= 0);

/** perf may print only the tid, which for a main thread is the pid. */
const pidOf = ({ pid, tid }: ThreadFact): number => (pid >= 0 ? pid : tid);

/** True if a pid means the same process in both: same machine, overlapping time. */
function sharePids(a: CaptureFact, b: CaptureFact, hosts: number): boolean {
  const sameHost = a.host !== null && b.host !== null ? a.host === b.host : hosts < 2;
  if (!sameHost || a.utcZero === null || b.utcZero === null) return sameHost;
  if (a.first === null || b.first === null || a.last === null || b.last === null) return true;
  return a.utcZero + a.first <= b.utcZero + b.last && b.utcZero + b.first <= a.utcZero + a.last;
}

/** Prefers the name of the main thread, then the name with most rows. */
function bestOf(candidates: readonly CaptureThread[]): InferredName | null {
  const rows = (each: CaptureThread) => Object.values(each.rows).reduce((sum, n) => sum + n, 0);
  const isMain = ({ thread: { pid, tid } }: CaptureThread) => Number(pid < 0 || tid < 0 || tid === pid);
  const [best, ...rest] = [...candidates].sort((a, b) => isMain(b) - isMain(a) || rows(b) - rows(a));
  if (!best) return null;
  const { process, text } = best.thread;
  const others = new Set(rest.map(({ thread }) => thread.process!));
  others.delete(process!);
  return { name: process!, text, by: best.capture, others: [...others] };
}

/** The name of a thread's process in a capture: its own, else an inferred one. */
export const nameOf = (
  { id, process }: ThreadFact,
  capture: number,
  inferred: InferredNames,
): string | null => process ?? inferred.get(capture)?.get(id)?.name ?? null;

/** The note on inferred names, for an answer that shows them or narrows by them. */
export async function inferredNote(ask: Ask, ofCaptures: (capture: number) => boolean): Promise<Note[]> {
  const inferred = [...(await inferredNames(ask))].filter(([capture]) => ofCaptures(capture));
  if (inferred.length === 0) return [];
  const nameOf = new Map((await captureFacts(ask)).map(({ id, name }) => [id, name]));
  const captures = inferred.map(([capture]) => nameOf.get(capture)!);
  const sources = new Set(
    inferred.flatMap(([, names]) => [...names.values()].map(({ by }) => nameOf.get(by)!)),
  );
  return [
    note(
      'process-by-pid',
      `${listed(captures)} ${captures.length === 1 ? 'gives' : 'give'} pids without names: process names are taken from ${listed([...sources])} (a guess, because pids are reused).`,
      { captures, by: [...sources] },
    ),
  ];
}
