import { ContextMenu } from 'radix-ui';
import type { CaptureInfo } from '../../contract.ts';
import { formatBytes, formatDuration, formatRounded } from '../../wording/numbers.ts';
import { visible } from '../../wording/visible.ts';
import { rowCountsOf } from '../lib/row-counts.ts';
import { narrowedTo } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { ContextContent } from '../widgets/menu-content.tsx';
import type { ListedCapture } from './capture-rows.ts';
import { type CaptureBadge, captureBadges } from './capture-state.ts';
import { ReadAgain } from './read-again.tsx';

/** State of a capture in the scope, and a function that narrows to it or removes it from the scope. */
export function useNarrowing({ id }: CaptureInfo): {
  readonly isInScope: boolean;
  readonly isAlone: boolean;
  toggle(): void;
} {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const isAlone = scope.captures?.length === 1 && scope.captures[0] === id;
  return {
    isInScope: scope.captures?.includes(id) ?? true,
    isAlone,
    toggle: () => {
      const { captures: _before, ...rest } = scope;
      session.narrow(isAlone ? rest : narrowedTo(scope, 'captures', id));
    },
  };
}

/** A capture in two lines; the inspector shows all details. */
export function CaptureRow({ capture, name }: ListedCapture) {
  const session = useSession();
  const { isInScope, isAlone, toggle } = useNarrowing(capture);
  const { clock, duration } = capture;
  const badges = captureBadges(capture);
  const length = duration ? formatDuration(duration) : '';
  const [rows = 'no rows'] = rowCountsOf([capture], formatRounded);
  const details = [
    capture.path,
    formatBytes(capture.bytes),
    rowCountsOf([capture]).join(', '),
    capture.command,
    ...badges.map(({ about }) => about),
    `clock: ${clock.source}`,
  ];
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>
        <div className={isInScope ? 'capture' : 'capture is-out'} title={details.filter(Boolean).join('\n')}>
          <span className="capture-name">{visible(name)}</span>
          <span className="capture-badges">
            {badges.slice(0, 2).map(badge => (
              <Badge key={badge.text} badge={badge} capture={capture} />
            ))}
          </span>
          <span className="capture-line">
            {[capture.formatTitle, rows, length].filter(Boolean).join(' · ')}
          </span>
        </div>
      </ContextMenu.Trigger>
      <ContextContent>
        <ContextMenu.Item className="menu-item" onSelect={toggle}>
          {isAlone ? 'Remove from the scope' : 'Narrow to this capture'}
        </ContextMenu.Item>
        <ContextMenu.Item
          className="menu-item"
          onSelect={() => session.dialog.set({ kind: 'clock', capture: capture.id })}
        >
          Set its clock…
        </ContextMenu.Item>
        {clock.aligned && (
          <ContextMenu.Item className="menu-item" onSelect={() => session.shifting.set(capture.id)}>
            Shift it on the timeline…
          </ContextMenu.Item>
        )}
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
      </ContextContent>
    </ContextMenu.Root>
  );
}

interface BadgeProps {
  readonly badge: CaptureBadge;
  readonly capture: CaptureInfo;
}

/** A badge of a guess opens the dialog that corrects it. */
function Badge({ badge: { level, text, about, opens }, capture }: BadgeProps) {
  const session = useSession();
  const className = `badge is-${level}`;
  if (!opens)
    return (
      <span className={className} title={about}>
        {text}
      </span>
    );
  const verb = opens === 'clock' ? 'set the clock' : 'correct the columns';
  return (
    <button
      type="button"
      className={className}
      tabIndex={-1}
      title={`${about}; click to correct it`}
      // A label must contain the visible text, which people who speak to the window say.
      aria-label={`${text}, ${about}: ${verb} of ${capture.name}`}
      onClick={event => {
        event.stopPropagation();
        session.dialog.set({ kind: opens, capture: capture.id });
      }}
      onDoubleClick={event => event.stopPropagation()}
    >
      {text}
    </button>
  );
}
