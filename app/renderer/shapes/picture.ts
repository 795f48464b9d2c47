import type { ComponentType, ReactNode } from 'react';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import type { RowCells } from '../meaning/references.ts';

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

/** What a column must be to play a role in a picture. */
export interface Role {
  readonly about: string;
  is(column: AnswerColumn): boolean;
}

export interface Picture {
  /** The columns it cannot be drawn without, by role. */
  readonly roles: Readonly<Record<string, Role>>;
  readonly component: ComponentType<PictureProps>;
}

/** A column of this name. */
export function named(name: string, about: string): Role {
  return { about, is: column => column.name === name };
}

/** The roles that none of the columns can play. */
export function lacking({ roles }: Picture, columns: readonly AnswerColumn[]): readonly string[] {
  return Object.keys(roles).filter(role => !columns.some(column => roles[role]!.is(column)));
}
