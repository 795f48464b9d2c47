/** Adds the column of ids to every question whose rows name a signal. */

import type { Analyzer, Answer, AnswerColumn, Ask, Params, Refers, Texts } from '../contract.ts';
import { texts } from './answer.ts';
import { noLevel } from './levels.ts';
import { functionIds, idColumn, idsOf, signalId, templateIds, waitId } from './signal-ids.ts';
import { templateNumbers } from './texts.ts';

interface NamingRows {
  readonly rows: number;
  /** The first column that refers to this. */
  named(refers: Refers): Texts;
  stateOf(row: number): string | undefined;
}

/** What the rows of a question name, and their ids. */
const idsOfRows = {
  function: (_, { named }) => functionIds(named('function'), named('module')),
  module: (_, { named }) => idsOf('module', named('module')),
  template: async (ask, { named }) => templateIds(named('template'), await templateNumbers(ask)),
  /** A state of a process: the column `state` beside that of processes. */
  wait(_, { rows, named, stateOf }) {
    const process = named('process');
    return texts(Array.from({ length: rows }, (_, row) => waitId(stateOf(row), textAt(process, row))));
  },
  process: (_, { named }) => idsOf('process', named('process')),
  level(_, { rows, named }) {
    const level = named('level');
    const idAt = (name: string | null) =>
      name === null || name === noLevel ? null : signalId('level', name);
    return texts(Array.from({ length: rows }, (_, row) => idAt(textAt(level, row))));
  },
  kind: (_, { named }) => idsOf('events', named('kind')),
} satisfies Record<string, (ask: Ask, rows: NamingRows) => Texts | Promise<Texts>>;

/**
 * Appends {@link idColumn} to a question: the id of what each row names. In a tree, where `id` is the number of a row, the
 * column is `signal`.
 */
export function withIds<const P extends Params>(
  what: keyof typeof idsOfRows,
  question: Analyzer<P, Answer>,
): Analyzer<P, Answer> {
  const isTaken = question.columns.some(({ name }) => name === idColumn.name);
  const column = isTaken ? { ...idColumn, name: 'signal' } : idColumn;
  return {
    ...question,
    columns: [...question.columns, column],
    async answer(ask, params, scope) {
      const found = await question.answer(ask, params, scope);
      const ids = await idsOfRows[what](ask, namingRows(found));
      return { ...found, columns: [...found.columns, column], data: [...found.data, ids] };
    },
  };
}

function namingRows({ rows, columns, data }: Answer): NamingRows {
  const textsOf = (is: (column: AnswerColumn) => boolean): Texts => {
    const found = data[columns.findIndex(is)];
    if (found && 'index' in found) return found;
    throw new TypeError('no column of texts names what goes up and down');
  };
  return {
    rows,
    named: refers => textsOf(each => each.refers === refers),
    stateOf: row =>
      textAt(
        textsOf(({ name }) => name === 'state'),
        row,
      ) ?? undefined,
  };
}

const textAt = ({ index, values }: Texts, row: number): string | null => values[index[row]!] ?? null;
