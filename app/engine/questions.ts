/** The catalogue of questions. Needs no workspace and does not load the database. */
import { analyzers } from '../../analyzers/analyzers.ts';
import { type Analyzer, AskError } from '../../analyzers/contract.ts';
import type { QuestionInfo } from '../contract.ts';

export const questions: readonly QuestionInfo[] = analyzers.map(({ answer: _, ...info }) => info);

/** @throws AskError `unknown-question`, naming the existing ones. */
export function analyzerOf(id: string): Analyzer {
  const found = analyzers.find(each => each.id === id || each.aliases?.includes(id));
  if (found) return found;
  const ids = analyzers.map(each => each.id).join(', ');
  throw new AskError('unknown-question', `There is no question "${id}". There are: ${ids}.`);
}
