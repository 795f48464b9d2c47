import type { ComponentType } from 'react';
import type { Shape } from '../../../analyzers/contract.ts';
import type { RowTable } from '../../../parsers/tables.ts';
import type { ColumnChoice, Values } from '../shapes/picture.ts';

/** Things that a person chooses in one part of the window and that another part is about. */
export type Choosable = 'function' | 'module';

/** One question, drawn. */
export interface QuestionPart {
  readonly question: string;
  /** Draws the answer by another picture than the question's own; it must have the columns of that picture. */
  readonly shape?: Shape;
  readonly params?: Values;
  /** Asked about the function or module that is chosen, as parameters of that name. */
  readonly about?: Choosable;
  /** Until one is chosen, it is the first row of this question. */
  readonly first?: string;
  /** Shows only the rows with this text in this column. */
  readonly only?: { readonly column: string; readonly is: string };
  /** Title above the part; `{}` stands for the name of the chosen function or module. */
  readonly title?: string;
  /** Names the picture for those who cannot see it. */
  readonly label: string;
  readonly columns?: ColumnChoice;
  /** Text shown where there are no rows. */
  readonly empty: string;
  /** `/`, copy and export mean this part: one of a view. */
  readonly isMain?: boolean;
  /** Height as a share of what the parts divide; 1 unless given. */
  readonly share?: number;
}

/** A part that no question draws. */
export interface OwnPart {
  readonly component: ComponentType;
}

export type Part = QuestionPart | OwnPart;

interface Tab {
  /** Part of links, saved workspaces and the names of commands. */
  readonly id: string;
  readonly title: string;
  /** As {@link Command.keys}: a digit, or `v` and a letter. The view keeps it wherever its tab stands. */
  readonly key: string;
}

/** Questions, one under the other. Each question declares the tables it needs. */
export interface QuestionView extends Tab {
  readonly parts: readonly Part[];
  /**
   * Where there is no room for ten rows of each, its questions stand beside each other, with these columns. Without them one
   * at a time is shown where the second would have fewer than four rows.
   */
  readonly beside?: ColumnChoice;
  /** Drawn instead while none is chosen. */
  readonly choose?: { readonly what: Choosable; readonly hint: string; readonly part: QuestionPart };
}

/** A view that is more than questions. */
export interface OwnView extends Tab {
  readonly component: ComponentType;
  /** The table it needs rows of. */
  readonly needs?: RowTable;
  /** The questions it shows: they are not offered a second time by themselves. */
  readonly questions: readonly string[];
}

export type View = QuestionView | OwnView;

export const isQuestionView = (view: View): view is QuestionView => 'parts' in view;

export const isQuestion = (part: Part): part is QuestionPart => 'question' in part;

export function questionsOf(view: View): readonly string[] {
  return isQuestionView(view)
    ? view.parts.filter(isQuestion).map(({ question }) => question)
    : view.questions;
}
