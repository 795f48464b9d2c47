import type { CaptureInfo } from '../../contract.ts';
import { count } from '../../wording/numbers.ts';
import type { Leaving } from '../state/session.ts';
import { Modal } from '../widgets/modal.tsx';

interface UnsavedDialogProps {
  readonly captures: readonly CaptureInfo[];
  answer(to: Leaving): void;
}

/** Shown before the user leaves an unsaved workspace. */
export function UnsavedDialog({ captures, answer }: UnsavedDialogProps) {
  return (
    <Modal label="Save the workspace?" onClose={() => answer('stay')}>
      <h2>Save the workspace?</h2>
      <p>
        {count(captures.length, 'capture')} and how you look at {captures.length === 1 ? 'it' : 'them'} are in
        a workspace that has no file yet. Not saved, all must be read again.
      </p>
      <div className="modal-doors">
        <button type="button" className="button" onClick={() => answer('stay')}>
          Cancel
        </button>
        <button type="button" className="button" onClick={() => answer('discard')}>
          Don’t save
        </button>
        <button type="button" className="button is-primary" data-first onClick={() => answer('save')}>
          Save…
        </button>
      </div>
    </Modal>
  );
}
