import { useEffect, useMemo, useRef } from 'react';
import { readPlace } from '../../../../analyzers/search/error-place.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { CodeEditor, type CodeEditorHandle } from '../../widgets/code-editor/code-editor.tsx';
import { useMainSearch } from '../../widgets/use-main-grid.ts';
import { searchLanguage } from './language.ts';
import { suggestionsOf } from './suggestions.ts';
import type { Typed, Wrong } from './use-query.ts';
import { vocabularyOf } from './vocabulary.ts';

interface SearchBoxProps {
  readonly typed: Typed;
  readonly wrong: Wrong | null;
  /** Esc stops a running search. Returns true if there was one. */
  onEscape(): boolean;
}

/** The input field of searches. */
export function SearchBox({ typed, wrong, onEscape }: SearchBoxProps) {
  const session = useSession();
  const isCalled = useStore(session.search.isCalled);
  const editor = useRef<CodeEditorHandle>(null);
  useEffect(() => {
    if (!isCalled) return;
    session.search.isCalled.set(false);
    editor.current?.select();
  }, [session, isCalled]);
  useMainSearch(editor);
  const complete = useMemo(() => suggestionsOf(vocabularyOf(session)), [session]);
  return (
    <CodeEditor
      label="Search"
      text={typed.text}
      onText={typed.set}
      onSubmit={typed.submit}
      onEscape={onEscape}
      language={searchLanguage}
      complete={complete}
      wrongAt={wrong?.at ?? null}
      wrong={wrong?.message ?? null}
      hint="level>=warn process:postgres &quot;some words&quot; /regex/"
      handle={editor}
    />
  );
}

/** An error of the engine with a position in the search. */
export function placed(error: string | null): Wrong | null {
  const place = error === null ? null : readPlace(error);
  return place && { at: place.from, message: place.message };
}
