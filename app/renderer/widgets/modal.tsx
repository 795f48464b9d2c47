import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  readonly label: string;
  readonly className?: string;
  onClose(): void;
  readonly children: ReactNode;
}

/** True while a dialog is open: keys and the buttons of the mouse then belong to it. */
export const isModalOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** A dialog of the browser's own: it keeps the focus inside, makes the rest inert, and closes on Esc. */
export function Modal({ label, className = '', onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // In a layout effect, so that the next key goes into the dialog.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    dialog.current?.showModal();
    (dialog.current?.querySelector<HTMLElement>('input, [data-first]') ?? dialog.current)?.focus();
    return () => {
      // Focusing a tab shows its view, so focus must not return to a tab that was left meanwhile.
      if (focused instanceof HTMLElement && focused.ariaSelected !== 'false') focused.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc also closes it
    <dialog
      ref={dialog}
      className={`modal ${className}`}
      tabIndex={-1}
      aria-label={label}
      // Without this, Esc hides the dialog before `onClose` is called, and a key pressed in between is lost.
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onClick={event => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="modal-content">{children}</div>
    </dialog>
  );
}
