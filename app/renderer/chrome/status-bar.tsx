import { clocksHeadline, clocksInDetail } from '../lib/clock-words.ts';
import { count, formatDuration } from '../lib/numbers.ts';
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
  const rows = rowCounts(workspace?.rows ?? {});
  return (
    <footer className="status-bar">
      {captures.length > 0 && (
        <>
          <span className="status-clocks" title={clocksInDetail(captures).join('\n') || undefined}>
            {[count(captures.length, 'capture'), ...clocksHeadline(captures)].join(' · ')}
          </span>
          <span>{rows.join(' · ')}</span>
        </>
      )}
      <span className="status-notes" title={notes.join('\n')}>
        <span className="notes-said">{notes.join(' ')}</span>
        {notes.length > 0 && <span className="notes-counted">{count(notes.length, 'note')}</span>}
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
