import type { RowTable } from '../../../parsers/tables.ts';
import type { AnswerColumn, Ask } from '../../contract.ts';
import { answer, listed, texts } from '../../kit/answer.ts';
import { threadFacts } from '../../kit/catalog.ts';
import * as column from '../../kit/columns.ts';
import { scopeIgnored } from '../../kit/notes.ts';
import { withIds } from '../../kit/with-ids.ts';
import { threadTables, wordsOf } from '../../scope/narrowed.ts';
import { isSet } from '../../scope/scope.ts';

/** The tables whose rows are counted. A fixed list, because scripts rely on the columns: a new table must not add a column. */
const counted: readonly RowTable[] = ['sample', 'state', 'event'];

const columns: readonly AnswerColumn[] = [
  column.process,
  {
    name: 'threads',
    kind: 'integer',
    about:
      'Number of threads with this process name in all captures, including threads without samples, states or events.',
  },
  ...counted.map((table): AnswerColumn => {
    const { word, view } = wordsOf(table);
    return { name: view, kind: 'integer', about: `Number of ${word.many} of the process.` };
  }),
  { name: 'series', kind: 'integer', about: 'Number of series of the process.' },
];

interface Known {
  readonly name: string;
  threads: number;
  /** By the tables of `counted`, and series. */
  readonly counts: number[];
}

export const allProcesses = withIds('process', {
  id: 'all-processes',
  title: 'All processes',
  question: 'Which processes appear in any capture, whether sampled or not?',
  needs: [...threadTables.map(({ table }) => table), 'metric'],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const { weight: _weight, group: _group, withIdle: _withIdle, ...narrowing } = scope;
    const ignored = Object.entries(narrowing).flatMap(([part, value]) => (isSet(value) ? [part] : []));
    const known = await processesOf(ask);
    return answer(
      columns,
      known.length,
      {
        process: texts(known.map(({ name }) => name)),
        threads: Float64Array.from(known, ({ threads }) => threads),
        ...Object.fromEntries(
          [...counted.map(table => wordsOf(table).view), 'series'].map((name, at) => [
            name,
            Float64Array.from(known, ({ counts }) => counts[at]!),
          ]),
        ),
      },
      {
        notes:
          ignored.length > 0
            ? [
                scopeIgnored(
                  ignored,
                  `This list covers all captures and ignores these parts of the scope: ${listed(ignored)}.`,
                ),
              ]
            : [],
      },
    );
  },
});

/** Ordered by samples, then states, events and series: rows of different tables are not added up. */
async function processesOf(ask: Ask): Promise<readonly Known[]> {
  const sources = [...counted.map(table => `"${table}"`), 'series'];
  const known = new Map<string, Known>();
  const byThread = new Map<number, Known>();
  for (const { id, process } of await threadFacts(ask)) {
    if (process === null) continue;
    const each = known.get(process) ?? { name: process, threads: 0, counts: sources.map(() => 0) };
    known.set(process, each);
    byThread.set(id, each);
    each.threads++;
  }
  for (const [at, source] of sources.entries()) {
    const result = await ask.query.columns(
      `SELECT thread::INTEGER AS thread, count(*)::DOUBLE AS n FROM ${source} WHERE thread IS NOT NULL GROUP BY thread`,
      [],
      ask.cancel,
    );
    const n = result.numbers('n');
    result.ints('thread').forEach((thread, row) => {
      const each = byThread.get(thread);
      if (each) each.counts[at]! += n[row]!;
    });
  }
  const more = (a: Known, b: Known) => {
    const at = a.counts.findIndex((count, i) => count !== b.counts[i]);
    return at < 0 ? 0 : b.counts[at]! - a.counts[at]!;
  };
  return [...known.values()].sort((a, b) => more(a, b) || (a.name < b.name ? -1 : 1));
}
