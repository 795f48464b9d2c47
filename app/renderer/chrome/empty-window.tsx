import { baseName } from '../lib/names.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { ImportCards } from './import-cards.tsx';
import { UnreadFiles } from './unread-files.tsx';

interface EmptyWindowProps {
  run(command: string): void;
}

/** Nothing is open: what to do, what was open before, and something to try. */
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
      <h2>Drop captures here</h2>
      <p>
        Files or a whole folder: perf script text and whatever else was taken with it, plain, gzip or zstd.
        Everything stays on this machine.
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
      <UnreadFiles />
      {recent.length > 0 && (
        <section aria-label="Opened before">
          <h3 className="panel-title">Opened before</h3>
          <ul className="recent">
            {recent.map(path => (
              <li key={path}>
                <button type="button" className="door" onClick={() => void session.open([path])}>
                  <span>{baseName(path)}</span>
                  <span className="muted ellipsis grow">{path}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
