/**
 * Tables of findings. They are no rows of captures, and so not in the vocabulary of parsers. Texts are columns, so that SQL
 * finds them; what has structure is JSON.
 */
import { name, text } from '../schema.ts';

interface FindingTable {
  readonly about: string;
  readonly columns: Readonly<Record<string, { readonly type: string; readonly about: string }>>;
}

export const findingTables = {
  finding: {
    about: 'What a person has found out.',
    columns: {
      id: { type: 'INTEGER', about: 'From 1, never given twice.' },
      place: { type: 'INTEGER', about: 'Its place in the order, from 0.' },
      title: { type: 'VARCHAR', about: 'One line.' },
      text: { type: 'VARCHAR', about: 'Markdown.' },
      tags: { type: 'VARCHAR', about: 'JSON: a list of texts.' },
      links: { type: 'VARCHAR', about: 'JSON: ids of findings that it refers to.' },
      marks: { type: 'VARCHAR', about: 'JSON: times, lines and things that it is about.' },
      evidence: { type: 'VARCHAR', about: 'JSON: ids of its evidence, in order.' },
      created_ns: { type: 'BIGINT', about: 'Epoch ns.' },
      changed_ns: { type: 'BIGINT', about: 'Epoch ns.' },
    },
  },
  evidence: {
    about: 'What was asked, and the answer as it was. Kept while a finding, or what can be undone, has it.',
    columns: {
      id: { type: 'INTEGER', about: 'From 1, never given twice.' },
      question: { type: 'VARCHAR', about: 'Id of the question.' },
      taken_ns: { type: 'BIGINT', about: 'When it was asked, epoch ns.' },
      content: { type: 'VARCHAR', about: 'JSON: parameters, scope, arrangement, fingerprints of captures.' },
      answer: { type: 'VARCHAR', about: 'JSON: columns and rows as they were.' },
      checked: { type: 'VARCHAR', about: 'JSON: what the last check said; null where there was none.' },
      answer_now: {
        type: 'VARCHAR',
        about: 'JSON: columns and rows at the last check; null where they are the same.',
      },
    },
  },
  finding_change: {
    about: 'Changes of findings that can be undone, or done again.',
    columns: {
      id: { type: 'INTEGER', about: 'Rising.' },
      undone: { type: 'BOOLEAN', about: 'Taken back, and can be done again.' },
      what: { type: 'VARCHAR', about: 'What was changed, in words.' },
      content: { type: 'VARCHAR', about: 'JSON: what changed, before and after.' },
    },
  },
} as const satisfies Readonly<Record<string, FindingTable>>;

export type FindingTableName = keyof typeof findingTables;

/** Statements that make those of the tables that a workspace lacks. */
export function createFindingTables(has: (table: string, column: string) => boolean = () => false): string[] {
  return (Object.keys(findingTables) as FindingTableName[])
    .filter(table => !Object.keys(findingTables[table].columns).every(column => has(table, column)))
    .flatMap(table => {
      const { about, columns }: FindingTable = findingTables[table];
      const declared = Object.entries(columns);
      return [
        // Of a kind of event of that name, in a workspace from before there were findings.
        `DROP VIEW IF EXISTS ${name(table)};`,
        `CREATE TABLE ${name(table)} (${declared.map(([column, { type }]) => `${name(column)} ${type}`).join(', ')});`,
        `COMMENT ON TABLE ${name(table)} IS ${text(about)};`,
        ...declared.map(
          ([column, of]) => `COMMENT ON COLUMN ${name(table)}.${name(column)} IS ${text(of.about)};`,
        ),
      ];
    });
}
