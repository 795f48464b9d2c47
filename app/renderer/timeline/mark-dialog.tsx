import { type FormEvent, useState } from 'react';
import { digitsFor, formatClock } from '../lib/time.ts';
import type { Mark } from '../state/marks.ts';
import { formatInterval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Modal } from '../widgets/modal.tsx';

/** Names what is marked. */
export function MarkDialog({ mark, isNew }: { readonly mark: Mark; readonly isNew: boolean }) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const [text, setText] = useState(mark.text);
  const close = () => session.dialog.set(null);
  const when =
    mark.to === null
      ? formatClock(mark.from, zone, Math.max(3, digitsFor(1e6)))
      : formatInterval({ from: mark.from, to: mark.to }, zone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (words === '') return;
    close();
    if (isNew) session.marks.add({ ...mark, text: words });
    else session.marks.rename(mark, words);
  };
  return (
    <Modal label={isNew ? 'Mark the timeline' : 'Rename a mark'} className="mark-dialog" onClose={close}>
      <h2>{isNew ? `Mark ${when}` : `The mark at ${when}`}</h2>
      <form onSubmit={submit}>
        <input
          aria-label="What to call it"
          placeholder="a few words"
          maxLength={80}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <div className="modal-doors">
          <span className="grow" />
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button is-primary" disabled={text.trim() === ''}>
            {isNew ? 'Mark' : 'Rename'}
          </button>
        </div>
      </form>
    </Modal>
  );
}
