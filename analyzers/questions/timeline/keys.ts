/** Keys by which a timeline can split samples: SQL of the id of each, and its name. */

import type { Ask } from '../../contract.ts';
import { threadFacts } from '../../kit/catalog.ts';
import { noStack } from '../../stacks/functions.ts';

type By = 'process' | 'thread' | 'module' | 'cpu' | 'kind';

const sql: Readonly<Record<By, string>> = {
  process: 's.thread',
  thread: 's.thread',
  cpu: 's.cpu',
  kind: 's.kind',
  module: 'leaf.module',
};

const unknown = '[unknown]';

/**
 * SQL of the module that was running, also for samples without a stack. An inner join, because DuckDB looks up
 * dense ids by position in those only: a left join took four times as long on 10 M samples.
 */
const leaf = `JOIN (SELECT k.id, f.module FROM stack k JOIN frame f ON f.id = k.frame UNION ALL SELECT -1, NULL) leaf
  ON leaf.id = coalesce(s.stack, -1)`;

/** SQL of the id of the key, and of the joins it needs. */
export function keySql(by: By): { key: string; join: string } {
  return { key: sql[by], join: by === 'module' ? leaf : '' };
}

/** Names of the ids; -1 is null. */
export async function keyNames(ask: Ask, by: By): Promise<(id: number) => string> {
  if (by === 'cpu') return id => (id < 0 ? unknown : `CPU ${id}`);
  if (by === 'kind') return () => '';
  const names = by === 'module' ? await moduleNames(ask) : await threadNames(ask, by);
  return id => names.get(id) ?? (by === 'module' ? noStack : unknown);
}

async function threadNames(ask: Ask, by: 'process' | 'thread'): Promise<ReadonlyMap<number, string>> {
  const facts = await threadFacts(ask);
  return new Map(
    facts.map(({ id, process, tid }) => {
      const name = process ?? unknown;
      return [id, by === 'process' || tid < 0 ? name : `${name} ${tid}`];
    }),
  );
}

function moduleNames(ask: Ask): Promise<ReadonlyMap<number, string>> {
  return ask.memo('module-names', async () => {
    const found = await ask.query.columns(
      'SELECT id::INTEGER AS id, value FROM text WHERE id IN (SELECT module FROM frame)',
      [],
      ask.cancel,
    );
    const value = found.texts('value');
    const names = new Map(Array.from(found.ints('id'), (id, row) => [id, value[row] ?? unknown]));
    return { value: names, bytes: names.size * 100 };
  });
}
