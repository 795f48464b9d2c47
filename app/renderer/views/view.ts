import type { ComponentType } from 'react';
import type { Shape } from '../../../analyzers/contract.ts';
import type { RowTable } from '../../../parsers/tables.ts';
import type { ColumnChoice, Values } from '../shapes/picture.ts';

/** Things that the user selects in one part of the window and another part shows. */
export type Choosable = 'function' | 'module';

/** One question, drawn. */
export interface QuestionPart {
  readonly question: string;
  /** Draws the answer with another picture than the default of the question. */
  readonly shape?: Shape;
  readonly params?: Values;
  /** Passes the selected function or module as parameters of that name. */
  readonly about?: Choosable;
  /** Until one is selected, the first row of this question is used. */
  readonly first?: string;
  /** Shows only the rows with this text in this column. */
  readonly only?: { readonly column: string; readonly is: string };
  /** Title above the part; `{}` is replaced with the name of the selected function or module. */
  readonly title?: string;
  /** Accessible name of the picture. */
  readonly label: string;
  readonly columns?: ColumnChoice;
  /** Text for an answer without rows. */
  readonly empty: string;
  /** True for the one part of a view that `/`, copy and export apply to. */
  readonly isMain?: boolean;
  /** Relative height among the parts; default: 1. */
  readonly share?: number;
}

/** A part without a question. */
export interface OwnPart {
  readonly component: ComponentType;
}

export type Part = QuestionPart | OwnPart;

interface Tab {
  /** Part of links, saved workspaces and the names of commands. */
  readonly id: string;
  readonly title: string;
  /** As {@link Command.keys}: a digit, or `v` and a letter. Independent of the position of the tab. */
  readonly key: string;
}

/** The questions of the view, from top to bottom. Each question declares the tables it needs. */
export interface QuestionView extends Tab {
  readonly parts: readonly Part[];
  /**
   * If ten rows of each do not fit, the questions are beside each other, with these columns. Without them, one
   * at a time is shown if the second would have fewer than four rows.
   */
  readonly beside?: ColumnChoice;
  /** Drawn instead while nothing is selected. */
  readonly choose?: { readonly what: Choosable; readonly hint: string; readonly part: QuestionPart };
}

/** A view that is more than questions. */
export interface OwnView extends Tab {
  readonly component: ComponentType;
  /** The table of which it needs rows. */
  readonly needs?: RowTable;
  /** The questions it shows, which are not listed separately. */
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
