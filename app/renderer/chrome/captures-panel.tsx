import { ContextMenu } from 'radix-ui';
import type { CaptureInfo } from '../../contract.ts';
import { formatBytes, formatDuration, formatInteger, formatMargin } from '../lib/numbers.ts';
import { rowCounts } from '../lib/row-counts.ts';
import { narrowedTo } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { menus } from '../widgets/menus.ts';
import { captureState } from './capture-state.ts';
import { pickCaptures } from './files.ts';
import { ImportCards } from './import-cards.tsx';
import { ReadAgain } from './read-again.tsx';
import { UnreadFiles } from './unread-files.tsx';

/** What was read, how well, and what not. */
export function CapturesPanel() {
  const session = useSession();
  const captures = useStore(session.workspace, workspace => workspace?.captures ?? none);
  return (
    <aside className="panel captures" aria-label="Captures">
      <header className="panel-head">
        <h2 className="panel-title">
          Captures <span>{captures.length}</span>
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
      <ul className="capture-list">
        {captures.map(capture => (
          <Capture key={capture.id} capture={capture} />
        ))}
      </ul>
      <UnreadFiles />
      {captures.length > 0 && <Ledger captures={captures} />}
    </aside>
  );
}

const none: readonly CaptureInfo[] = [];

function Capture({ capture }: { capture: CaptureInfo }) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const isInScope = !scope.captures || scope.captures.includes(capture.id);
  const state = captureState(capture);
  const rows = rowCounts(capture.rows);
  const { clock, duration } = capture;
  const isGuess = clock.guess || !clock.aligned;
  const guess = clock.aligned
    ? [
        clock.by ? `clock by ${clock.by}` : 'clock guessed',
        clock.by || clock.error === null ? '' : formatMargin(clock.error),
      ]
        .join(' ')
        .trim()
    : 'own clock, not UTC';
  const length = duration === null ? null : duration === 0 ? 'one moment' : formatDuration(duration);
  const isAlone = scope.captures?.length === 1 && scope.captures[0] === capture.id;
  const toggle = () => {
    const { captures: _before, ...rest } = scope;
    session.narrow(isAlone ? rest : narrowedTo(scope, 'captures', capture.id));
  };
  const details = [
    capture.path,
    formatBytes(capture.bytes),
    capture.command,
    state.text,
    `clock: ${clock.source}`,
  ];
  return (
    <li className={isInScope ? 'capture' : 'capture is-out'}>
      <ContextMenu.Root modal={false}>
        <ContextMenu.Trigger asChild>
          <button
            type="button"
            title={details.filter(Boolean).join('\n')}
            aria-pressed={scope.captures?.includes(capture.id) ?? false}
            onClick={toggle}
          >
            <span className={`state-dot is-${state.level}`} aria-hidden="true" />
            <span className="capture-name">{capture.name}</span>
            <span className="capture-line">
              {capture.formatTitle} · {rows.join(', ') || 'no rows'}
            </span>
            {length !== null && !isGuess && <span className="capture-line">{length}</span>}
            {state.level !== 'ok' && <span className={`capture-line is-${state.level}`}>{state.text}</span>}
          </button>
        </ContextMenu.Trigger>
        <ContextMenu.Portal container={menus()}>
          <ContextMenu.Content className="menu">
            <ContextMenu.Item
              className="menu-item"
              onSelect={() => session.narrow(narrowedTo(scope, 'captures', capture.id))}
            >
              Narrow to this capture
            </ContextMenu.Item>
            <ContextMenu.Item
              className="menu-item"
              onSelect={() => session.dialog.set({ kind: 'clock', capture: capture.id })}
            >
              Set its clock…
            </ContextMenu.Item>
            {capture.table && (
              <ContextMenu.Item
                className="menu-item"
                onSelect={() => session.dialog.set({ kind: 'table', capture: capture.id })}
              >
                Correct its columns…
              </ContextMenu.Item>
            )}
            <ReadAgain capture={capture} />
            <ContextMenu.Separator className="menu-separator" />
            <ContextMenu.Item className="menu-item" onSelect={() => void session.remove(capture)}>
              Remove from the workspace
            </ContextMenu.Item>
          </ContextMenu.Content>
        </ContextMenu.Portal>
      </ContextMenu.Root>
      {isGuess && (
        <p className="capture-clock">
          {length !== null && <span className="muted">{length}</span>}
          <button
            type="button"
            title={`${clock.source}; click to say what is known better`}
            aria-label={`${guess}: set the clock of ${capture.name}`}
            onClick={() => session.dialog.set({ kind: 'clock', capture: capture.id })}
          >
            {guess}
          </button>
        </p>
      )}
      {capture.table === 'found' && (
        <p className="capture-clock">
          <button
            type="button"
            title="What its columns hold was found out; click to see and correct it"
            aria-label={`columns guessed: correct the columns of ${capture.name}`}
            onClick={() => session.dialog.set({ kind: 'table', capture: capture.id })}
          >
            columns guessed
          </button>
        </p>
      )}
    </li>
  );
}

function Ledger({ captures }: { captures: readonly CaptureInfo[] }) {
  const session = useSession();
  const sum = (of: (capture: CaptureInfo) => number) => captures.reduce((total, each) => total + of(each), 0);
  const lines = captures.filter(({ unit }) => unit === 'lines');
  const stepped = lines.reduce((total, each) => total + each.skipped, 0);
  const problems = sum(({ problems: n }) => n);
  const bytes = captures.filter(({ unit }) => unit === 'bytes').reduce((total, each) => total + each.size, 0);
  return (
    <section className="ledger" aria-label="Ledger">
      <h2 className="panel-title">Ledger</h2>
      <dl>
        <dt>lines read</dt>
        <dd>{formatInteger(lines.reduce((total, each) => total + each.size, 0))}</dd>
        {bytes > 0 && (
          <>
            <dt>bytes read</dt>
            <dd>{formatBytes(bytes)}</dd>
          </>
        )}
        <dt>used</dt>
        <dd>{formatInteger(lines.reduce((total, each) => total + each.used, 0))}</dd>
        <dt>blank</dt>
        <dd>{formatInteger(lines.reduce((total, each) => total + each.blank, 0))}</dd>
        <dt>skipped</dt>
        <dd>{formatInteger(stepped)}</dd>
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
