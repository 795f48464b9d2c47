import { useCallback, useState } from 'react';
import type { Folds } from './capture-rows.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly text: string;
  onText(text: string): void;
}

/** The search field of the list below it; Esc clears it, Arrow Down moves into the list. */
export function SearchField({ label, text, onText }: SearchFieldProps) {
  return (
    <input
      type="search"
      className="panel-search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={event => onText(event.target.value)}
      onKeyDown={event => {
        if (event.key === 'Escape' && text !== '') onText('');
        else if (event.key === 'ArrowDown')
          event.currentTarget.parentElement?.querySelector<HTMLElement>('[role="tree"]')?.focus();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** Groups of a list that the user opened and closed. */
export function useFolds(): readonly [Folds, (key: string, isOpen: boolean) => void] {
  const [folds, setFolds] = useState<Folds>(new Map());
  const onFold = useCallback(
    (key: string, isOpen: boolean) => setFolds(before => new Map(before).set(key, isOpen)),
    [],
  );
  return [folds, onFold];
}
