import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { showEvidence } from '../../meaning/findings.ts';
import type { FindingSummary } from '../../state/notebook.ts';
import { useSession } from '../../state/session.ts';
import { Note } from '../../widgets/note/note.tsx';
import { FindingBody } from './finding-body.tsx';
import { StateBadge, stateOf } from './state-badge.tsx';

interface FindingCardProps {
  readonly finding: FindingSummary;
  readonly cardKey: string;
  /** From 0. */
  readonly place: number;
  readonly all: readonly FindingSummary[];
  readonly isOpen: boolean;
  readonly isDraft?: boolean;
}

/** Type of the data dragged from card to card. */
const dragType = 'application/x-finding';

/** A finding: closed, its text; open, all of it for editing. Dragging, or Alt and an arrow, moves it in the list. */
export function FindingCard({ finding, cardKey, place, all, isOpen, isDraft = false }: FindingCardProps) {
  const session = useSession();
  const { notebook } = session;
  const card = useRef<HTMLLIElement>(null);
  const { id, title, evidence } = finding;
  const name = title === '' ? 'Without a title' : title;
  const toggle = () => notebook.open.set(isOpen ? null : cardKey);
  const show = () => {
    notebook.open.set(cardKey);
    const [first] = evidence;
    if (first) showEvidence(session, first);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const isInField =
      event.target !== event.currentTarget &&
      (event.target as HTMLElement).matches('input, textarea, select');
    if (step !== 0 && event.altKey) void notebook.move(id, place + step);
    else if (event.key === 'Delete' && !isInField) void notebook.remove(finding);
    else if (event.key === 'Enter' && event.target === event.currentTarget) show();
    else if (step !== 0 && event.target === event.currentTarget) focusCard(card.current, step);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { isOver, target } = useDrop(dragged => void notebook.move(dragged, place));
  return (
    <li
      ref={card}
      className={`finding${isOpen ? ' is-open' : ''}${isOver ? ' is-over' : ''}`}
      data-finding={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move and open the card
      tabIndex={0}
      aria-label={`Finding ${place + 1}: ${name}`}
      onKeyDown={onKeyDown}
      {...target}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Alt and an arrow do the same as dragging */}
      <div
        className="finding-head"
        draggable={!isDraft}
        onDragStart={event => event.dataTransfer.setData(dragType, String(id))}
      >
        <button
          type="button"
          className="finding-twist"
          aria-expanded={isOpen}
          aria-label={`Edit finding ${place + 1}`}
          onClick={toggle}
        >
          {isOpen ? '▾' : '▸'}
        </button>
        <button
          type="button"
          className="finding-name"
          dir="auto"
          title={`${name}\nShow the view of this finding`}
          onClick={show}
        >
          {place + 1} · {name}
        </button>
        <StateBadge state={stateOf(finding)} />
      </div>
      {isOpen ? (
        <FindingBody finding={finding} cardKey={cardKey} place={place} all={all} isDraft={isDraft} />
      ) : (
        <Summary finding={finding} />
      )}
    </li>
  );
}

/** Handlers of an element on which findings are dropped, and whether one is dragged over it. */
function useDrop(onFinding: (id: number) => void) {
  const [isOver, setOver] = useState(false);
  const target = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      const dragged = Number(event.dataTransfer.getData(dragType));
      if (!Number.isInteger(dragged) || dragged <= 0) return;
      event.preventDefault();
      onFinding(dragged);
    },
  };
  return { isOver, target };
}

/** What a closed card shows. */
function Summary({ finding: { text, tags, evidence } }: { readonly finding: FindingSummary }) {
  return (
    <>
      {text !== '' && <Note text={text} className="finding-text" />}
      {(tags.length > 0 || evidence.length > 1) && (
        <p className="finding-badges">
          {tags.map(tag => (
            <span key={tag} className="badge">
              {tag}
            </span>
          ))}
          {evidence.length > 1 && <span className="badge">{evidence.length} answers</span>}
        </p>
      )}
    </>
  );
}

function focusCard(card: HTMLElement | null, step: number): void {
  const next = step < 0 ? card?.previousElementSibling : card?.nextElementSibling;
  if (next instanceof HTMLElement) next.focus();
}
