/** Columns of a SELECT as columns of an answer: `kind` follows from their type, `refers` from their name. */
import type { Json, SqlTable } from '../../../workspace/query.ts';
import {
  type AnswerColumn,
  type AnswerData,
  type ColumnKind,
  nullWide,
  type Refers,
} from '../../contract.ts';
import { texts } from '../../kit/answer.ts';

const integer = /^U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)$/;
const number = /^(?:FLOAT|DOUBLE|DECIMAL.*)$/;
const time = /^TIMESTAMP/;

/** Object types of columns, by their names in the views for users (`docs/sql.md`). */
const refersTo: Readonly<Record<string, Refers>> = {
  process: 'process',
  pid: 'pid',
  tid: 'thread',
  cpu: 'cpu',
  capture: 'capture',
  host: 'host',
  line: 'line',
  module: 'module',
  component: 'component',
  template: 'template',
  kind: 'kind',
  level: 'level',
};

export function columnsOf({ columns, rows }: SqlTable): {
  readonly columns: readonly AnswerColumn[];
  readonly data: readonly AnswerData[];
} {
  const names = uniqueNames(columns.map(({ name }) => name));
  const made = columns.map(({ type }, at): readonly [AnswerColumn, AnswerData] => {
    const values = rows.map(row => row[at] ?? null);
    const kind = kindOf(type, values);
    const name = names[at]!;
    const refers = names.includes('module') && name === 'function' ? 'function' : refersTo[name];
    const column = { name, kind, about: type, ...(refers && { refers }) };
    return [column, dataOf(kind, values)];
  });
  return { columns: made.map(([column]) => column), data: made.map(([, data]) => data) };
}

/** Appends a number to repeated names. */
function uniqueNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map(name => {
    let unique = name;
    for (let n = 2; taken.has(unique); n++) unique = `${name} ${n}`;
    taken.add(unique);
    return unique;
  });
}

/** Integers beyond 2^53 come as texts, which keeps them exact. */
function kindOf(type: string, values: readonly Json[]): ColumnKind {
  if (time.test(type)) return 'time';
  if (number.test(type)) return 'number';
  return integer.test(type) && values.every(value => typeof value !== 'string') ? 'integer' : 'text';
}

function dataOf(kind: ColumnKind, values: readonly Json[]): AnswerData {
  if (kind === 'time') return BigInt64Array.from(values, value => nsOf(value));
  if (kind !== 'text')
    return Float64Array.from(values, value => (value === null ? Number.NaN : Number(value)));
  return texts(values.map(printed));
}

const printed = (value: Json): string | null =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value);

/** Epoch ns of ISO 8601 with nine digits of a second. */
function nsOf(value: Json): bigint {
  if (typeof value !== 'string') return nullWide;
  const seconds = Date.parse(`${value.slice(0, value.indexOf('.'))}Z`);
  if (Number.isNaN(seconds)) return nullWide;
  return BigInt(seconds) * 1_000_000n + BigInt(value.slice(value.indexOf('.') + 1, -1));
}
