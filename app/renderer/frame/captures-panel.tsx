import { useCallback, useMemo, useState } from 'react';
import type { CaptureInfo } from '../../contract.ts';
import { count, formatBytes, formatInteger } from '../../wording/numbers.ts';
import { narrowedTo } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { FoldList, type GroupedRow } from '../widgets/fold-list.tsx';
import { CaptureRow } from './capture-row.tsx';
import { captureRows, type ListedCapture } from './capture-rows.ts';
import { pickCaptures } from './files.ts';
import { ImportCards } from './import-cards.tsx';
import { SearchField, useFolds } from './search-field.tsx';
import { UnreadFiles } from './unread-files.tsx';

const noCaptures: readonly CaptureInfo[] = [];
/** With more captures than this, the list has a search field. */
const maxWithoutSearch = 6;

/** The captures, with their ledger, and the files that could not be read. */
export function CapturesPanel() {
  const session = useSession();
  const captures = useStore(session.workspace, workspace => workspace?.captures ?? noCaptures);
  const unread = useStore(session.workspace, workspace => workspace?.unread.length ?? 0);
  const [wantsUnread, setWantsUnread] = useState(false);
  const showsUnread = wantsUnread && unread > 0;
  return (
    <aside className="panel captures" aria-label="Captures">
      <header className="panel-head">
        <h2 className="panel-title">
          {unread === 0 ? (
            <>
              Captures <span>{formatInteger(captures.length)}</span>
            </>
          ) : (
            <>
              <button type="button" aria-pressed={!showsUnread} onClick={() => setWantsUnread(false)}>
                Captures <span>{formatInteger(captures.length)}</span>
              </button>
              <button type="button" aria-pressed={showsUnread} onClick={() => setWantsUnread(true)}>
                Not read <span className="badge is-warning">{formatInteger(unread)}</span>
              </button>
            </>
          )}
        </h2>
        <button
          type="button"
          className="quiet"
          aria-label="Open more captures"
          title="Open more captures…  Ctrl+O"
          onClick={() => void pickCaptures(session, 'files')}
        >
          <span aria-hidden="true">+</span>
        </button>
      </header>
      <ImportCards />
      {showsUnread ? <UnreadFiles /> : <CaptureList captures={captures} />}
      {captures.length > 0 && <Ledger captures={captures} />}
    </aside>
  );
}

/** px */
const rowHeights = { group: 27, item: 44 };

/** A click selects, for the inspector; Enter and a double click narrow. */
function CaptureList({ captures }: { captures: readonly CaptureInfo[] }) {
  const session = useSession();
  const selected = useStore(session.capture);
  const [find, setFind] = useState('');
  const [folds, onFold] = useFolds();
  const [group, setGroup] = useState<string | null>(null);
  const rows = useMemo(() => captureRows(captures, find, folds), [captures, find, folds]);
  const heightOf = useCallback(({ kind }: GroupedRow<ListedCapture>) => rowHeights[kind], []);
  const onActive = (row: GroupedRow<ListedCapture>) => {
    setGroup(row.kind === 'group' ? row.key : null);
    session.capture.set(row.kind === 'group' ? null : row.item.capture.id);
  };
  const narrow = ({ capture: { id } }: ListedCapture) => {
    const { captures: before, ...rest } = session.history.present.scope;
    const isAlone = before?.length === 1 && before[0] === id;
    session.narrow(isAlone ? rest : narrowedTo(session.history.present.scope, 'captures', id));
  };
  return (
    <div className="capture-list">
      {captures.length > maxWithoutSearch && (
        <SearchField label="Find a capture" text={find} onText={setFind} />
      )}
      <FoldList
        label="Captures read"
        rows={rows}
        heightOf={heightOf}
        active={group ?? (selected === null ? null : String(selected))}
        onActive={onActive}
        onOpen={narrow}
        onFold={onFold}
        draw={item => <CaptureRow {...item} />}
        empty={`No capture has “${find}” in its name, folder or format.`}
      />
    </div>
  );
}

/** Ledger of lines, or of bytes for formats without lines. */
function Read({
  unit,
  captures,
  format,
}: {
  unit: CaptureInfo['unit'];
  captures: readonly CaptureInfo[];
  format: (amount: number) => string;
}) {
  const inUnit = captures.filter(each => each.unit === unit);
  const sum = (member: 'size' | 'used' | 'blank' | 'skipped') =>
    inUnit.reduce((total, each) => total + each[member], 0);
  if (inUnit.length === 0) return null;
  return (
    <>
      <dt>{unit} read</dt>
      <dd>{format(sum('size'))}</dd>
      <dt>used</dt>
      <dd>{format(sum('used'))}</dd>
      <dt>blank</dt>
      <dd>{format(sum('blank'))}</dd>
      <dt>skipped</dt>
      <dd>{format(sum('skipped'))}</dd>
    </>
  );
}

function Ledger({ captures }: { captures: readonly CaptureInfo[] }) {
  const session = useSession();
  const store = session.panels.of('Ledger');
  // In a low window the space goes to the list of captures.
  const isOpen = useStore(store).isOpen ?? innerHeight >= 800;
  const sum = (amount: (capture: CaptureInfo) => number) =>
    captures.reduce((total, each) => total + amount(each), 0);
  const problems = sum(({ problems: n }) => n);
  return (
    <section className="ledger" aria-label="Ledger">
      <h2 className="panel-title">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => store.update(state => ({ ...state, isOpen: !isOpen }))}
        >
          <span className="twist" data-state={isOpen ? 'open' : 'closed'} aria-hidden="true" /> Ledger
        </button>
        {!isOpen && <span>{problems === 0 ? 'no problems' : count(problems, 'problem')}</span>}
      </h2>
      <dl hidden={!isOpen}>
        <Read unit="lines" captures={captures} format={formatInteger} />
        <Read unit="bytes" captures={captures} format={formatBytes} />
        <dt>problems</dt>
        <dd>
          <button type="button" className="link" onClick={() => session.history.go({ view: 'problems' })}>
            {problems === 0 ? 'none' : formatInteger(problems)} ›
          </button>
        </dd>
      </dl>
    </section>
  );
}
