import { memo } from 'react';
import { count, formatDuration } from '../../wording/numbers.ts';
import { clocksHeadline, clocksInDetail } from '../lib/clock-words.ts';
import { rowCountsOf } from '../lib/row-counts.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** Captures, clocks, rows, notes and time of the current answer. */
export const StatusBar = memo(function StatusBar() {
  const { dialog } = useSession();
  return (
    <footer className="status-bar">
      <Read />
      <Notes />
      <Cost />
      <button type="button" className="quiet" onClick={() => dialog.set({ kind: 'keys' })}>
        keys <kbd>?</kbd>
      </button>
    </footer>
  );
});

function Read() {
  const workspace = useStore(useSession().workspace);
  if (!workspace || workspace.captures.length === 0) return null;
  const { captures } = workspace;
  const all = rowCountsOf(captures).join(' · ');
  return (
    <>
      <span className="status-clocks" title={clocksInDetail(captures).join('\n') || undefined}>
        {[count(captures.length, 'capture'), ...clocksHeadline(captures)].join(' · ')}
      </span>
      <span className="status-rows" title={all}>
        {all}
      </span>
    </>
  );
}

function Notes() {
  const notes = useStore(useSession().notes).map(({ text }) => text);
  return (
    <span className="status-notes" title={notes.join('\n')}>
      <span className="notes-said">{notes.join(' ')}</span>
      {notes.length > 0 && <span className="notes-counted">{count(notes.length, 'note')}</span>}
    </span>
  );
}

/** A component of its own, because it renders twice with each question. */
function Cost() {
  const { lastElapsed, pending } = useSession().answers;
  const elapsed = useStore(lastElapsed);
  const isAsking = useStore(pending, n => n > 0);
  return (
    <span className="status-cost">
      {isAsking ? 'asking …' : elapsed === null ? '' : `answered in ${formatDuration(elapsed)}`}
    </span>
  );
}
