import { type KeyboardEvent, memo, useRef } from 'react';
import { sharedStart } from '../lib/shared-start.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { RowMenu } from '../widgets/row-menu.tsx';
import type { TrackPicture } from './kinds/kind.ts';
import { keyEntries, nameOfKey, type TrackHand } from './track-entries.ts';
import { KeyValue } from './track-values.tsx';
import type { Recorded } from './use-recorded.ts';
import type { TimelineView } from './view.ts';

interface TrackLegendProps {
  readonly title: string;
  readonly hand: TrackHand;
  readonly picture: TrackPicture;
  readonly view: TimelineView;
  readonly recorded: Recorded;
}

/** Maximum number of keys in a line. */
const maxLetters = 8;
/** Names longer than this are shortened if space is short. */
const long = 9;

/** The keys with their values under the cursor. A click shows only one key, Ctrl and a click hides it; more is in its menu. */
export const TrackLegend = memo(({ title, hand, picture, view, recorded }: TrackLegendProps) => {
  const session = useSession();
  const pointed = useStore(view.hit, hit => hit?.key ?? null);
  const clicked = useRef<Element | null>(null);
  const { keys } = picture;
  const hidden = new Set(hand.track.hidden ?? []);
  const names = keys.map(({ name }) => name);
  const entries = () => {
    const at = clicked.current?.closest('li');
    const key = keys[at ? [...(at.parentElement?.children ?? [])].indexOf(at) : -1];
    return key ? keyEntries(session, hand, key, keys) : [];
  };
  return (
    <RowMenu
      label={`Actions for a key of ${title}`}
      entries={entries}
      onKeyboard={() => {
        clicked.current = document.activeElement;
      }}
    >
      <ul
        className="legend"
        data-few={keys.length <= maxLetters || undefined}
        aria-label={`Legend of ${title}`}
        onKeyDown={event => {
          if (!moveFocus(event)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onContextMenu={({ target, isTrusted }) => {
          if (isTrusted && target instanceof Element) clicked.current = target;
        }}
      >
        {keys.map((key, i) => {
          const id = nameOfKey(key);
          return (
            <li key={id} data-long={key.name.length > long || undefined}>
              <button
                type="button"
                className="legend-key"
                tabIndex={-1}
                data-pointed={pointed === id || undefined}
                aria-pressed={!hidden.has(id)}
                title={key.about ?? id}
                onKeyDown={event => {
                  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
                  event.preventDefault();
                  event.stopPropagation();
                  hand.toggle(id);
                }}
                onClick={({ ctrlKey, metaKey }) =>
                  ctrlKey || metaKey ? hand.toggle(id) : hand.showOnly(id, keys)
                }
              >
                <span className="swatch" style={{ background: key.colour }} />
                <KeyName name={key.name} names={names} />
                {!picture.lanes && <KeyValue at={i} picture={picture} view={view} recorded={recorded} />}
              </button>
            </li>
          );
        })}
      </ul>
    </RowMenu>
  );
});

/** Left and Right move between keys, and from the first, like Esc, to the title of the track. Returns true if the focus moved. */
function moveFocus({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || altKey || ctrlKey || metaKey) return false;
  const item = target.closest('li');
  const title = target.closest('.track')?.querySelector<HTMLElement>('.track-title');
  const keyIn = (other: Element | null | undefined) => other?.querySelector<HTMLElement>('.legend-key');
  if (key === 'ArrowRight') keyIn(item?.nextElementSibling)?.focus();
  else if (key === 'ArrowLeft') (keyIn(item?.previousElementSibling) ?? title)?.focus();
  else if (key === 'Escape') title?.focus();
  else return false;
  return true;
}

/** A name of which, if space is short, the start that other names share is cut first. */
function KeyName({ name, names }: { readonly name: string; readonly names: readonly string[] }) {
  const shared = name.length > long ? sharedStart(name, names) : 0;
  return (
    <span className="legend-name">
      {shared > 0 && <span className="ellipsis legend-shared">{name.slice(0, shared)}</span>}
      <span className="ellipsis">{name.slice(shared)}</span>
    </span>
  );
}
