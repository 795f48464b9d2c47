import './code-editor.css';

import {
  acceptCompletion,
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
  moveCompletionSelection,
  selectedCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { theme } from './theme.ts';
import { setWrong, wrongMark } from './wrong.ts';

export interface CodeEditorHandle {
  focus(): void;
  /** Focuses, with all of the text selected. */
  select(): void;
}

interface CodeEditorProps {
  readonly label: string;
  readonly text: string;
  onText(text: string): void;
  /** Enter in one line; Ctrl+Enter in several. */
  onSubmit(text: string): void;
  /** Called for Esc without open completions. Returns true if it was handled. */
  onEscape?(): boolean;
  /** Language support. Must be a stable object. */
  readonly language: Extension;
  /** Completions at the cursor. Must be a stable function. */
  readonly complete?: CompletionSource | undefined;
  /** Position of the error, UTF-16 units. */
  readonly wrongAt?: number | null;
  /** The error, for screen readers: elements outside cannot describe elements in a shadow root. */
  readonly wrong?: string | null;
  readonly hint?: string;
  readonly hasLines?: boolean;
  readonly handle?: Ref<CodeEditorHandle>;
}

/**
 * A field for code, of one line or several. The editor is in a shadow root, where its styles are adopted sheets: the
 * page's policy allows no others. Tab leaves it, unless completions are open: then it inserts the selected or the first one.
 */
export function CodeEditor(props: CodeEditorProps) {
  const {
    label,
    text,
    language,
    complete,
    wrongAt = null,
    wrong = null,
    hint = '',
    hasLines = false,
  } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const propsNow = useRef(props);
  propsNow.current = props;
  const changing = useRef(new Compartment());
  const parts = changingParts({ label, language, complete, wrong, hint });
  const first = useRef(parts);

  useLayoutEffect(() => {
    const element = host.current!;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: propsNow.current.text,
        extensions: [
          changing.current.of(first.current),
          hasLines ? EditorView.lineWrapping : oneLine,
          Prec.high(keymap.of(ownKeys(propsNow, hasLines))),
          history(),
          drawSelection(),
          bracketMatching(),
          // In one line, typing a bracket replaces the selection instead of enclosing it.
          hasLines ? closeBrackets() : [],
          wrongMark,
          typedOver,
          theme,
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged && state.doc.toString() !== propsNow.current.text)
              propsNow.current.onText(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, [hasLines]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the parts are made of
  useEffect(() => {
    view.current?.dispatch({ effects: changing.current.reconfigure(parts) });
  }, [label, language, complete, wrong, hint]);
  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === text) return;
    const changes = { from: 0, to: current.state.doc.length, insert: text };
    current.dispatch({ changes, selection: { anchor: text.length } });
  }, [text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text loses the mark
  useEffect(() => {
    view.current?.dispatch({ effects: setWrong.of(wrongAt) });
  }, [wrongAt, text]);
  useImperativeHandle(props.handle, () => ({
    focus: () => view.current?.focus(),
    select: () => {
      view.current?.focus();
      view.current?.dispatch({ selection: { anchor: 0, head: view.current.state.doc.length } });
    },
  }));

  return <div ref={host} className={`code-editor ${hasLines ? 'has-lines' : ''}`} />;
}

type Changing = Pick<CodeEditorProps, 'label' | 'language' | 'complete' | 'wrong' | 'hint'>;

function changingParts({ label, language, complete, wrong, hint }: Changing): Extension {
  return [
    language,
    placeholder(hint ?? ''),
    EditorView.contentAttributes.of({
      'aria-label': label,
      spellcheck: 'false',
      ...(wrong ? { 'aria-invalid': 'true', 'aria-description': wrong } : {}),
    }),
    complete
      ? autocompletion({
          override: [complete],
          icons: false,
          maxRenderedOptions: 60,
          // Enter submits the text or begins a line; Tab takes a completion, and Enter one that an arrow has chosen. So
          // nobody takes one by mistake, and no delay is needed, within which Tab would leave the field.
          selectOnOpen: false,
          interactionDelay: 0,
        })
      : [],
  ];
}

/** Replaces pasted line breaks with blanks. */
const oneLine: Extension = EditorState.transactionFilter.of(transaction => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
  const flat = transaction.newDoc.toString().replace(/\s*\n\s*/g, ' ');
  const { length } = transaction.startState.doc;
  return { changes: { from: 0, to: length, insert: flat }, selection: { anchor: flat.length } };
});

/**
 * Handles typing over a selection. Chromium would keep the old style in a style attribute, which the page's
 * policy refuses.
 */
const typedOver: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const { inputType, data } = event;
    if (inputType !== 'insertText' || data === null || empty || view.composing) return false;
    const insert = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const isTaken = view.state
      .facet(EditorView.inputHandler)
      .some(each => each(view, from, to, data, insert));
    if (!isTaken) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

function ownKeys(propsNow: { readonly current: CodeEditorProps }, hasLines: boolean) {
  const submit = (view: EditorView) => {
    closeCompletion(view);
    propsNow.current.onSubmit(view.state.doc.toString());
    return true;
  };
  const accept = (view: EditorView) => {
    if (selectedCompletion(view.state) === null) moveCompletionSelection(true)(view);
    return acceptCompletion(view);
  };
  return [
    { key: 'Tab', run: accept },
    { key: 'Mod-Enter', run: submit },
    {
      key: 'Enter',
      run: (view: EditorView) =>
        !hasLines && selectedCompletion(view.state) === null ? submit(view) : false,
    },
    {
      key: 'Escape',
      run: (view: EditorView) =>
        completionStatus(view.state) === null ? (propsNow.current.onEscape?.() ?? false) : false,
    },
  ];
}
