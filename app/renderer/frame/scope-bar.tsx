import { DropdownMenu } from 'radix-ui';
import { countIdle } from '../meaning/actions.ts';
import { narrowedTo, scopeParts } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { DropdownContent } from '../widgets/menu-content.tsx';
import { menus } from '../widgets/menus.ts';

/** The parts of the scope, each removable, and Back and Forward. */
export function ScopeBar() {
  const session = useSession();
  const places = useStore(session.history.places);
  const zone = useStore(session.shownZone);
  const workspace = useStore(session.workspace);
  const name = (id: number) => workspace?.captures.find(each => each.id === id)?.name ?? `capture ${id}`;
  const parts = scopeParts(places.present.scope, zone, name);
  return (
    <nav className="scope-bar" aria-label="Scope">
      <span className="muted">Scope</span>
      {parts.length === 0 && <span className="chip is-empty">everything</span>}
      {parts.map(part => (
        <button
          key={part.key}
          type="button"
          className="chip"
          aria-label={`Remove ${part.text} from the scope`}
          onClick={() => session.narrow(part.without)}
        >
          {part.text} <span aria-hidden="true">✕</span>
        </button>
      ))}
      <IdleChip />
      <EmptiedChip />
      <AddToScope />
      <span className="grow" />
      <button
        type="button"
        className="button"
        aria-label="Back"
        title="Back  ["
        disabled={places.past.length === 0}
        onClick={() => session.back()}
      >
        <span aria-hidden="true">◂</span>
      </button>
      <button
        type="button"
        className="button"
        aria-label="Forward"
        title="Forward  ]"
        disabled={places.future.length === 0}
        onClick={() => session.forward()}
      >
        <span aria-hidden="true">▸</span>
      </button>
    </nav>
  );
}

/** The chip that idle CPUs are left out; a click includes them. */
function IdleChip() {
  const session = useSession();
  const hasSamples = useStore(session.workspace, workspace => Boolean(workspace?.rows.sample));
  const leavesOutIdle = useStore(session.leavesOutIdle);
  const withIdle = useStore(session.history.places, places => places.present.scope.withIdle);
  if (!hasSamples || !leavesOutIdle || withIdle) return null;
  return (
    <button
      type="button"
      className="chip is-left-out"
      aria-label="idle left out: count idle CPUs"
      title="Samples of idle CPUs are left out of all shares, trees and tracks. Click to include them."
      onClick={() => countIdle(session, true)}
    >
      idle left out <span aria-hidden="true">+</span>
    </button>
  );
}

/** The chip for captures without rows of the processes, threads or CPUs in scope; a click lists them. */
function EmptiedChip() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const narrows = Boolean(scope.processes?.length || scope.threads?.length || scope.cpus?.length);
  const { rows, isAsking } = useRows(narrows ? { question: 'emptied', scope } : null, 1000);
  if (!narrows || isAsking || !rows || rows.length === 0) return null;
  const names = rows.map(({ name }) => String(name));
  const text = names.length === 1 ? `nothing of ${names[0]}` : `nothing of ${names.length} captures`;
  return (
    <button
      type="button"
      className="chip is-left-out"
      aria-label={`${text} is in scope: list them`}
      title={`Nothing of ${names.join(', ')} is in scope`}
      onClick={() => session.history.go({ view: 'question-emptied' })}
    >
      <span className="ellipsis">{text}</span>
    </button>
  );
}

const offered = 12;

function AddToScope() {
  const session = useSession();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button">+ add</DropdownMenu.Trigger>
      <DropdownContent align="start">
        <Submenu title="Process" question="all-processes" column="process">
          {process => session.narrow(narrowedTo(session.history.present.scope, 'processes', process))}
        </Submenu>
        <Submenu title="Module" question="modules" column="module" ofSamples>
          {module => session.narrow(narrowedTo(session.history.present.scope, 'modules', module))}
        </Submenu>
        <Submenu title="Kind" question="kinds" column="kind" ofSamples>
          {kind => session.narrow({ ...session.history.present.scope, kind })}
        </Submenu>
        <Captures />
        <DropdownMenu.Separator className="menu-separator" />
        <DropdownMenu.CheckboxItem
          className="menu-item"
          checked={session.history.present.scope.weight === 'period'}
          onCheckedChange={isOn => {
            const { weight: _weight, ...rest } = session.history.present.scope;
            session.narrow(isOn ? { ...rest, weight: 'period' } : rest);
          }}
        >
          <DropdownMenu.ItemIndicator className="menu-check">✓</DropdownMenu.ItemIndicator>
          Weigh by period <kbd>p</kbd>
        </DropdownMenu.CheckboxItem>
      </DropdownContent>
    </DropdownMenu.Root>
  );
}

interface SubmenuProps {
  readonly title: string;
  readonly question: string;
  readonly column: string;
  /** True if the submenu needs samples. */
  readonly ofSamples?: boolean;
  children(value: string): void;
}

/** A submenu that narrows to one of the heaviest values of a column. */
function Submenu({ title, question, column, ofSamples = false, children: choose }: SubmenuProps) {
  const session = useSession();
  const isAsked = useStore(session.workspace, workspace =>
    Boolean(workspace && (!ofSamples || workspace.rows.sample)),
  );
  const { rows, error } = useRows(isAsked ? { question, scope: {} } : null, 200);
  const values = [...new Set((rows ?? []).map(row => String(row[column] ?? '')))]
    .filter(Boolean)
    .slice(0, offered);
  const isReading = isAsked && rows === null && error === null;
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className="menu-item" disabled={values.length === 0 && !isReading}>
        {title} <span className="menu-more">›</span>
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal container={menus()}>
        <DropdownMenu.SubContent className="menu">
          {isReading && (
            <DropdownMenu.Item className="menu-item" disabled>
              Reading …
            </DropdownMenu.Item>
          )}
          {values.map(value => (
            <DropdownMenu.Item key={value} className="menu-item" onSelect={() => choose(value)}>
              {value}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

function Captures() {
  const session = useSession();
  const captures = useStore(session.workspace, workspace => workspace?.captures ?? noCaptures);
  return (
    <DropdownMenu.Sub>
      <DropdownMenu.SubTrigger className="menu-item" disabled={captures.length === 0}>
        Capture <span className="menu-more">›</span>
      </DropdownMenu.SubTrigger>
      <DropdownMenu.Portal container={menus()}>
        <DropdownMenu.SubContent className="menu">
          {captures.map(({ id, name }) => (
            <DropdownMenu.Item
              key={id}
              className="menu-item"
              onSelect={() => session.narrow(narrowedTo(session.history.present.scope, 'captures', id))}
            >
              {name}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.SubContent>
      </DropdownMenu.Portal>
    </DropdownMenu.Sub>
  );
}

const noCaptures: readonly never[] = [];
