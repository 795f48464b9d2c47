import { count, formatDuration, formatMargin } from '../lib/numbers.ts';
import { rowCounts } from '../lib/row-counts.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** What stands behind the answer: captures, their clocks, rows, notes, and what it cost. */
export function StatusBar() {
  const session = useSession();
  const workspace = useStore(session.workspace);
  const notes = useStore(session.notes).map(note => note.text);
  const elapsed = useStore(session.answers.lastElapsed);
  const isAsking = useStore(session.answers.pending, n => n > 0);
  const captures = workspace?.captures ?? [];
  const aligned = captures.filter(({ clock }) => clock.aligned);
  const errors = aligned.flatMap(({ clock }) => clock.error ?? []);
  const clocks = [
    aligned.length === captures.length ? 'one clock' : `${captures.length - aligned.length} without a clock`,
    errors.length > 0 && errors.length === aligned.length
      ? `times within ${formatMargin(Math.max(...errors))}`
      : null,
  ];
  const rows = rowCounts(workspace?.rows ?? {});
  return (
    <footer className="status-bar">
      {captures.length > 0 && (
        <>
          <span>{[count(captures.length, 'capture'), ...clocks].filter(Boolean).join(' · ')}</span>
          <span>{rows.join(' · ')}</span>
        </>
      )}
      <span className="status-notes" title={notes.join('\n')}>
        {notes.join(' ')}
      </span>
      <span className="status-cost">
        {isAsking ? 'asking …' : elapsed === null ? '' : `answered in ${formatDuration(elapsed)}`}
      </span>
      <button type="button" className="quiet" onClick={() => session.dialog.set({ kind: 'keys' })}>
        keys <kbd>?</kbd>
      </button>
    </footer>
  );
}
