import { digitsFor, formatClock } from '../../wording/time.ts';
import type { Mark } from '../state/marks.ts';
import { formatInterval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { NameDialog } from '../widgets/name-dialog.tsx';

/** A dialog for the text of a mark. */
export function MarkDialog({ mark, isNew }: { readonly mark: Mark; readonly isNew: boolean }) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const when =
    mark.to === null
      ? formatClock(mark.from, zone, Math.max(3, digitsFor(1e6)))
      : formatInterval({ from: mark.from, to: mark.to }, zone);
  return (
    <NameDialog
      label={isNew ? 'Mark the timeline' : 'Rename a mark'}
      heading={isNew ? `Mark ${when}` : `The mark at ${when}`}
      name={mark.text}
      placeholder="a few words"
      verb={isNew ? 'Mark' : 'Rename'}
      onClose={() => session.dialog.set(null)}
      onName={text => (isNew ? session.marks.add({ ...mark, text }) : session.marks.rename(mark, text))}
    />
  );
}
