import { type RowTable, tables } from '../../../parsers/tables.ts';
import type { QuestionInfo } from '../../contract.ts';
import type { Session } from '../state/session.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { isQuestionView, questionsOf, type View } from './view.ts';

type Rows = Readonly<Record<string, number>>;

/** Captures that would fill a table. */
const sources: { readonly [T in RowTable]?: string } = {
  sample: 'samples: open a profile (perf script) to ask this',
  event: 'events: open a log, or a trace with events, to ask this',
  metric: 'metrics: open what vmstat, sar, iostat, perfmon … wrote to ask this',
  state: 'thread states: open a trace with switches (perf sched, xperf) to ask this',
};

/** The reason why a question that needs one of these tables cannot be answered; null if one has rows. */
export function lackOf(needs: readonly RowTable[], rows: Rows): string | null {
  if (needs.length === 0 || needs.some(table => (rows[table] ?? 0) > 0)) return null;
  const [first] = needs as readonly [RowTable];
  return `No open capture has ${sources[first] ?? tables[first].word.many}.`;
}

/** The tables of which a view needs one; for a view of questions, those of its first question. */
export function needsOf(view: View, questions: readonly QuestionInfo[]): readonly RowTable[] {
  if (!isQuestionView(view)) return view.needs ? [view.needs] : [];
  const [first] = questionsOf(view);
  return questions.find(({ id }) => id === first)?.needs ?? [];
}

/** The reason why a view has nothing to show; null if it has. */
export function lackOfView(session: Session, view: View): string | null {
  return lackOf(needsOf(view, session.questions.get()), session.workspace.get()?.rows ?? {});
}

/** Decides which questions the open workspace can answer. */
export function useOffer() {
  const session = useSession();
  const questions = useStore(session.questions);
  const rows = useStore(session.workspace, workspace => workspace?.rows ?? nothing);
  return {
    questions,
    lackOfView: (view: View) => lackOf(needsOf(view, questions), rows),
    lackOfQuestion: ({ needs }: QuestionInfo) => lackOf(needs, rows),
  };
}

const nothing: Rows = {};
