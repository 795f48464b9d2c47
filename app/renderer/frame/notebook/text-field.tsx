import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useSession } from '../../state/session.ts';
import { useTyped } from './use-typed.ts';

interface TextFieldProps {
  /** Names the field among all: a text that could not be saved is shown again under this name. */
  readonly field: string;
  readonly label: string;
  readonly text: string;
  readonly placeholder: string;
  /** One line, or as many as the text has. */
  readonly isLine?: boolean;
  /** Takes the focus when it appears: a single line is selected, a longer text gets the cursor at its end. */
  readonly isFirst?: boolean;
  readonly className?: string;
  save(text: string): Promise<void>;
  /** Enter in a field of one line. */
  onEnter?(): void;
}

/** A text edited in place. Ctrl+Z undoes the typing since the field got the focus, then earlier changes. */
export function TextField(props: TextFieldProps) {
  const { label, placeholder, isLine = false, isFirst = false, className = '' } = props;
  const session = useSession();
  const { text, type, flush } = useTyped(props.field, props.text, props.save);
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const textBefore = useRef(props.text);
  // In a layout effect, so that the next key goes into the field.
  useLayoutEffect(() => {
    const { current } = field;
    if (!isFirst || !current) return;
    current.focus();
    if (isLine) current.select();
    else current.setSelectionRange(current.value.length, current.value.length);
  }, [isFirst, isLine]);
  useHeight(field, text, !isLine);

  const onKeyDown = (event: KeyboardEvent) => {
    const isHeld = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.currentTarget.closest<HTMLElement>('[data-finding]')?.focus();
    } else if (isHeld && event.key.toLowerCase() === 'z' && !event.shiftKey && text === textBefore.current) {
      event.preventDefault();
      void session.undo();
    } else if (isLine && event.key === 'Enter') {
      event.preventDefault();
      props.onEnter?.();
    }
  };
  const shared = {
    ref: field,
    className: `notebook-field ${className}`,
    'aria-label': label,
    placeholder,
    value: text,
    dir: 'auto',
    onFocus: () => {
      textBefore.current = text;
    },
    onBlur: () => void flush(),
    onKeyDown,
  };
  return isLine ? (
    <input {...shared} maxLength={300} onChange={event => type(event.target.value)} />
  ) : (
    <textarea {...shared} rows={2} spellCheck={false} onChange={event => type(event.target.value)} />
  );
}

/** Makes the field as high as its text. */
function useHeight(field: RefObject<HTMLElement | null>, text: string, grows: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const { current } = field;
    if (!grows || !current) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + 2}px`;
  }, [field, text, grows]);
}
