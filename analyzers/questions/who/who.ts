import type { RowTable } from '../../../parsers/tables.ts';
import { nullWide } from '../../../workspace/query.ts';
import { metricRows } from '../../../workspace/store/metrics.ts';
import { type AnswerColumn, type Ask, AskError, analyzer, type Scope } from '../../contract.ts';
import { answer, counted, listed, texts } from '../../kit/answer.ts';
import { captureFacts, type ThreadFact, threadFacts } from '../../kit/catalog.ts';
import * as column from '../../kit/columns.ts';
import { notFound } from '../../kit/names.ts';
import { onceEach, scopeIgnored, withoutClock } from '../../kit/notes.ts';
import { narrowedColumns, threadTables, wordsOf } from '../../scope/narrowed.ts';
import { inferredNames, inferredNote } from '../../scope/process-names.ts';
import { isSet, type Predicate, predicate } from '../../scope/scope.ts';

/** The tables with a column of counts. Fixed, because scripts rely on the columns: a new table is counted in `others`. */
const ownColumn: readonly RowTable[] = ['sample', 'event', 'state'];

const columns: readonly AnswerColumn[] = [
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'A capture with rows of the pid.' },
  {
    ...column.process,
    about: 'Name of the process in the capture, or the name inferred from other captures.',
  },
  {
    name: 'named',
    kind: 'text',
    about: 'Origin of the name: stated, by-pid (inferred from another capture, a guess), or unknown.',
  },
  column.pid,
  column.tid,
  { name: 'first', kind: 'time', about: 'Time of its first row in the capture; null without a clock.' },
  { name: 'last', kind: 'time', about: 'Time of its last row in the capture; null without a clock.' },
  ...ownColumn.map((table): AnswerColumn => {
    const { word, view } = wordsOf(table);
    return { name: view, kind: 'integer', about: `Number of ${word.many} of the process.` };
  }),
  { name: 'series', kind: 'integer', about: 'Number of series of the process.' },
  {
    name: 'others',
    kind: 'text',
    about: 'Number of rows in other tables, by table; null if there are none.',
  },
];

/** The tables that are counted in `others`. */
const others = threadTables.flatMap(({ table }) => (ownColumn.includes(table) ? [] : [table]));

/** Series are counted instead of their points. */
const searched: readonly { readonly table: RowTable; readonly thread: string }[] = [
  ...threadTables,
  { table: 'metric', thread: 'thread' },
];

interface Known {
  readonly capture: number;
  readonly thread: ThreadFact;
  readonly counts: Partial<Record<RowTable, number>>;
  first: bigint | null;
  last: bigint | null;
}

export const who = analyzer({
  id: 'who',
  title: 'Identity of a pid',
  question: 'Which process has a pid, and what does each capture record about it?',
  needs: searched.map(({ table }) => table),
  params: {
    pid: { type: 'text', about: 'Id of a process or of a thread.', required: true, example: '1094' },
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const threads = await threadsOf(ask, params.pid);
    const facts = new Map((await captureFacts(ask)).map(each => [each.id, each]));
    // The answer is about all captures; of the scope, only the time range applies.
    const { from, to, weight: _weight, group: _group, withIdle: _withIdle, ...narrowing } = scope;
    const within: Scope = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    const ignored = Object.entries(narrowing).flatMap(([part, value]) => (isSet(value) ? [part] : []));
    const { known, notes } = await rowsOf(ask, threads, within);
    const inferred = await inferredNames(ask);
    const inferredFor = (each: Known) =>
      each.thread.process === null ? inferred.get(each.capture)?.get(each.thread.id) : undefined;
    const named = known.map(each => inferredFor(each)?.name ?? each.thread.process);
    const at = (each: Known, ts: bigint | null) => {
      const zero = facts.get(each.capture)?.utcZero ?? null;
      return ts === null || zero === null ? nullWide : zero + ts;
    };
    const counts = (table: RowTable) => Float64Array.from(known, each => each.counts[table] ?? 0);
    const otherRows = ({ counts }: Known) =>
      others.flatMap(table => {
        const { one, many } = wordsOf(table).word;
        const n = counts[table] ?? 0;
        return n > 0 ? [`${counted(n)} ${n === 1 ? one : many}`] : [];
      });
    const id = (value: number) => (value < 0 ? Number.NaN : value);
    const timeless = new Set(
      known.filter(each => at(each, each.first) === nullWide).map(({ capture }) => facts.get(capture)!.name),
    );
    return answer(
      columns,
      known.length,
      {
        capture: Float64Array.from(known, ({ capture }) => capture),
        process: texts(named),
        named: texts(
          known.map((each, row) =>
            named[row] === null ? 'unknown' : inferredFor(each) === undefined ? 'stated' : 'by-pid',
          ),
        ),
        pid: Float64Array.from(known, ({ thread }) => id(thread.pid)),
        tid: Float64Array.from(known, ({ thread }) => id(thread.tid)),
        first: BigInt64Array.from(known, each => at(each, each.first)),
        last: BigInt64Array.from(known, each => at(each, each.last)),
        ...Object.fromEntries(ownColumn.map(table => [wordsOf(table).view, counts(table)])),
        series: counts('metric'),
        others: texts(known.map(each => otherRows(each).join(', ') || null)),
      },
      {
        notes: onceEach([
          ...notes,
          ...(ignored.length > 0
            ? [
                scopeIgnored(
                  ignored,
                  `This answer covers all captures and ignores these parts of the scope: ${listed(ignored)}.`,
                ),
              ]
            : []),
          ...(await inferredNote(ask, capture =>
            known.some(each => each.capture === capture && inferredFor(each)),
          )),
          ...(timeless.size > 0 ? [withoutClock([...timeless])] : []),
        ]),
      },
    );
  },
});

