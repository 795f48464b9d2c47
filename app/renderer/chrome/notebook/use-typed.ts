import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '../../state/session.ts';

/** Long enough that not every key writes, short enough that a crash loses at most a word. */
const delay = 300;

/** A text while it is typed, saved shortly after each key, at the latest when the field loses the focus. */
export function useTyped(kept: string, save: (text: string) => Promise<void>) {
  const session = useSession();
  const [text, setText] = useState(kept);
  const newest = useRef({ text: kept, kept, save });
  newest.current.save = save;
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  /** Number of edits not saved yet: meanwhile, texts from the engine are older. */
  const edits = useRef(0);

  const flush = useCallback(async () => {
    if (timer.current === null) return;
    clearTimeout(timer.current);
    timer.current = null;
    const savedEdits = edits.current;
    await newest.current.save(newest.current.text);
    if (edits.current === savedEdits) edits.current = 0;
  }, []);

  useEffect(() => {
    if (edits.current === 0) {
      newest.current.text = kept;
      setText(kept);
    }
  }, [kept]);

  useEffect(() => {
    const forget = session.notebook.whileTyping(flush);
    return () => {
      forget();
      void flush();
    };
  }, [session, flush]);

  const type = (next: string) => {
    edits.current++;
    newest.current.text = next;
    setText(next);
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), delay);
  };
  return { text, type, flush };
}
