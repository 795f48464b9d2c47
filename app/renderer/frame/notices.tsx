import { useEffect } from 'react';
import type { Notice } from '../state/imports.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

const shownMs = 5000;
/** Long enough to read it, find that it was a mistake, and reach the button. */
const shownWithActionMs = 15_000;

/** Errors and questions, shown until dismissed; successes, for a moment. */
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

function NoticeCard({ notice: { id, severity, text, actions } }: { notice: Notice }) {
  const session = useSession();
  const dismiss = () => session.imports.dismiss(id);
  useEffect(() => {
    if (severity !== 'info') return;
    const timer = setTimeout(
      () => session.imports.dismiss(id),
      actions.length > 0 ? shownWithActionMs : shownMs,
    );
    return () => clearTimeout(timer);
  }, [id, severity, actions, session]);
  return (
    <div className={`notice is-${severity}`}>
      <div className="notice-text">
        <p>{text}</p>
        {actions.length > 0 && (
          <p className="notice-actions">
            {actions.map(({ label, keys, run }) => (
              <button
                key={label}
                type="button"
                className="button"
                onClick={() => {
                  dismiss();
                  run();
                }}
              >
                {label} {keys && <kbd>{keys}</kbd>}
              </button>
            ))}
          </p>
        )}
      </div>
      <button type="button" className="notice-close" aria-label="Dismiss" onClick={dismiss}>
        ×
      </button>
    </div>
  );
}
