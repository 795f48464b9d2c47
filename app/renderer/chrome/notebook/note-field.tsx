import { useState } from 'react';
import { Note } from '../../widgets/note/note.tsx';
import { TextField } from './text-field.tsx';

interface NoteFieldProps {
  readonly label: string;
  readonly text: string;
  readonly placeholder: string;
  save(text: string): Promise<void>;
}

/** Markdown, shown formatted and edited as text. A click or the button starts editing; leaving the field ends it. */
export function NoteField({ label, text, placeholder, save }: NoteFieldProps) {
  const [isEdited, setEdited] = useState(false);
  if (isEdited || text.trim() === '')
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus
      <div onFocus={() => setEdited(true)} onBlur={() => setEdited(false)}>
        <TextField label={label} text={text} placeholder={placeholder} isFirst={isEdited} save={save} />
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
