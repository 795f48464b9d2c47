import type { ComponentType, ReactNode } from 'react';
import type { AnswerColumn, Texts } from '../../../analyzers/contract.ts';
import type { RowCells } from '../meaning/references.ts';
import type { Table } from '../state/table.ts';

export type Values = Readonly<Record<string, string | number | boolean>>;

/** Which columns of an answer a table shows, and how. */
export interface ColumnChoice {
  /** Names in the order to show them; what is not named follows, in the answer's own order. */
  readonly order?: readonly string[];
  /** Never shown. */
  readonly without?: readonly string[];
  /** Not shown until a person chooses them. */
  readonly hidden?: readonly string[];
  /** px, where other than usual. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Cells that show more than their value, by column; undefined for the value. */
  readonly cells?: Readonly<Record<string, (row: RowCells) => ReactNode>>;
}

/** What every picture is given. It asks the question itself, in the scope of the window. */
export interface PictureProps {
  readonly question: string;
  readonly params: Values;
  /** Names it for those who cannot see it, and its exports. */
  readonly label: string;
  /** The picture in front: `/`, copy and export mean it, and the status bar shows its notes. */
  readonly isMain: boolean;
  /** Said where the answer has no rows. */
  readonly empty: string;
  readonly columns?: ColumnChoice;
  /** Only the rows with this text in this column. */
  readonly only?: { readonly column: string; readonly is: string };
}

/** How the columns of an answer are held, see `AnswerData`. NaN, `nullWide` and the index -1 are null. */
interface Held {
  readonly texts: Texts;
  readonly numbers: Float64Array;
  readonly times: BigInt64Array;
}

/** What a column must be to play a role in a picture, and how a picture reads it. */
export interface Role<H extends keyof Held = keyof Held> {
  readonly about: string;
  readonly holds: H;
  is(column: AnswerColumn): boolean;
}

export type Roles = Readonly<Record<string, Role>>;

/** The columns of an answer by the roles they play: typed arrays, one value a row. */
export type Cast<R extends Roles> = { readonly [K in keyof R]: Held[R[K]['holds']] };

export interface Picture {
  /** The columns it cannot be drawn without, by role. */
  readonly roles: Roles;
  readonly component: ComponentType<PictureProps>;
}

/** Of an amount that means itself, and is no id of something. */
export const isMeasured = ({ refers }: AnswerColumn): boolean => refers === undefined;

type Which = string | ((column: AnswerColumn) => boolean);

/** A role of words: a column of this name, or the first that `which` takes. */
export const texts = (which: Which, about: string) => roleOf('texts', which, about);
/** A role of amounts, durations and ids. */
export const numbers = (which: Which, about: string) => roleOf('numbers', which, about);
/** A role of moments. */
export const times = (which: Which, about: string) => roleOf('times', which, about);

function roleOf<H extends keyof Held>(holds: H, which: Which, about: string): Role<H> {
  const isMeant = typeof which === 'string' ? ({ name }: AnswerColumn) => name === which : which;
  return { about, holds, is: column => heldAs(column) === holds && isMeant(column) };
}

function heldAs({ kind }: AnswerColumn): keyof Held {
  if (kind === 'time') return 'times';
  return kind === 'text' || kind === 'code' || kind === 'sparkline' ? 'texts' : 'numbers';
}

/**
 * The column that plays a role: where several could, the one that is called like the role, else the first that plays no other.
 */
export function playing<R extends Roles>(
  roles: R,
  role: keyof R & string,
  columns: readonly AnswerColumn[],
): AnswerColumn | undefined {
  const players = new Map<string, AnswerColumn>();
  const named = (name: string) => columns.find(column => column.name === name && roles[name]!.is(column));
  for (const each of Object.keys(roles)) {
    const column = named(each);
    if (column) players.set(each, column);
  }
  for (const each of Object.keys(roles)) {
    const free = columns.find(column => roles[each]!.is(column) && ![...players.values()].includes(column));
    if (!players.has(each) && free) players.set(each, free);
  }
  return players.get(role);
}

/** The roles that none of the columns can play. */
export function lacking(
  { roles }: Pick<Picture, 'roles'>,
  columns: readonly AnswerColumn[],
): readonly string[] {
  return Object.keys(roles).filter(role => !playing(roles, role, columns));
}

/**
 * The rows of a table as a picture reads them.
 *
 * @throws TypeError where no column can play a role: `shapes.test.ts` asks that of every question
 */
export function cast<R extends Roles>(table: Table, roles: R): Cast<R> {
  const read = (role: keyof R & string): Held[keyof Held] => {
    const column = playing(roles, role, table.columns);
    if (!column) throw new TypeError(`no column is the ${role} of the picture: ${roles[role]!.about}`);
    return table[roles[role]!.holds](column.name);
  };
  return Object.fromEntries(Object.keys(roles).map(role => [role, read(role)])) as Cast<R>;
}
