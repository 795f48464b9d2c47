import { type RowTable, rowTables } from '../../../parsers/tables.ts';
import { type AnswerColumn, type Ask, AskError, analyzer, type Scope } from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';
import { chosenThreads } from '../../scope/chosen-threads.ts';
import { type Narrowing, narrowedColumns } from '../../scope/narrowed.ts';
import { captureThreads } from '../../scope/process-names.ts';
import { predicate } from '../../scope/scope.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'part', kind: 'text', about: 'Part of the scope: processes, threads, cpus, modules or kind.' },
  { name: 'value', kind: 'text', about: 'The value that no row of any capture matches.' },
];

/** Columns that rows need for a part of the scope to narrow them. */
const parts = {
  processes: 'thread',
  threads: 'thread',
  cpus: 'cpu',
  modules: 'stack',
  kind: 'kind',
} as const satisfies { readonly [P in keyof Scope]?: Narrowing };

type Part = keyof typeof parts;

export const unmatched = analyzer({
  id: 'unmatched',
  title: 'Unmatched scope',
  question: 'Which processes, threads, CPUs, modules and kinds of the scope are in no capture?',
  needs: [],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const missing: { part: Part; value: string }[] = [];
    for (const part of Object.keys(parts) as Part[])
      for (const value of [scope[part] ?? []].flat())
        if (!(await isMatched(ask, part, value))) missing.push({ part, value: String(value) });
    return answer(columns, missing.length, {
      part: texts(missing.map(({ part }) => part)),
      value: texts(missing.map(({ value }) => value)),
    });
  },
});

async function isMatched(ask: Ask, part: Part, value: string | number): Promise<boolean> {
  const scope: Scope = { [part]: part === 'kind' ? value : [value] };
  const narrowedTables = rowTables.filter(table => narrowedColumns(table)[parts[part]] !== undefined);
  try {
    for (const table of narrowedTables)
      if (part === 'kind' ? await hasKind(ask, table, String(value)) : await hasRow(ask, table, scope))
        return true;
    return parts[part] === 'thread' && (await hasSeries(ask, scope));
  } catch (error) {
    if (error instanceof AskError && error.code === 'not-found') return false;
    throw error;
  }
}

async function hasRow(ask: Ask, table: RowTable, scope: Scope): Promise<boolean> {
  const { where, params } = await predicate(ask, scope, table);
  const result = await ask.query.columns(
    `SELECT 1 AS one FROM ${table} s WHERE ${where} LIMIT 1`,
    params,
    ask.cancel,
  );
  return result.length > 0;
}

async function hasKind(ask: Ask, table: RowTable, kind: string): Promise<boolean> {
  const result = await ask.query.columns(
    `SELECT 1 AS one FROM ${table} s JOIN "text" t ON t.id = s.kind WHERE t.value = $kind LIMIT 1`,
    { kind },
    ask.cancel,
  );
  return result.length > 0;
}

async function hasSeries(ask: Ask, scope: Scope): Promise<boolean> {
  const ids = new Set((await chosenThreads(ask, scope)).ids);
  return (await captureThreads(ask)).some(({ thread, rows }) => rows.series && ids.has(thread.id));
}
