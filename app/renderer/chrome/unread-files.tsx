import { baseName } from '../lib/names.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** Files that could not be read, each with the reason. */
export function UnreadFiles() {
  const session = useSession();
  const unread = useStore(session.imports.unread);
  if (unread.length === 0) return null;
  return (
    <details className="unread" open={unread.length <= 3}>
      <summary>
        Not read <span>{unread.length}</span>
      </summary>
      <ul>
        {unread.map(({ path, message }) => (
          <li key={path} title={path}>
            <b>{baseName(path)}</b>
            <p>{message.replace(path, baseName(path))}</p>
          </li>
        ))}
      </ul>
      <button type="button" className="link" onClick={() => session.imports.unread.set([])}>
        Dismiss
      </button>
    </details>
  );
}
