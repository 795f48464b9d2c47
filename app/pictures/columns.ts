/** Columns of an answer as tables show them: the same in the window, in what is copied from it, and in reports. */
import type { AnswerColumn } from '../../analyzers/contract.ts';
import { words } from '../wording/names.ts';

export interface Heading {
  /** Empty if the unit says enough. */
  readonly title: string;
  readonly unit: string | undefined;
}

export function headingOf({ name, kind, unit, title }: AnswerColumn): Heading {
  const shownUnit = kind === 'percent' ? '%' : unit;
  // The unit is after the title, or in the cells if it depends on the value.
  const suffix = `_${kind === 'duration' ? 'ns' : unit}`;
  const plain = words(name.endsWith(suffix) ? name.slice(0, -suffix.length) : name);
  return { title: title === undefined || (title === '' && !shownUnit) ? plain : title, unit: shownUnit };
}

/** `total %`, `samples`. */
export const headingText = ({ title, unit }: Heading): string => [title, unit].filter(Boolean).join(' ');

export const isNumeric = ({ kind }: Pick<AnswerColumn, 'kind'>): boolean =>
  kind === 'integer' || kind === 'number' || kind === 'percent' || kind === 'duration';

/** An amount: a number that refers to nothing. */
export const isAmount = (column: AnswerColumn): boolean => column.refers === undefined && isNumeric(column);
