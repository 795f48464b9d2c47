/**
 * Resolves the processes and threads of a scope to thread ids and series, and finds captures in which none
 * match.
 */
import { type RowTable, rowTables } from '../../parsers/tables.ts';
import { type Ask, AskError, type Note, type Scope } from '../contract.ts';
import { listed } from '../kit/answer.ts';
import { type CaptureFact, captureFacts, threadFacts } from '../kit/catalog.ts';
import { notFound } from '../kit/names.ts';
import { note } from '../kit/notes.ts';
import { narrowedColumns, wordsOf } from './narrowed.ts';
import { captureThreads, inferredNames, inferredNote } from './process-names.ts';

export interface ChosenThreads {
  /** Thread ids, of all captures. */
  readonly ids: readonly number[];
  /** Ids of threads whose process name was inferred from another capture, by capture: see `process-names.ts`. */
  readonly inferred: ReadonlyMap<number, readonly number[]>;
}

/** If both lists are given, a thread must match both. */
export function chosenThreads(ask: Ask, { processes = [], threads = [] }: Scope): Promise<ChosenThreads> {
  return ask.memo(`threads ${JSON.stringify([processes, threads])}`, async () => {
    const all = await threadFacts(ask);
    const names = new Set(processes);
    const tids = new Set(threads);
    const isOfThread = (tid: number) => tids.size === 0 || tids.has(tid);
    const ids = all
      .filter(
        ({ process, pid, tid }) =>
          isOfThread(tid) &&
          (names.size === 0 ||
            (process !== null && names.has(process)) ||
            (pid >= 0 && names.has(String(pid)))),
      )
      .map(({ id }) => id);
    const byId = new Map(all.map(each => [each.id, each]));
    const inferred = new Map<number, number[]>();
    const allInferred = await inferredNames(ask);
    if (names.size > 0)
      for (const [capture, named] of allInferred) {
        const more = [...named].filter(
          ([id, { name }]) => names.has(name) && isOfThread(byId.get(id)!.tid) && !ids.includes(id),
        );
        if (more.length > 0)
          inferred.set(
            capture,
            more.map(([id]) => id),
          );
      }
    for (const name of processes) {
      if (all.some(({ process, pid }) => process === name || (pid >= 0 && String(pid) === name))) continue;
      // `perf script` prints only the tid by default.
      if (all.some(({ pid, tid }) => pid < 0 && String(tid) === name))
        throw new AskError(
          'not-found',
          `No capture has a process with pid "${name}", but there is a thread with that tid: narrow to the thread.`,
        );
      throw notFound(
        'process',
        name,
        all.flatMap(({ process, pid }) => [process ?? '', pid < 0 ? '' : String(pid)]),
      );
    }
    for (const wanted of threads)
      if (!all.some(({ tid }) => tid === wanted))
        throw notFound(
          'thread',
          String(wanted),
          all.map(({ tid }) => String(tid)),
        );
    return { value: { ids, inferred }, bytes: 4 * ids.length };
  });
}

/** SQL over a column of threads. */
export function threadSql(column: string, { ids, inferred }: ChosenThreads): string {
  const parts = [...inferred].map(([capture, more]) => `s.capture = ${capture} AND ${inList(column, more)}`);
  return parts.length === 0 ? inList(column, ids) : `(${[inList(column, ids), ...parts].join(' OR ')})`;
}

/**
 * SQL predicate over a column of series: leaves out series of other processes, and keeps those of the whole
 * machine.
 */
export function seriesSql(column: string, { ids }: ChosenThreads): string {
  return `${column} NOT IN (SELECT id FROM series WHERE thread IS NOT NULL AND NOT ${inList('thread', ids)})`;
}

/** A note that names the captures whose threads were matched by names from another capture. */
export function inferredNoteOf(
  ask: Ask,
  { inferred }: ChosenThreads,
  captures: readonly CaptureFact[],
): Promise<Note[]> {
  const inScope = new Set(captures.map(({ id }) => id));
  return inferredNote(ask, capture => inferred.has(capture) && inScope.has(capture));
}

/** A part of the scope that no row of a capture matches. */
type Emptying = 'processes' | 'threads' | 'cpus';

export interface Emptied {
  readonly capture: CaptureFact;
  /** Parts of the scope that no row of the capture matches. */
  readonly by: readonly Emptying[];
}

