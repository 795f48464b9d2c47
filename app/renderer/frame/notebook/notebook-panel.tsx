import { useMemo } from 'react';
import { addFinding } from '../../meaning/findings.ts';
import type { Draft, FindingSummary } from '../../state/notebook.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { FindingCard } from './finding-card.tsx';
import { SummaryCard } from './summary-card.tsx';

const noFindings: readonly FindingSummary[] = [];

/** The findings, in the order of the report. */
export function NotebookPanel() {
  const session = useSession();
  const { notebook } = session;
  const findings = useStore(session.findings, found => found?.findings ?? noFindings);
  const doubt = useStore(session.findings, found => found?.doubt);
  const draft = useStore(notebook.draft);
  const search = useStore(notebook.search);
  // The card of the draft stays until the id of the new finding is known.
  const findingsNow = useMemo(
    () => (draft ? findings.filter(({ id }) => id <= draft.after) : findings),
    [findings, draft],
  );
  const shown = findingsNow.filter(finding => hasText(finding, search));
  // In one list, so that React keeps the card of a draft when it becomes a finding.
  const cards = draft ? [...shown, drafted(draft.title)] : shown;
  const isEmpty = findingsNow.length === 0 && !draft;
  return (
    <section className="panel notebook" aria-label="Notebook">
      <div className="panel-head">
        <h2 className="panel-title">Findings {findings.length > 0 && <span>{findings.length}</span>}</h2>
        <button
          type="button"
          className="quiet"
          aria-label="New finding from this view"
          title="New finding from this view  n"
          onClick={() => addFinding(session)}
        >
          +
        </button>
      </div>
      {doubt && <p className="panel-hint">{doubt}</p>}
      {isEmpty ? (
        <p className="panel-hint">
          <kbd>n</kbd> makes a finding of this view, with its evidence.
        </p>
      ) : (
        <>
          <SummaryCard />
          {findingsNow.length > 2 && (
            <input
              type="search"
              className="notebook-search"
              aria-label="Find in findings"
              placeholder="Find in findings"
              value={search}
              onChange={event => notebook.search.set(event.target.value)}
            />
          )}
          <Cards known={findingsNow} cards={cards} draft={draft} />
          {cards.length === 0 && <p className="panel-hint">No finding has “{search}”.</p>}
          <NotebookActions />
        </>
      )}
    </section>
  );
}

interface CardsProps {
  /** Saved findings, in order. */
  readonly known: readonly FindingSummary[];
  /** Findings that match the search, and the draft. */
  readonly cards: readonly FindingSummary[];
  readonly draft: Draft | null;
}

function Cards({ known, cards, draft }: CardsProps) {
  const { notebook } = useSession();
  const open = useStore(notebook.open);
  return (
    <ol className="findings" aria-label="Findings in order">
      {cards.map(finding => {
        const isDraft = finding.id === 0;
        const key = isDraft && draft ? draft.key : notebook.keyOf(finding.id);
        return (
          <FindingCard
            key={key}
            finding={finding}
            cardKey={key}
            place={isDraft ? known.length : known.indexOf(finding)}
            all={known}
            isOpen={open === key}
            isDraft={isDraft}
          />
        );
      })}
    </ol>
  );
}

/** Buttons that check, undo and export findings. */
function NotebookActions() {
  const session = useSession();
  const { notebook } = session;
  const undo = useStore(session.findings, found => found?.undo ?? null);
  const isChecking = useStore(notebook.isChecking);
  return (
    <div className="notebook-doors">
      <button
        type="button"
        className="quiet"
        aria-disabled={isChecking}
        title="Ask all questions of the evidence again, and compare the answers"
        onClick={() => void notebook.check()}
      >
        {isChecking ? 'Checking…' : 'Check'}
      </button>
      <button
        type="button"
        className="quiet"
        disabled={undo === null}
        title={undo === null ? 'Nothing to undo' : `Undo ${undo}  Ctrl+Z`}
        onClick={() => void notebook.undo()}
      >
        Undo
      </button>
      <button
        type="button"
        className="quiet"
        title="Export the findings as a page, a PDF, Markdown, or a workspace with the rows they need"
        onClick={() => session.dialog.set({ kind: 'export' })}
      >
        Export…
      </button>
    </div>
  );
}

function hasText({ title, text, tags }: FindingSummary, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/);
  const whole = [title, text, ...tags].join('\n').toLowerCase();
  return words.every(word => whole.includes(word));
}

/** A placeholder for a finding that is being created. */
const drafted = (title: string): FindingSummary => ({
  id: 0,
  title,
  text: '',
  tags: [],
  links: [],
  marks: [],
  evidence: [],
  created: 0n,
  changed: 0n,
});
