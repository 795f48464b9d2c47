/** Adds the column of ids to every question whose rows name a signal. */

import type { Analyzer, Answer, AnswerData, Ask, Params, Refers, Texts } from '../contract.ts';
import { texts } from './answer.ts';
import { functionIds, idColumn, idsOf, templateIds, waitId } from './signal-ids.ts';
import { templateNumbers } from './texts.ts';

/**
 * Appends {@link idColumn} to a question: the id of the first of these that a row has: function, module, template, state of a
 * process, process, level, kind of event. In a tree, where `id` is the number of a row, the column is `signal`.
 */
export function withIds<const P extends Params>(question: Analyzer<P, Answer>): Analyzer<P, Answer> {
  const isTaken = question.columns.some(({ name }) => name === idColumn.name);
  const column = isTaken ? { ...idColumn, name: 'signal' } : idColumn;
  return {
    ...question,
    columns: [...question.columns, column],
    async answer(ask, params, scope) {
      const found = await question.answer(ask, params, scope);
      const ids = await idsIn(ask, found);
      return { ...found, columns: [...found.columns, column], data: [...found.data, ids] };
    },
  };
}

async function idsIn(ask: Ask, { rows, columns, data }: Answer): Promise<Texts> {
  const named = (refers: Refers): Texts | null =>
    asTexts(data[columns.findIndex(each => each.refers === refers)]);
  const [symbol, module, template, process] = [
    named('function'),
    named('module'),
    named('template'),
    named('process'),
  ];
  const state = asTexts(data[columns.findIndex(({ name }) => name === 'state')]);
  if (symbol && module) return functionIds(symbol, module);
  if (module) return idsOf('module', module);
  if (template) return templateIds(template, await templateNumbers(ask));
  if (process && state)
    return texts(
      Array.from({ length: rows }, (_, row) => waitId(textAt(state, row) ?? undefined, textAt(process, row))),
    );
  if (process) return idsOf('process', process);
  const [level, kind] = [named('level'), named('kind')];
  if (level) return idsOf('level', level);
  if (kind) return idsOf('events', kind);
  throw new TypeError('no column names what goes up and down');
}

const textAt = ({ index, values }: Texts, row: number): string | null => values[index[row]!] ?? null;

const asTexts = (data: AnswerData | undefined): Texts | null => (data && 'index' in data ? data : null);