/** Captures in which no row of any table matches the processes, threads or CPUs of the scope. */
export async function emptiedCaptures(
  ask: Ask,
  scope: Scope,
  captures: readonly CaptureFact[],
  table: RowTable,
): Promise<readonly Emptied[]> {
  const { thread, cpu } = narrowedColumns(table);
  const byThread = thread !== undefined && Boolean(scope.processes?.length || scope.threads?.length);
  const byCpu = cpu !== undefined && Boolean(scope.cpus?.length);
  const kept = byThread ? await withThreads(ask, scope, table) : null;
  const onCpus = byCpu ? await withCpus(ask, scope.cpus!, table) : null;
  const parts = (['processes', 'threads'] as const).filter(part => scope[part]?.length);
  return captures.flatMap(capture => {
    if (!capture.rows[table]) return [];
    const by: Emptying[] = [
      ...(kept && !kept.has(capture.id) ? parts : []),
      ...(onCpus && !onCpus.has(capture.id) ? (['cpus'] as const) : []),
    ];
    return by.length > 0 ? [{ capture, by }] : [];
  });
}

async function withThreads(ask: Ask, scope: Scope, table: RowTable): Promise<ReadonlySet<number>> {
  const { ids, inferred } = await chosenThreads(ask, scope);
  const chosen = new Set(ids);
  return new Set(
    (await captureThreads(ask))
      .filter(({ rows }) => rows[table])
      .filter(({ thread, capture }) => chosen.has(thread.id) || inferred.get(capture)?.includes(thread.id))
      .map(({ capture }) => capture),
  );
}

async function withCpus(ask: Ask, cpus: readonly number[], table: RowTable): Promise<ReadonlySet<number>> {
  const known = await ask.memo(`cpus of ${table}`, async () => {
    const result = await ask.query.columns(
      `SELECT DISTINCT capture::INTEGER AS capture, cpu::INTEGER AS cpu FROM ${table} WHERE cpu IS NOT NULL`,
      [],
      ask.cancel,
    );
    const cpu = result.ints('cpu');
    const value = Array.from(result.ints('capture'), (capture, row) => ({ capture, cpu: cpu[row]! }));
    return { value, bytes: value.length * 50 };
  });
  return new Set(known.filter(({ cpu }) => cpus.includes(cpu)).map(({ capture }) => capture));
}

const partWords: Readonly<Record<Emptying, string>> = {
  processes: 'process',
  threads: 'thread',
  cpus: 'CPU',
};

/** A note that names the captures with rows in the table, but none in scope. */
export async function emptiedNote(
  ask: Ask,
  scope: Scope,
  captures: readonly CaptureFact[],
  table: RowTable,
): Promise<readonly Note[]> {
  const emptied = await emptiedCaptures(ask, scope, captures, table);
  if (emptied.length === 0) return [];
  const names = emptied.map(({ capture }) => capture.name);
  const parts = [...new Set(emptied.flatMap(({ by }) => by))];
  const { many } = wordsOf(table).word;
  return [
    note(
      'capture-emptied',
      `Nothing of ${listed(names)} is in scope: none of ${names.length === 1 ? 'its' : 'their'} ${many} belongs to that ${parts.map(part => partWords[part]).join(' and ')}.`,
      { captures: names, parts },
    ),
  ];
}

function inList(column: string, ids: readonly number[]): string {
  return ids.length > 0 ? `${column} IN (${ids.map(Math.trunc).join(', ')})` : 'false';
}

/** Captures without any row in scope, in all tables that the scope narrows. */
export async function capturesWithoutRows(ask: Ask, scope: Scope): Promise<readonly Emptied[]> {
  const all = await captureFacts(ask);
  const inScope = scope.captures?.length ? all.filter(({ id }) => scope.captures?.includes(id)) : all;
  const tablesOf = ({ rows }: CaptureFact) => Object.keys(rows).filter(table => rows[table]);
  const counted = new Map<number, { times: number; by: Set<Emptying>; capture: CaptureFact }>();
  for (const table of rowTables)
    for (const { capture, by } of await emptiedCaptures(ask, scope, inScope, table)) {
      const known = counted.get(capture.id) ?? { times: 0, by: new Set<Emptying>(), capture };
      counted.set(capture.id, { ...known, times: known.times + 1, by: new Set([...known.by, ...by]) });
    }
  return [...counted.values()]
    .filter(({ capture, times }) => times === tablesOf(capture).length)
    .map(({ capture, by }) => ({ capture, by: [...by] }));
}
