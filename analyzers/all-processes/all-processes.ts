import type { RowTable } from '../../parsers/tables.ts';
import { answer, listed, texts } from '../answer.ts';
import { threadFacts } from '../catalog.ts';
import * as column from '../columns.ts';
import type { AnswerColumn, Ask } from '../contract.ts';
import { withIds } from '../movement/with-ids.ts';
import { threadTables, wordsOf } from '../narrowed.ts';
import { scopeIgnored } from '../notes.ts';
import { isSet } from '../scope.ts';

/** The tables that have a column: a promise to scripts, which a table that is added does not change. */
const counted: readonly RowTable[] = ['sample', 'state', 'event'];

const columns: readonly AnswerColumn[] = [
  column.process,
  { name: 'threads', kind: 'integer', about: 'How many threads bear the name, in all captures.' },
  ...counted.map((table): AnswerColumn => {
    const { word, view } = wordsOf(table);
    return { name: view, kind: 'integer', about: `How many ${word.many} it has.` };
  }),
  { name: 'series', kind: 'integer', about: 'Series that are about it.' },
];

interface Known {
  readonly name: string;
  threads: number;
  /** By the tables of `counted`, and series. */
  readonly counts: number[];
}

export const allProcesses = withIds({
  id: 'all-processes',
  title: 'All processes',
  question: 'Which processes does any capture know of, whether sampled or not?',
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
                  `All captures are asked: ${listed(ignored)} of the scope narrow nothing here.`,
                ),
              ]
            : [],
      },
    );
  },
});

/** Those with most samples first, then with most states, events and series: rows of different tables are not added up. */
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
    const found = await ask.query.columns(
      `SELECT thread::INTEGER AS thread, count(*)::DOUBLE AS n FROM ${source} WHERE thread IS NOT NULL GROUP BY thread`,
      [],
      ask.cancel,
    );
    const n = found.numbers('n');
    found.ints('thread').forEach((thread, row) => {
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
