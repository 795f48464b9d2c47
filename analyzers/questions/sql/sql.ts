import { type Answer, AskError, analyzer, type Scope } from '../../contract.ts';
import { amountOf } from '../../kit/answer.ts';
import { note, scopeIgnored } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { columnsOf } from './sql-columns.ts';
import { wordsOfError } from './sql-error.ts';

/** The user's SQL as a question, so that its rows are paged, sorted, searched, exported and kept as evidence like those of other questions. */
export const sql = analyzer({
  id: 'sql',
  title: 'SQL',
  question: 'What are the rows of this SELECT?',
  needs: [],
  params: {
    select: {
      type: 'text',
      about: 'One SELECT in the SQL of DuckDB. It can read only the workspace, and change nothing.',
      required: true,
      example: 'SELECT kind, count(*) AS events FROM events GROUP BY kind ORDER BY events DESC',
    },
    limit: howMany('Maximum number of rows to read.', 100_000, 1_000_000),
  },
  shape: 'table',
  columns: [],
  async answer(ask, params, scope): Promise<Answer> {
    const limit = Math.floor(params.limit);
    const table = await ask.query.table(params.select, { limit, cancel: ask.cancel }).catch(error => {
      if ((error as { code?: unknown }).code !== 'bad-sql') throw error;
      throw new AskError('bad-parameter', wordsOfError((error as Error).message, params.select));
    });
    const notes = [];
    if (isNarrow(scope))
      notes.push(
        scopeIgnored(['scope'], 'SQL reads the whole workspace: the scope has no effect here. Use WHERE.'),
      );
    const { length } = table.rows;
    const read = `There are more rows: only the first ${amountOf(length, 'rows')} were read`;
    if (table.more && length < limit)
      notes.push(note('limit', `${read}, because their texts fill the memory limit.`, { limit: length }));
    else if (table.more)
      notes.push(note('limit', `${read}.`, { limit }, { option: 'limit', does: 'reads more' }));
    return { rows: table.rows.length, ...columnsOf(table), notes };
  },
});

const isNarrow = (scope: Scope): boolean => Object.values(scope).some(part => part !== undefined);
