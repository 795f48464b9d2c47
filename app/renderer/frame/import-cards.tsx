import { formatBytes, formatInteger, formatRough } from '../../wording/numbers.ts';
import { pace, type RunningImport, timeLeft } from '../state/imports.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** The imports that are running. */
export function ImportCards() {
  const session = useSession();
  const running = useStore(session.imports.running);
  return running.map(each => <ImportCard key={each.job} running={each} />);
}

function ImportCard({ running: { job, title, progress, isCancelling } }: { running: RunningImport }) {
  const session = useSession();
  const share = progress?.totalBytes ? Math.min(1, progress.bytes / progress.totalBytes) : null;
  const left = progress && timeLeft(progress);
  const rate = progress && pace(progress);
  return (
    <section className="import-card" aria-label={title}>
      <p className="import-what">
        {isCancelling
          ? 'Cancelling …'
          : (progress?.what ?? (title === 'Reading captures' ? 'Inspecting the files …' : `${title} …`))}
      </p>
      <div
        className="progress"
        role="progressbar"
        aria-label="Progress of the import"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
      >
        <span style={{ width: `${(share ?? 0) * 100}%` }} />
      </div>
      {progress && (progress.bytes > 0 || progress.totalBytes !== null) && (
        <p className="muted">
          {formatBytes(progress.bytes)}
          {progress.totalBytes ? ` of ${formatBytes(progress.totalBytes)}` : ''} ·{' '}
          {formatInteger(progress.rows)} rows
          {progress.totalFiles > 1
            ? ` · file ${Math.min(progress.files + 1, progress.totalFiles)} of ${progress.totalFiles}`
            : ''}
          <br />
          {rate ? `${formatBytes(Math.round(rate))}/s` : ''}
          {left === null ? '' : ` · ${formatRough(left)} left`}
        </p>
      )}
      <button
        type="button"
        className="button"
        disabled={isCancelling}
        onClick={() => void session.imports.cancel(job)}
      >
        Cancel
      </button>
    </section>
  );
}
