import { type FormEvent, useState } from 'react';
import { Modal } from './modal.tsx';

interface NameDialogProps {
  readonly label: string;
  readonly heading: string;
  /** Current name. */
  readonly name: string;
  readonly placeholder: string;
  /** Label of the button. */
  readonly verb: string;
  onClose(): void;
  onName(name: string): void;
}

/** Asks for a name, which must not be empty. */
export function NameDialog(props: NameDialogProps) {
  const { label, heading, name, placeholder, verb, onClose, onName } = props;
  const [text, setText] = useState(name);
  const words = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words === '') return;
    onClose();
    onName(words);
  };
  return (
    <Modal label={label} className="mark-dialog" onClose={onClose}>
      <h2>{heading}</h2>
      <form onSubmit={submit}>
        <input
          aria-label="Name"
          placeholder={placeholder}
          maxLength={80}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <div className="modal-doors">
          <span className="grow" />
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button is-primary" disabled={words === ''}>
            {verb}
          </button>
        </div>
      </form>
    </Modal>
  );
}
