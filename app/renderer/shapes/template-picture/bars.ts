import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import type { Table } from '../../state/table.ts';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** Of the longest bar, 0 … 1. */
  readonly share: number;
}

export const isName = ({ kind }: AnswerColumn): boolean => kind === 'text' || kind === 'code';
export const isAmount = ({ kind }: AnswerColumn): boolean => kind === 'integer' || kind === 'number';

/** TEMPLATE: the arithmetic of a picture stands by itself, without React, and is tested so. */
export function barsOf(table: Table): readonly Bar[] {
  const name = table.columns.find(isName);
  const amount = table.columns.find(isAmount);
  if (!name || !amount) return [];
  const names = table.texts(name.name);
  const values = table.numbers(amount.name);
  const most = Math.max(0, ...values.filter(Number.isFinite));
  return Array.from(values, (value, row) => ({
    name: names.values[names.index[row]!] ?? '',
    value,
    share: most > 0 && value > 0 ? value / most : 0,
  }));
}
