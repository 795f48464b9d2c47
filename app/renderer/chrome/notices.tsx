import { useEffect } from 'react';
import type { Notice } from '../state/imports.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

const shownMs = 5000;

/** What went wrong, until it is dismissed; what went well, for a moment. */
export function Notices() {
  const session = useSession();
  const notices = useStore(session.imports.notices);
  return (
    <div className="notices" role="status" aria-live="polite">
      {notices.map(notice => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeCard({ notice: { id, severity, text } }: { notice: Notice }) {
  const session = useSession();
  useEffect(() => {
    if (severity === 'error') return;
    const timer = setTimeout(() => session.imports.dismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, severity, session]);
  return (
    <div className={`notice is-${severity}`}>
      <p>{text}</p>
      <button type="button" aria-label="Dismiss" onClick={() => session.imports.dismiss(id)}>
        ×
      </button>
    </div>
  );
}
