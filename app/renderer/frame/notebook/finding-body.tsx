import { type KeyboardEvent, useState } from 'react';
import type { FindingMark } from '../../../contract.ts';
import { evidenceInFront, showEvidence, timeWords } from '../../meaning/findings.ts';
import type { FindingSummary } from '../../state/notebook.ts';
import { type Session, useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { zoomTo } from '../../timeline/zoom.ts';
import { EvidenceLine } from './evidence-line.tsx';
import { NoteField } from './note-field.tsx';
import { TextField } from './text-field.tsx';

interface FindingBodyProps {
  readonly finding: FindingSummary;
  readonly cardKey: string;
  readonly place: number;
  readonly all: readonly FindingSummary[];
  readonly isDraft: boolean;
}

const usualTags = ['cause', 'symptom', 'ruled out', 'to do'];

export function FindingBody({ finding, cardKey, place, all, isDraft }: FindingBodyProps) {
  const session = useSession();
  const { notebook } = session;
  const isNew = notebook.keyOf(finding.id).startsWith('draft-') || isDraft;
  // A draft has no id yet; the text is saved as soon as it has one.
  const edit = (change: { readonly title?: string; readonly text?: string }) =>
    notebook.type(finding.id, change);
  return (
    <div className="finding-body">
      <TextField
        field={`title of ${cardKey}`}
        label={`Title of finding ${place + 1}`}
        text={finding.title}
        placeholder="What you found, in a sentence"
        className="is-title"
        isLine
        isFirst={isNew}
        save={title => edit({ title })}
      />
      <NoteField
        field={`text of ${cardKey}`}
        label={`Text of finding ${place + 1}`}
        text={finding.text}
        placeholder="How you know it, in Markdown"
        save={text => edit({ text })}
      />
      {!isDraft && (
        <>
          <Tags finding={finding} />
          <Marks finding={finding} />
          <Links finding={finding} all={all} />
          <ul className="finding-evidence" aria-label="Evidence">
            {finding.evidence.map(evidence => (
              <EvidenceLine
                key={evidence.id}
                evidence={evidence}
                onShow={() => showEvidence(session, evidence)}
                onRemove={() =>
                  void notebook.edit(finding.id, {
                    evidence: finding.evidence.flatMap(({ id }) => (id === evidence.id ? [] : [id])),
                  })
                }
              />
            ))}
          </ul>
          <div className="notebook-doors">
            <button
              type="button"
              className="quiet"
              title="Add the answer of the current view as evidence"
              onClick={() => {
                const request = evidenceInFront(session);
                if (request) void notebook.addEvidence(finding.id, request);
              }}
            >
              + Evidence
            </button>
            <button type="button" className="quiet" onClick={() => void notebook.check([finding.id])}>
              Check
            </button>
            <button
              type="button"
              className="quiet"
              title="Remove  Delete"
              onClick={() => void notebook.remove(finding)}
            >
              Remove
            </button>
          </div>
        </>
      )}
    </div>
  );
}

function Tags({ finding: { id, tags } }: { readonly finding: FindingSummary }) {
  const { notebook } = useSession();
  const [typed, setTyped] = useState('');
  const toggle = (tag: string) =>
    void notebook.edit(id, { tags: tags.includes(tag) ? tags.filter(each => each !== tag) : [...tags, tag] });
  const onKeyDown = (event: KeyboardEvent) => {
    const tag = typed.trim();
    if (event.key !== 'Enter' || tag === '') return;
    event.preventDefault();
    setTyped('');
    if (!tags.includes(tag)) toggle(tag);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line of badges
    <div className="finding-badges" role="group" aria-label="Tags">
      {[...usualTags, ...tags.filter(tag => !usualTags.includes(tag))].map(tag => (
        <button
          key={tag}
          type="button"
          className="badge"
          aria-pressed={tags.includes(tag)}
          onClick={() => toggle(tag)}
        >
          {tag}
        </button>
      ))}
      <input
        className="finding-tag"
        aria-label="A tag of your own"
        placeholder="tag"
        maxLength={40}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

function Marks({ finding: { id, marks } }: { readonly finding: FindingSummary }) {
  const session = useSession();
  useStore(session.shownZone);
  if (marks.length === 0) return null;
  return (
    <ul className="finding-marks" aria-label="Marks">
      {marks.map((mark, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: marks have no key
        <li key={at}>
          {mark.kind === 'time' ? (
            <button
              type="button"
              className="link"
              title="Zoom the timeline to this mark"
              onClick={() => zoomTo(session, { from: mark.from, to: mark.to ?? mark.from + 1n })}
            >
              {timeWords(session, mark)}
            </button>
          ) : (
            <span className="ellipsis" dir="auto">
              {wordsOf(session, mark)}
            </span>
          )}
          <button
            type="button"
            className="quiet"
            aria-label={`Remove the mark at ${wordsOf(session, mark)}`}
            onClick={() => void session.notebook.edit(id, { marks: marks.filter(each => each !== mark) })}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

function wordsOf(session: Session, mark: FindingMark): string {
  switch (mark.kind) {
    case 'time':
      return timeWords(session, mark);
    case 'line':
      return `${session.captureName(mark.capture)}:${mark.line}`;
    case 'thing':
      return `${mark.refers} ${mark.name}`;
  }
}

function Links({ finding, all }: Pick<FindingBodyProps, 'finding' | 'all'>) {
  const { notebook } = useSession();
  const { id, links } = finding;
  const others = all.filter(other => other.id !== id);
  if (others.length === 0) return null;
  const name = (finding: FindingSummary) => `${all.indexOf(finding) + 1} · ${finding.title}`;
  return (
    <div className="finding-links">
      {others
        .filter(other => links.includes(other.id))
        .map(other => (
          <span key={other.id}>
            <button
              type="button"
              className="link ellipsis"
              dir="auto"
              onClick={() => notebook.show(other.id)}
            >
              → {name(other)}
            </button>
            <button
              type="button"
              className="quiet"
              aria-label={`Remove the link to ${name(other)}`}
              onClick={() => void notebook.edit(id, { links: links.filter(link => link !== other.id) })}
            >
              ×
            </button>
          </span>
        ))}
      {others
        .filter(other => !links.includes(other.id) && other.links.includes(id))
        .map(other => (
          <span key={other.id}>
            <button
              type="button"
              className="link ellipsis"
              dir="auto"
              onClick={() => notebook.show(other.id)}
            >
              ← {name(other)}
            </button>
          </span>
        ))}
      {others.some(other => !links.includes(other.id)) && (
        <select
          aria-label="Link to another finding"
          value=""
          onChange={event => void notebook.edit(id, { links: [...links, Number(event.target.value)] })}
        >
          <option value="">Link to…</option>
          {others
            .filter(other => !links.includes(other.id))
            .map(other => (
              <option key={other.id} value={other.id}>
                {name(other)}
              </option>
            ))}
        </select>
      )}
    </div>
  );
}
