/** Creates findings from the current view, and restores the view of a finding. */
import type { AnswerColumn, Refers } from '../../../analyzers/contract.ts';
import type { EvidenceRequest, FindingDraft, FindingMark, Findings } from '../../contract.ts';
import { digitsFor, formatClock } from '../../wording/time.ts';
import { findingView, showFindingView } from '../state/finding-view.ts';
import { locationKey } from '../state/history.ts';
import type { RowCells } from '../state/paged-answer.ts';
import { formatInterval, intervalOf } from '../state/scope.ts';
import type { ActiveRow, Session } from '../state/session.ts';
import { type References, referencesOf } from './references.ts';

type EvidenceInfo = Findings['findings'][number]['evidence'][number];

interface MeantTime {
  readonly from: bigint;
  readonly to: bigint | null;
}

/**
 * References that name a row, the most specific first: a finding about a function is not about its whole
 * module.
 */
const naming: readonly Refers[] = [
  'request',
  'function',
  'slice',
  'template',
  'series',
  'signal',
  'component',
  'thread',
  'pid',
  'process',
  'module',
  'cpu',
  'host',
  'kind',
];

/** Creates a finding from the view, its active row, and a time. */
export function addFinding(session: Session, time: MeantTime | null = null): void {
  if ((session.workspace.get()?.captures.length ?? 0) === 0) {
    session.imports.notify('info', 'Open captures first: a finding is made from their data.');
    return;
  }
  void session.notebook.add(proposal(session, time));
}

/** Creates a finding from a track of the timeline, with the visible time. */
export function addFindingOf(
  session: Session,
  name: string,
  request: Pick<EvidenceRequest, 'question' | 'params' | 'scope'>,
): void {
  const time = intervalOf(session.history.present.scope) ?? intervalOf(request.scope);
  void session.notebook.add({
    title: time ? `${name}, ${timeWords(session, time)}` : name,
    marks: time ? [{ kind: 'time', ...time }] : [],
    evidence: [{ ...request, arrangement: {}, row: null, view: findingView(session) }],
  });
}

export function proposal(session: Session, time: MeantTime | null): FindingDraft {
  const row = activeRow(session);
  const evidence = evidenceInFront(session);
  const interval = time ?? intervalOf(session.history.present.scope);
  const marks: readonly FindingMark[] = [
    ...(row ? marksOf(row) : []),
    ...(interval ? [{ kind: 'time', ...interval } as const] : []),
  ];
  const { name } = session.front.get() ?? { name: titleOf(session, evidence?.question) };
  const words = row && !time ? nameOf(row.columns, row.cell) : null;
  const title = words ? `${name}: ${words}` : interval ? `${name}, ${timeWords(session, interval)}` : name;
  return { title, marks, evidence: evidence ? [evidence] : [] };
}

function activeRow(session: Session): ActiveRow | null {
  const row = session.row.get();
  return row?.place === locationKey(session.history.present) ? row : null;
}

/** The question of the current view and the arrangement of its answer; null if the view asks no question. */
export function evidenceInFront(session: Session): EvidenceRequest | null {
  const front = session.front.get();
  const view = findingView(session);
  if (front) {
    const row = activeRow(session);
    return { ...front.request(), row: row?.at?.label === front.name ? row.at.row : null, view };
  }
  const question = 'captures';
  if (!session.questions.get().some(({ id }) => id === question)) return null;
  return { question, params: {}, scope: session.history.present.scope, arrangement: {}, row: null, view };
}

function marksOf({ columns, cell }: ActiveRow): readonly FindingMark[] {
  const references = referencesOf(columns, cell);
  const [capture, line, time] = [references.get('capture'), references.get('line'), cell('time')];
  const refers = naming.find(each => names(references, each));
  return [
    ...(typeof capture === 'number' && typeof line === 'number'
      ? [{ kind: 'line', capture, line } as const]
      : []),
    ...(refers ? [{ kind: 'thing', refers, name: String(references.get(refers)) } as const] : []),
    ...(typeof time === 'bigint'
      ? [{ kind: 'time', from: time, to: endOf(time, cell('duration')) } as const]
      : []),
  ];
}

const endOf = (from: bigint, duration: unknown): bigint | null =>
  typeof duration === 'number' && duration >= 1 ? from + BigInt(Math.round(duration)) : null;

/** A function without a symbol has the same name in all modules. */
const names = (references: References, refers: Refers): boolean =>
  references.has(refers) && !(refers === 'function' && references.get(refers) === '[unknown]');

/** Maximum number of characters of a name in a title. */
const maxName = 80;

function nameOf(columns: readonly AnswerColumn[], cell: RowCells): string | null {
  const references = referencesOf(columns, cell);
  const refers = naming.find(each => references.has(each));
  const named = refers ? references.get(refers) : columns.map(({ name }) => cell(name)).find(isText);
  if (named === undefined) return null;
  const text = String(named).replaceAll(/\s+/g, ' ').trim();
  return text.length > maxName ? `${text.slice(0, maxName - 1)}…` : text;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function titleOf(session: Session, question: string | undefined): string {
  return session.questions.get().find(({ id }) => id === question)?.title ?? 'Finding';
}

export function timeWords(session: Session, { from, to }: MeantTime): string {
  const zone = session.shownZone.get();
  return to === null
    ? formatClock(from, zone, Math.max(3, digitsFor(1e6)))
    : formatInterval({ from, to }, zone);
}

/** Restores the view and scope from which evidence was taken. */
export function showEvidence(session: Session, { question, params, scope, view }: EvidenceInfo): void {
  // Before the view opens, because it asks the question in the form at once.
  session.formOf(question).set(params);
  if (view !== null) showFindingView(session, view);
  else session.history.push({ ...session.history.present, scope, view: `question-${question}` });
}
