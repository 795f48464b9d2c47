import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSession } from '../state/session.ts';

interface FindBarProps {
  readonly text: string;
  onText(text: string): void;
  /** Goes to the next row that contains the text; `fromHere` also looks at the active one. False when none does. */
  onFind(text: string, backwards: boolean, fromHere: boolean): Promise<boolean>;
  onClose(): void;
}

/** Find as you type: the first hit while typing, Enter and Shift+Enter for the next and the one before. */
export function FindBar({ text, onText, onFind, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  useLayoutEffect(() => input.current?.focus(), []);
  const session = useSession();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => session.opened(() => close.current()), [session]);

  const sought = useRef('');
  const go = async (what: string, backwards: boolean, fromHere: boolean) => {
    sought.current = what;
    const isFound = what === '' || (await onFind(what, backwards, fromHere));
    if (sought.current === what) setMissing(!isFound);
  };

  return (
    <form className="find-bar" aria-label="Find" onSubmit={event => event.preventDefault()}>
      <input
        ref={input}
        aria-label="Find in this table"
        placeholder="Find"
        value={text}
        spellCheck={false}
        onChange={event => {
          onText(event.target.value);
          void go(event.target.value, false, true);
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') void go(text, event.shiftKey, false);
          if (event.key === 'Escape') onClose();
          if (event.key === 'Enter' || event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
          }
        }}
      />
      <output className="find-state">{isMissing ? 'not found' : text ? 'Enter: next' : ''}</output>
      <button type="button" aria-label="Close find" onClick={onClose}>
        ×
      </button>
    </form>
  );
}
