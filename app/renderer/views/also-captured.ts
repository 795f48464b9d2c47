import { type RowTable, rowTables } from '../../../parsers/tables.ts';
import type { QuestionInfo } from '../../contract.ts';
import { rowCounts } from '../lib/row-counts.ts';
import { needsOf } from './offer.ts';
import { questionsOf, type View } from './view.ts';

/** The tables that have cards in the overview. */
const answered: ReadonlySet<RowTable> = new Set(['sample', 'event', 'metric']);

interface AlsoCaptured {
  readonly table: RowTable;
  /** `12,034 thread states` */
  readonly amount: string;
  /** The views and questions about them. */
  readonly doors: readonly { readonly view: string; readonly title: string; readonly hint: string }[];
}

/**
 * Lists tables of a workspace that no other card of the overview shows, with the questions about
 * them.
 */
export function alsoCaptured(
  rows: Readonly<Record<string, number>>,
  questions: readonly QuestionInfo[],
  views: readonly View[],
): readonly AlsoCaptured[] {
  const shownQuestions = new Set(views.flatMap(questionsOf));
  return rowTables
    .filter(table => !answered.has(table) && (rows[table] ?? 0) > 0)
    .map(table => ({
      table,
      amount: rowCounts({ [table]: rows[table]! }).join(),
      doors: [
        ...views
          .filter(view => needsOf(view, questions).includes(table))
          .map(({ id, title }) => ({ view: id, title, hint: `Opens ${title}` })),
        ...questions
          .filter(each => !shownQuestions.has(each.id) && each.needs.includes(table) && !needsText(each))
          .map(({ id, title, question }) => ({ view: `question-${id}`, title, hint: question })),
      ],
    }));
}

/** True if the question has a required text parameter. */
const needsText = ({ params }: QuestionInfo): boolean =>
  Object.values(params).some(param => param.type === 'text' && param.required);
