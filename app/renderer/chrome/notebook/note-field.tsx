import { useState } from 'react';
import { useSession } from '../../state/session.ts';
import { Note } from '../../widgets/note/note.tsx';
import { TextField } from './text-field.tsx';

interface NoteFieldProps {
  readonly field: string;
  readonly label: string;
  readonly text: string;
  readonly placeholder: string;
  save(text: string): Promise<void>;
}

/** Markdown, shown formatted and edited as text. A click or the button starts editing; leaving the field ends it. */
export function NoteField({ field, label, text: kept, placeholder, save }: NoteFieldProps) {
  const text = useSession().notebook.unsaved(field) ?? kept;
  const [isEdited, setEdited] = useState(false);
  if (isEdited || text.trim() === '')
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus
      <div onFocus={() => setEdited(true)} onBlur={() => setEdited(false)}>
        <TextField
          field={field}
          label={label}
          text={kept}
          placeholder={placeholder}
          isFirst={isEdited}
          save={save}
        />
      </div>
    );
  return (
    <div className="note-field">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its button does the same by key */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div onClick={() => (getSelection()?.isCollapsed ?? true) && setEdited(true)}>
        <Note text={text} />
      </div>
      <button type="button" className="quiet" aria-label={`Edit: ${label}`} onClick={() => setEdited(true)}>
        Edit
      </button>
    </div>
  );
}