/** Threads of the process with this pid, and a thread of another process with this tid. */
async function threadsOf(ask: Ask, wanted: string): Promise<readonly ThreadFact[]> {
  if (!/^\d{1,10}$/.test(wanted.trim()))
    throw new AskError('bad-parameter', `A pid is a whole number, not "${wanted}".`);
  const all = await threadFacts(ask);
  const number = Number(wanted);
  const found = all.filter(({ pid, tid }) => pid === number || tid === number);
  if (found.length > 0) return found;
  throw notFound(
    'pid',
    wanted,
    all.flatMap(({ pid, tid }) => [pid, tid].filter(id => id >= 0).map(String)),
  );
}

/** Rows of the threads in each capture, ordered by capture, pid and tid. */
async function rowsOf(ask: Ask, threads: readonly ThreadFact[], scope: Scope) {
  const ids = threads.map(({ id }) => id).join(', ');
  const byId = new Map(threads.map(each => [each.id, each]));
  const known = new Map<string, Known>();
  const notes: Predicate['notes'][number][] = [];
  for (const { table, thread: column } of searched) {
    const within = await predicate(ask, scope, table);
    notes.push(...within.notes.filter(({ code }) => code !== 'scope-ignored'));
    const result = await ask.query.columns(
      sqlOf(table, column, ids, within.where),
      within.params,
      ask.cancel,
    );
    const [thread, n] = [result.ints('thread'), result.numbers('n')];
    const [first, last] = [result.wides('first'), result.wides('last')];
    result.ints('capture').forEach((capture, row) => {
      const key = `${capture} ${thread[row]}`;
      const each = known.get(key) ?? {
        capture,
        thread: byId.get(thread[row]!)!,
        counts: {},
        first: null,
        last: null,
      };
      known.set(key, { ...each, counts: { ...each.counts, [table]: n[row]! } });
      widen(known.get(key)!, first[row]!, last[row]!);
    });
  }
  const order = (a: Known, b: Known) =>
    a.capture - b.capture ||
    a.thread.pid - b.thread.pid ||
    a.thread.tid - b.thread.tid ||
    a.thread.id - b.thread.id;
  return { known: [...known.values()].sort(order), notes };
}

function widen(each: Known, first: bigint, last: bigint): void {
  if (first === nullWide) return;
  if (each.first === null || first < each.first) each.first = first;
  if (each.last === null || last > each.last) each.last = last;
}

function sqlOf(table: RowTable, thread: string, ids: string, where: string): string {
  const { time } = narrowedColumns(table);
  const ts = time === undefined ? 'NULL' : `s."${time}"`;
  const times = `min(${ts})::BIGINT AS first, max(${ts})::BIGINT AS last`;
  if (table !== 'metric')
    return `SELECT s.capture::INTEGER AS capture, s."${thread}"::INTEGER AS thread, count(*)::DOUBLE AS n, ${times}
            FROM ${table} s WHERE ${where} AND s."${thread}" IN (${ids}) GROUP BY ALL`;
  const rows = metricRows(`v.series IN (SELECT id FROM series WHERE thread IN (${ids}))`);
  return `SELECT s.capture::INTEGER AS capture, o.thread::INTEGER AS thread, count(DISTINCT s.series)::DOUBLE AS n, ${times}
          FROM (${rows}) s JOIN series o ON o.id = s.series WHERE ${where} GROUP BY ALL`;
}
