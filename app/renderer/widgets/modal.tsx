import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  readonly label: string;
  readonly className?: string;
  onClose(): void;
  readonly children: ReactNode;
}

/** A dialog of the browser's own: it keeps the focus inside, makes the rest inert, and closes on Esc. */
export function Modal({ label, className = '', onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the next key: whoever types on types into it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    (dialog.current?.querySelector<HTMLElement>('input, [data-first]') ?? dialog.current)?.focus();
    return () => {
      // A tab that has the focus shows its view: one that was left meanwhile must not come back.
      if (before instanceof HTMLElement && before.ariaSelected !== 'false') before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it too
    <dialog
      ref={dialog}
      className={`modal ${className}`}
      tabIndex={-1}
      aria-label={label}
      onClose={onClose}
      onClick={event => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="modal-content">{children}</div>
    </dialog>
  );
}
