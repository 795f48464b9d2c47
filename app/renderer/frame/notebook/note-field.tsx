import { useEffect, useRef, useState } from 'react';
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
  const { isEdited, begin, end } = useEditing();
  if (isEdited || text.trim() === '')
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus
      <div onFocus={begin} onBlur={end}>
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
      <div onClick={() => (getSelection()?.isCollapsed ?? true) && begin()}>
        <Note text={text} />
      </div>
      <button type="button" className="quiet" aria-label={`Edit: ${label}`} onClick={begin}>
        Edit
      </button>
    </div>
  );
}

/**
 * Whether the text is edited. A press outside takes the focus, but editing ends with its release: the formatted text
 * has another height, so that what is pressed would move away before it is clicked.
 */
function useEditing() {
  const [isEdited, setEdited] = useState(false);
  const isPressed = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    if (!isEdited) return;
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // The click follows the release in the same task.
      setTimeout(() => isLeft.current && setEdited(false));
    };
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('pointerup', release, true);
    document.addEventListener('pointercancel', release, true);
    return () => {
      isPressed.current = false;
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('pointerup', release, true);
      document.removeEventListener('pointercancel', release, true);
    };
  }, [isEdited]);
  const begin = () => {
    isLeft.current = false;
    setEdited(true);
  };
  const end = () => {
    isLeft.current = true;
    if (!isPressed.current) setEdited(false);
  };
  return { isEdited, begin, end };
}
