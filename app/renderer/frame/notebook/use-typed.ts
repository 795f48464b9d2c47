import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../state/session.ts';

/**
 * A text while it is typed: saved shortly after a key, at least every second, and when the field loses the focus.
 *
 * @param field its name among all fields
 */
export function useTyped(field: string, kept: string, save: (text: string) => Promise<void>) {
  const { notebook } = useSession();
  const [text, setText] = useState(notebook.unsaved(field) ?? kept);

  // While a text is not saved, those from the engine are older.
  useEffect(() => setText(notebook.unsaved(field) ?? kept), [notebook, field, kept]);

  const flush = useCallback(() => notebook.flush(field), [notebook, field]);
  useEffect(() => () => void flush(), [flush]);

  const type = (next: string) => {
    setText(next);
    notebook.typeInto(field, next, save);
  };
  return { text, type, flush };
}
