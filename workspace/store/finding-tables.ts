/**
 * Tables of findings. They are not rows of captures, so they are not declared in `parsers/tables.ts`. Texts have
 * columns of their own, so that SQL can search them; structured values are JSON.
 */
import { name, text } from './schema.ts';

interface FindingTable {
  readonly about: string;
  readonly columns: Readonly<Record<string, { readonly type: string; readonly about: string }>>;
}

export const findingTables = {
  finding: {
    about: 'Findings of the user.',
    columns: {
      id: { type: 'INTEGER', about: 'From 1, never reused.' },
      place: { type: 'INTEGER', about: 'Its position in the list, from 0.' },
      title: { type: 'VARCHAR', about: 'One line.' },
      text: { type: 'VARCHAR', about: 'Markdown.' },
      tags: { type: 'VARCHAR', about: 'JSON: a list of texts.' },
      links: { type: 'VARCHAR', about: 'JSON: ids of findings that it refers to.' },
      marks: { type: 'VARCHAR', about: 'JSON: times, lines and other things that it is about.' },
      evidence: { type: 'VARCHAR', about: 'JSON: ids of its evidence, in order.' },
      created_ns: { type: 'BIGINT', about: 'Epoch ns.' },
      changed_ns: { type: 'BIGINT', about: 'Epoch ns.' },
    },
  },
  evidence: {
    about:
      'A question as it was asked, with its answer at that time. Deleted when no finding and no undo entry refers to it.',
    columns: {
      id: { type: 'INTEGER', about: 'From 1, never reused.' },
      question: { type: 'VARCHAR', about: 'Id of the question.' },
      taken_ns: { type: 'BIGINT', about: 'When it was asked, epoch ns.' },
      content: { type: 'VARCHAR', about: 'JSON: parameters, scope, arrangement, fingerprints of captures.' },
      answer: { type: 'VARCHAR', about: 'JSON: columns and rows of the answer.' },
      checked: { type: 'VARCHAR', about: 'JSON: result of the last check; null if it was never checked.' },
      answer_now: {
        type: 'VARCHAR',
        about: 'JSON: columns and rows at the last check; null if they are the same.',
      },
    },
  },
  finding_change: {
    about: 'Changes of findings that can be undone or redone.',
    columns: {
      id: { type: 'INTEGER', about: 'Ascending.' },
      undone: { type: 'BOOLEAN', about: 'True if it was undone and can be redone.' },
      what: { type: 'VARCHAR', about: 'Description of the change.' },
      content: { type: 'VARCHAR', about: 'JSON: the changed values, before and after.' },
    },
  },
} as const satisfies Readonly<Record<string, FindingTable>>;

export type FindingTableName = keyof typeof findingTables;

/** Statements that create those of the tables that a workspace lacks. */
export function createFindingTables(has: (table: string, column: string) => boolean = () => false): string[] {
  return (Object.keys(findingTables) as FindingTableName[])
    .filter(table => !Object.keys(findingTables[table].columns).every(column => has(table, column)))
    .flatMap(table => {
      const { about, columns }: FindingTable = findingTables[table];
      const declared = Object.entries(columns);
      return [
        // A view of a kind of event with that name, in a workspace of a version without findings.
        `DROP VIEW IF EXISTS ${name(table)};`,
        `CREATE TABLE ${name(table)} (${declared.map(([column, { type }]) => `${name(column)} ${type}`).join(', ')});`,
        `COMMENT ON TABLE ${name(table)} IS ${text(about)};`,
        ...declared.map(
          ([column, declaration]) =>
            `COMMENT ON COLUMN ${name(table)}.${name(column)} IS ${text(declaration.about)};`,
        ),
      ];
    });
}
