import { baseName, folderOf } from '../../wording/names.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { ImportCards } from './import-cards.tsx';
import { UnreadFiles } from './unread-files.tsx';

interface EmptyWindowProps {
  run(command: string): void;
}

/** Two tracks of a timeline, and an arrow into them. */
function DropMark() {
  return (
    <svg className="drop-mark" width="56" height="56" viewBox="0 0 56 56" aria-hidden="true">
      <path className="drop-arrow" d="M28 4v20m-8-8 8 8 8-8" />
      <path className="drop-track" d="M4 38h8v-5h7v8h8v-6h9v4h7v-7h9" />
      <path className="drop-track is-faint" d="M4 50h13v-3h11v4h12v-5h12" />
    </svg>
  );
}

/** Shown if none of the opened files could be read. */
function UnreadHere() {
  const session = useSession();
  const hasUnread = useStore(session.workspace, workspace => (workspace?.unread.length ?? 0) > 0);
  if (!hasUnread) return null;
  return (
    <section className="unread-here" aria-label="Not read">
      <h3 className="panel-title">Not read</h3>
      <UnreadFiles />
    </section>
  );
}

/** Shown without a workspace: ways to open one, recent ones, and samples to try. */
export function EmptyWindow({ run }: EmptyWindowProps) {
  const session = useSession();
  const recent = useStore(session.recent);
  const isReading = useStore(session.imports.running, list => list.length > 0);
  const { samples } = session.begin;
  if (isReading)
    return (
      <main className="empty-window">
        <ImportCards />
      </main>
    );
  return (
    <main className="empty-window">
      <div className="drop-zone">
        <DropMark />
        <h2>Drop captures here</h2>
        <p>
          Files or whole folders: profiles and traces (<code>perf</code>, <code>.etl</code> and xperf, DTrace,
          bpftrace, Chrome, OpenTelemetry, strace), server logs, and metrics (vmstat, iostat, sar, perfmon,
          Prometheus and their relatives); plain, packed or in archives. Each is recognised by its content and
          put on one clock. Nothing leaves this machine.
        </p>
        <div className="empty-doors">
          <button type="button" className="button is-primary" onClick={() => run('open-captures')}>
            Open captures… <kbd>Ctrl+O</kbd>
          </button>
          <button type="button" className="button" onClick={() => run('open-folder')}>
            Open a folder…
          </button>
          <button type="button" className="button" onClick={() => run('open-workspace')}>
            Open a workspace…
          </button>
          {samples.length > 0 && (
            <button type="button" className="button" onClick={() => void session.open(samples)}>
              Try the samples
            </button>
          )}
        </div>
      </div>
      <UnreadHere />
      {recent.length > 0 && (
        <section aria-label="Opened recently">
          <h3 className="panel-title">Opened before</h3>
          <ul className="recent">
            {recent.map(path => (
              <li key={path}>
                <button type="button" className="door" onClick={() => void session.open([path])}>
                  <span>{baseName(path)}</span>
                  <span className="muted ellipsis grow">{folderOf(path)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
