import type { Scope } from '../../../contract.ts';
import type { Session } from '../../state/session.ts';
import type { Table } from '../../state/table.ts';
import type { KnownField, KnownValue, Vocabulary } from './suggestions.ts';

/** Text of a search for all events: a blank, because an empty text counts as a missing parameter. */
export const everything = ' ';

/** Maximum number of values suggested for a field. */
const maxValues = 200;

/** Questions that list the values of fields of stacks. */
const questionByField: Readonly<Record<string, string>> = { function: 'functions', module: 'modules' };
const aliases: Readonly<Record<string, string>> = { file: 'capture' };

/** Fields and values of the captures in scope, as questions list them. */
export function vocabularyOf(session: Session): Vocabulary {
  const scope = (): Scope => {
    const { captures } = session.history.present.scope;
    return captures ? { captures } : {};
  };
  const ask = async (question: string, params: Record<string, string | number>, limit: number) =>
    (await session.table(question, params, scope(), limit)).table;
  return {
    fields: async () => (await ask('search-fields', {}, 2000)).records().map(fieldOf),
    async values(typed) {
      const field = aliases[typed.toLowerCase()] ?? typed.toLowerCase();
      if (field === 'host') return hostsOf(session);
      const question = questionByField[field];
      if (question) return namesIn(await ask(question, {}, maxValues), field);
      const params = { query: everything, top: maxValues, fields: field };
      const facets = await ask('search-facets', params, 10_000);
      return facets
        .records()
        .flatMap(({ facet, value, count }) =>
          String(facet).toLowerCase() === field ? [{ value: String(value), count: Number(count) }] : [],
        );
    },
  };
}

const fieldOf = (row: Record<string, unknown>): KnownField => ({
  name: String(row.field),
  type: String(row.type),
  carried: typeof row.carried === 'number' ? row.carried : null,
  about: typeof row.about === 'string' ? row.about : null,
  example: typeof row.example === 'string' ? row.example : null,
});

const namesIn = (table: Table, column: string): readonly KnownValue[] =>
  [...new Set(table.records().map(row => String(row[column])))].map(value => ({ value, count: null }));

function hostsOf(session: Session): readonly KnownValue[] {
  const hosts = (session.workspace.get()?.captures ?? []).flatMap(({ host }) => host ?? []);
  return [...new Set(hosts)].map(value => ({ value, count: null }));
}
