import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { atCharacter } from '../../../analyzers/search/error-place.ts';
import { parseSearch } from '../../../analyzers/search/language/parse.ts';
import { SearchError } from '../../../analyzers/search/language/query.ts';
import { formatInteger } from '../../wording/numbers.ts';
import { useSession } from '../state/session.ts';

interface FindBarProps {
  readonly text: string;
  onText(text: string): void;
  /** Goes to the next row that contains the text; `fromHere` includes the active row. False if none does. */
  onFind(text: string, backwards: boolean, fromHere: boolean): Promise<boolean>;
  /** State of the filter, and the number of matching rows. */
  readonly filter: { readonly isOn: boolean; readonly left: number; readonly total: number } | undefined;
  onFilter(isOn: boolean): void;
  onClose(): void;
}

/** Find as you type: the first match while typing, Enter and Shift+Enter for the next and the previous. */
export function FindBar({ text, onText, onFind, filter, onFilter, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  useLayoutEffect(() => input.current?.focus(), []);
  const session = useSession();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => session.opened(() => close.current()), [session]);

  const lastText = useRef('');
  const go = async (needle: string, backwards: boolean, fromHere: boolean) => {
    lastText.current = needle;
    const isFound = needle === '' || (await onFind(needle, backwards, fromHere));
    if (lastText.current === needle) setMissing(!isFound);
  };

  const wrong = filter?.isOn ? wrongIn(text) : null;
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
          if (!filter?.isOn) void go(event.target.value, false, true);
        }}
        onKeyDown={event => {
          if (event.key === 'Enter' && event.altKey) onFilter(!filter?.isOn);
          else if (event.key === 'Enter' && !filter?.isOn) void go(text, event.shiftKey, false);
          if (event.key === 'Escape') onClose();
          if (event.key === 'Enter' || event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
          }
        }}
      />
      {filter && (
        <button
          type="button"
          className="find-filter"
          aria-pressed={filter.isOn}
          disabled={text === ''}
          title="Show only rows that match; columns are fields: redis total_percent>5, function:LW*, /regex/, -not (Alt+Enter)"
          onClick={() => onFilter(!filter.isOn)}
        >
          only these
        </button>
      )}
      <output className="find-state" title={wrong ?? undefined}>
        {filter?.isOn
          ? `${formatInteger(filter.left)} of ${formatInteger(filter.total)}${wrong ? ' · searched as plain text' : ''}`
          : isMissing
            ? 'not found'
            : text
              ? 'Enter: next'
              : ''}
      </output>
      <button type="button" aria-label="Close find" onClick={onClose}>
        ×
      </button>
    </form>
  );
}

/** The reason why a text is not a valid search; it is then searched as plain text. */
function wrongIn(text: string): string | null {
  try {
    parseSearch(text);
    return null;
  } catch (error) {
    if (error instanceof SearchError) return atCharacter(error.place.from, error.message);
    throw error;
  }
}
