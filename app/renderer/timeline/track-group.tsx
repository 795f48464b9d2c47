import type { KeyboardEvent, ReactNode } from 'react';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { type Track, type TrackGroup, withoutGroup } from '../state/tracks.ts';
import { NameDialog } from '../widgets/name-dialog.tsx';
import { RowMenu } from '../widgets/row-menu.tsx';
import { useTracks } from './use-tracks.ts';

interface GroupProps {
  readonly group: TrackGroup & { readonly name: string };
  /** All tracks of the timeline. */
  readonly tracks: readonly Track[];
  readonly children: ReactNode;
}

/** Tracks under one heading, which folds them, and whose menu renames the group. */
export function Group({ group, tracks, children }: GroupProps) {
  const session = useSession();
  const { name } = group;
  const isFolded = useStore(session.tracks.chosen, chosen => chosen?.foldedGroups?.includes(name) ?? false);
  const toggle = () => session.tracks.toggleGroup(tracks, name);
  const rename = () => session.dialog.set({ kind: 'group', group: name });
  const ungroup = () =>
    session.tracks.choose(
      tracks,
      group.tracks.reduce((all, { id }) => withoutGroup(all, id), tracks),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'F2') return;
    event.preventDefault();
    event.stopPropagation();
    rename();
  };
  return (
    <section className="track-group" aria-label={`Group ${name}`}>
      <RowMenu
        label={`Actions for the group ${name}`}
        onKeyboard={() => undefined}
        entries={() => [
          { label: isFolded ? 'Unfold' : 'Fold', keys: 'Enter', run: toggle },
          { label: 'Rename the group…', keys: 'F2', run: rename },
          { label: 'Ungroup', run: ungroup },
        ]}
      >
        <button
          type="button"
          className="track-group-title"
          aria-expanded={!isFolded}
          onClick={toggle}
          onDoubleClick={rename}
          onKeyDown={onKeyDown}
        >
          <span aria-hidden="true">{isFolded ? '▸' : '▾'}</span> {name}{' '}
          <span className="muted">{group.tracks.length}</span>
        </button>
      </RowMenu>
      {!isFolded && children}
    </section>
  );
}

/** Renames a group; with the name of an adjacent group, both are merged. */
export function GroupDialog({ group }: { readonly group: string }) {
  const session = useSession();
  const tracks = useTracks();
  return (
    <NameDialog
      label="Rename a group"
      heading={`The group ${group}`}
      name={group}
      placeholder="a few words"
      verb="Rename"
      onClose={() => session.dialog.set(null)}
      onName={name => session.tracks.renameGroup(tracks, group, name)}
    />
  );
}
