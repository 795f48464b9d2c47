import type { ComponentType } from 'react';
import type { Shape } from '../../../analyzers/contract.ts';
import type { RowTable } from '../../../parsers/tables.ts';
import type { Values } from '../state/values.ts';
import type { ColumnChoice } from '../widgets/columns.ts';

/** An object that the user can select in one part of the window for another part to show. */
export type Selectable = 'function' | 'module';

/** One question, drawn. */
export interface QuestionPart {
  readonly question: string;
  /** Draws the answer with another picture than the default of the question. */
  readonly shape?: Shape;
  readonly params?: Values;
  /** Passes the selected function or module to the question as parameters. */
  readonly about?: Selectable;
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
  /** A digit, or `v` and a letter, as in {@link Command.keys}. Independent of the position of the tab. */
  readonly key: string;
}

/** The questions of the view, from top to bottom. Each question declares the tables it needs. */
export interface QuestionView extends Tab {
  readonly parts: readonly Part[];
  /**
   * Columns for the questions side by side, which is how they are shown if ten rows of each do not fit below each
   * other. If undefined, one question at a time is shown when the second would have fewer than four rows.
   */
  readonly sideBySide?: ColumnChoice;
  /** While no function or module is selected, `part` is shown instead, under `hint`. */
  readonly whenNothingSelected?: {
    readonly selectable: Selectable;
    readonly hint: string;
    readonly part: QuestionPart;
  };
}

/** A view that is more than questions. */
export interface OwnView extends Tab {
  /** Gets all views, for those that offer others. */
  readonly component: ComponentType<{ readonly views: readonly View[] }>;
  /** The view is offered only if this table has rows. */
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
