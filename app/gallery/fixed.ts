/** Fixed answers, given as rows. */
import { analyzers } from '../../analyzers/analyzers.ts';
import type { Answer, AnswerColumn, AnswerData, Params } from '../../analyzers/contract.ts';
import { nullWide } from '../../analyzers/contract.ts';
import { type AnswerExtras, texts } from '../../analyzers/kit/answer.ts';

export type Row = Readonly<Record<string, string | number | bigint | null>>;

export interface Fixed {
  readonly question: string;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly answer: Answer;
}

/** An answer with these rows; `columns` is needed if the question does not declare its columns. */
export function fixed(
  question: string,
  rows: readonly Row[],
  extras: AnswerExtras = {},
  columns: readonly AnswerColumn[] = columnsOf(question),
): Fixed {
  const unknown = rows.flatMap(Object.keys).find(name => !columns.some(column => column.name === name));
  if (unknown) throw new TypeError(`${question} has no column ${unknown}.`);
  const data = columns.map(column => dataOf(column, rows));
  return {
    question,
    params: required(question),
    answer: { rows: rows.length, columns, data, notes: [], ...extras },
  };
}

function dataOf({ name, kind }: AnswerColumn, rows: readonly Row[]): AnswerData {
  const cells = rows.map(row => row[name] ?? null);
  if (kind === 'time') return BigInt64Array.from(cells, cell => (cell === null ? nullWide : BigInt(cell)));
  if (kind === 'text' || kind === 'code' || kind === 'sparkline')
    return texts(cells.map(cell => (cell === null ? null : String(cell))));
  return Float64Array.from(cells, cell => (cell === null ? Number.NaN : Number(cell)));
}

const questionOf = (id: string) => {
  const found = analyzers.find(each => each.id === id);
  if (!found) throw new TypeError(`There is no question ${id}.`);
  return found;
};

const columnsOf = (id: string): readonly AnswerColumn[] => questionOf(id).columns;

/** Values of the required parameters of each question. */
function required(id: string): Readonly<Record<string, string>> {
  const params: Params = questionOf(id).params;
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, param]) => ('example' in param ? [[name, param.example]] : [])),
  );
}
