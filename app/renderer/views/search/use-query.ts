import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { parseSearch } from '../../../../analyzers/search/language/parse.ts';
import { SearchError } from '../../../../analyzers/search/language/query.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';

/** ms after the last key before the search begins. */
const settleMs = 250;

/** Position (UTF-16 units) and message of an error. */
export interface Wrong {
  readonly at: number;
  readonly message: string;
}

export interface Typed {
  readonly text: string;
  /** The error of the query; null while it is still being typed. */
  readonly wrong: Wrong | null;
  set(text: string): void;
  /** Searches now; further typing is a new entry of the history. */
  submit(text: string): void;
}

/** The text of the search box. A pause in typing searches; Back returns to the previous search, not to each letter. */
export function useTyped(): Typed {
  const session = useSession();
  const search = useStore(session.history.places, places => places.present.search);
  const [text, setText] = useState(search);
  const [settled, setSettled] = useState(search);
  /** The search that continued typing amends; null: the next search is a new entry. */
  const going = useRef<string | null>(null);
  const textNow = useRef(text);
  textNow.current = text;

  // Another view started a search.
  useEffect(() => {
    if (search === going.current) return;
    going.current = null;
    if (search === textNow.current.trim()) return;
    setText(search);
    setSettled(search);
  }, [search]);

  const searchFor = useCallback(
    (typed: string) => {
      const query = typed.trim();
      setSettled(typed);
      const isOther = query !== session.history.present.search;
      if (!isOther || wrongOf(query)) return;
      const isAmended = going.current !== null;
      going.current = query;
      if (isAmended) session.history.amend({ search: query });
      else session.history.go({ search: query });
    },
    [session],
  );
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => searchFor(text), settleMs);
    return () => clearTimeout(timer);
  }, [text, settled, searchFor]);

  const submit = useCallback(
    (typed: string) => {
      searchFor(typed);
      going.current = null;
    },
    [searchFor],
  );
  const wrong = useMemo(() => (text === settled ? wrongOf(text) : null), [text, settled]);
  return { text, wrong, set: setText, submit };
}

function wrongOf(text: string): Wrong | null {
  try {
    parseSearch(text);
    return null;
  } catch (error) {
    if (error instanceof SearchError) return { at: error.place.from, message: error.message };
    throw error;
  }
}
