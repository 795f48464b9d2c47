import { useCallback, useMemo, useState } from 'react';
import { type UnreadFile, wrongFormat } from '../../contract.ts';
import { baseName, folderOf } from '../../wording/names.ts';
import { textWidth, wrappedLines } from '../lib/text-width.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useFormats } from '../state/use-formats.ts';
import { FoldList, type GroupedRow } from '../widgets/fold-list.tsx';
import { useWidth } from '../widgets/use-width.ts';
import { unreadRows } from './capture-rows.ts';
import { SearchField, useFolds } from './search-field.tsx';

const noFiles: readonly UnreadFile[] = [];
/** px */
const fileHeight = 44;
const reasonLine = 17;
const maxLines = 8;
const reasonFont = '600 12px "Inter Variable", system-ui, sans-serif';
const nearLine = 15;
const nearFont = '11px "Inter Variable", system-ui, sans-serif';
/** px of the indent beside the nearest format. */
const besideNear = 10;
/** px beside a reason: its triangle and count. */
const besideReason = 44;

/** Files that could not be read, by the reason. */
export function UnreadFiles() {
  const session = useSession();
  const unread = useStore(session.workspace, workspace => workspace?.unread ?? noFiles);
  const [find, setFind] = useState('');
  const [folds, onFold] = useFolds();
  const [active, setActive] = useState<string | null>(null);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const room = Math.max(80, useWidth(frame) - besideReason);
  const rows = useMemo(() => unreadRows(unread, find, folds), [unread, find, folds]);
  // A reason of up to eight lines is shown in full.
  const heightOf = useCallback(
    (row: GroupedRow<UnreadFile>) => {
      if (row.kind === 'item') {
        const near = nearestOf(row.item);
        if (near === null) return fileHeight;
        const lines = wrappedLines(near, room + besideReason - besideNear, words =>
          textWidth(words, nearFont),
        );
        return fileHeight + nearLine * Math.min(lines, maxLines);
      }
      const lines = wrappedLines(row.title, room, words => textWidth(words, reasonFont));
      return 10 + reasonLine * Math.min(lines, maxLines);
    },
    [room],
  );
  return (
    <div ref={setFrame} className="unread">
      <SearchField label="Find a file or reason" text={find} onText={setFind} />
      <FoldList
        label="Files that were not read"
        rows={rows}
        heightOf={heightOf}
        active={active}
        onActive={row => setActive(row.key)}
        onOpen={() => undefined}
        onFold={onFold}
        draw={file => <File file={file} />}
        empty={`No file that was not read has “${find}” in its name or reason.`}
      />
      <button type="button" className="link unread-dismiss" onClick={() => void session.forgetUnread()}>
        Dismiss
      </button>
    </div>
  );
}

const nearTo = (sentence: string): string => `Near ${sentence}`;

/** The nearest format of the file. */
const nearestOf = ({ nearest: [first] = [] }: UnreadFile): string | null =>
  first === undefined ? null : nearTo(first);

function File({ file: { path, code, message, nearest = [] } }: { file: UnreadFile }) {
  const near = nearest.map(nearTo);
  return (
    <div className="unread-file" title={[message, ...near].join('\n')}>
      <span className="ellipsis">{baseName(path)}</span>
      <span className="unread-folder muted ellipsis">
        <bdi>{folderOf(path)}</bdi>
      </span>
      {code !== wrongFormat && <ReadAs path={path} />}
      {near[0] !== undefined && <span className="unread-near muted">{near[0]}</span>}
    </div>
  );
}

/** Lets the user choose the format. */
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
