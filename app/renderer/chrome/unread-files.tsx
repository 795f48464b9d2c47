import { type UnreadFile, wrongFormat } from '../../contract.ts';
import { baseName } from '../lib/names.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useFormats } from '../state/use-formats.ts';

const none: readonly UnreadFile[] = [];

/** Files that could not be read, each with the reason. */
export function UnreadFiles() {
  const session = useSession();
  const unread = useStore(session.workspace, workspace => workspace?.unread ?? none);
  if (unread.length === 0) return null;
  return (
    <details className="unread" open={unread.length <= 3}>
      <summary>
        Not read <span>{unread.length}</span>
      </summary>
      <ul>
        {unread.map(({ path, code, message }) => (
          <li key={path} title={path}>
            <b>{baseName(path)}</b>
            <p>{message.replace(path, baseName(path))}</p>
            {code !== wrongFormat && <ReadAs path={path} />}
          </li>
        ))}
      </ul>
      <button type="button" className="link" onClick={() => void session.forgetUnread()}>
        Dismiss
      </button>
    </details>
  );
}

/** Whoever knows the format better than the recognition did can name it. */
function ReadAs({ path }: { path: string }) {
  const session = useSession();
  const formats = useFormats();
  return (
    <select
      aria-label={`Read ${baseName(path)} as`}
      value=""
      onChange={event => void session.readAs(path, event.target.value)}
    >
      <option value="">read as …</option>
      {formats.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
