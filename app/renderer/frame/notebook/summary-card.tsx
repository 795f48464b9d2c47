import { useState } from 'react';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { NoteField } from './note-field.tsx';
import { TextField } from './text-field.tsx';

/** The conclusion of the findings, with which a report begins. */
export function SummaryCard() {
  const session = useSession();
  const summary = useStore(session.findings, found => found?.summary ?? null);
  const [isOpen, setOpen] = useState(false);
  const { title, text } = summary ?? { title: '', text: '' };
  return (
    <div className="finding is-summary">
      <button
        type="button"
        className="finding-summary"
        aria-expanded={isOpen}
        onClick={() => setOpen(isOpenNow => !isOpenNow)}
      >
        <span className="finding-twist" aria-hidden="true">
          {isOpen ? '▾' : '▸'}
        </span>
        <span className="finding-name" dir="auto">
          {title === '' ? 'The answer, in a sentence' : title}
        </span>
      </button>
      {isOpen && (
        <div className="finding-body">
          <TextField
            field="summary title"
            label="The answer"
            text={title}
            placeholder="What happened, and why"
            isLine
            isFirst
            save={next => session.notebook.summarize({ title: next })}
          />
          <NoteField
            field="summary text"
            label="Details of the answer"
            text={text}
            placeholder="A few sentences, in Markdown"
            save={next => session.notebook.summarize({ text: next })}
          />
        </div>
      )}
    </div>
  );
}
