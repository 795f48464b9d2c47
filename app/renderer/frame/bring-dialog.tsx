import { baseName } from '../../wording/names.ts';
import { count } from '../../wording/numbers.ts';
import type { Bringing } from '../state/session.ts';
import { Modal } from '../widgets/modal.tsx';

interface BringDialogProps {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** Path of the open workspace. */
  readonly workspace: string;
  answer(to: Bringing): void;
}

/** Shown before captures from outside are read while a saved workspace is open. */
export function BringDialog({ paths, workspace, answer }: BringDialogProps) {
  const [first] = paths;
  const what = paths.length === 1 && first !== undefined ? baseName(first) : count(paths.length, 'file');
  return (
    <Modal label="Where to open the captures?" onClose={() => answer('nowhere')}>
      <h2>Where to open {what}?</h2>
      <p>
        The workspace <b>{baseName(workspace)}</b> is open. If you add the captures to it, they are stored in
        its file. A new workspace is stored only when you save it.
      </p>
      <div className="modal-doors">
        <button type="button" className="button" onClick={() => answer('nowhere')}>
          Cancel
        </button>
        <button type="button" className="button" onClick={() => answer('here')}>
          Add to this workspace
        </button>
        <button type="button" className="button is-primary" data-first onClick={() => answer('new')}>
          New workspace
        </button>
      </div>
    </Modal>
  );
}
