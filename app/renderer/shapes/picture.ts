import type { ComponentType } from 'react';
import type { AnswerColumn, Texts } from '../../../analyzers/contract.ts';
import type { Table } from '../state/table.ts';
import type { Values } from '../state/values.ts';
import type { ColumnChoice } from '../widgets/columns.ts';

/** Properties of every picture. A picture asks its question itself, in the scope of the window. */
export interface PictureProps {
  readonly question: string;
  readonly params: Values;
  /** Accessible name, and title of exports. */
  readonly label: string;
  /** True for the main picture: `/`, copy and export apply to it, and the status bar shows its notes. */
  readonly isMain: boolean;
  /** Text for an answer without rows. */
  readonly empty: string;
  readonly columns?: ColumnChoice;
  /** Shows only the rows with this text in this column. */
  readonly only?: { readonly column: string; readonly is: string };
}

/** Types of the columns of an answer, see `AnswerData`. NaN, `nullWide` and the index -1 are null. */
interface ColumnTypes {
  readonly texts: Texts;
  readonly numbers: Float64Array;
  readonly times: BigInt64Array;
}

/** The requirements of a role in a picture, and the type of its column. */
export interface Role<H extends keyof ColumnTypes = keyof ColumnTypes> {
  readonly about: string;
  readonly holds: H;
  is(column: AnswerColumn): boolean;
}

export type Roles = Readonly<Record<string, Role>>;

/** The columns of an answer by role: typed arrays, one value per row. */
export type Cast<R extends Roles> = { readonly [K in keyof R]: ColumnTypes[R[K]['holds']] };

export interface Picture {
  /** The columns that the picture needs, by role. */
  readonly roles: Roles;
  readonly component: ComponentType<PictureProps>;
}

type Which = string | ((column: AnswerColumn) => boolean);

/** A role of texts: a column of this name, or the first column that `which` accepts. */
export const texts = (which: Which, about: string) => roleOf('texts', which, about);
/** A role of amounts, durations and ids. */
export const numbers = (which: Which, about: string) => roleOf('numbers', which, about);
/** A role of times. */
export const times = (which: Which, about: string) => roleOf('times', which, about);

function roleOf<H extends keyof ColumnTypes>(type: H, which: Which, about: string): Role<H> {
  const isMeant = typeof which === 'string' ? ({ name }: AnswerColumn) => name === which : which;
  return { about, holds: type, is: column => heldAs(column) === type && isMeant(column) };
}

function heldAs({ kind }: AnswerColumn): keyof ColumnTypes {
  if (kind === 'time') return 'times';
  return kind === 'text' || kind === 'code' || kind === 'sparkline' ? 'texts' : 'numbers';
}

/**
 * The column of a role: if several fit, the one with the name of the role, else the first without another role.
 */
export function playing<R extends Roles>(
  roles: R,
  role: keyof R & string,
  columns: readonly AnswerColumn[],
): AnswerColumn | undefined {
  const players = new Map<string, AnswerColumn>();
  const columnNamed = (name: string) =>
    columns.find(column => column.name === name && roles[name]!.is(column));
  for (const each of Object.keys(roles)) {
    const column = columnNamed(each);
    if (column) players.set(each, column);
  }
  for (const each of Object.keys(roles)) {
    const free = columns.find(column => roles[each]!.is(column) && ![...players.values()].includes(column));
    if (!players.has(each) && free) players.set(each, free);
  }
  return players.get(role);
}

/** The roles that no column fits. */
export function lacking(
  { roles }: Pick<Picture, 'roles'>,
  columns: readonly AnswerColumn[],
): readonly string[] {
  return Object.keys(roles).filter(role => !playing(roles, role, columns));
}

/**
 * The rows of a table as a picture reads them.
 *
 * @throws TypeError if no column fits a role, which `shapes.test.ts` checks for every question
 */
export function cast<R extends Roles>(table: Table, roles: R): Cast<R> {
  const read = (role: keyof R & string): ColumnTypes[keyof ColumnTypes] => {
    const column = playing(roles, role, table.columns);
    if (!column) throw new TypeError(`no column is the ${role} of the picture: ${roles[role]!.about}`);
    return table[roles[role]!.holds](column.name);
  };
  return Object.fromEntries(Object.keys(roles).map(role => [role, read(role)])) as Cast<R>;
}
