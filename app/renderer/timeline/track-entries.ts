/** Menu entries of a track and of a key of its legend. */
import type { Refers } from '../../../analyzers/contract.ts';
import type { Entry, MenuEntry } from '../lib/menu-entry.ts';
import { entriesOf } from '../meaning/entries.ts';
import { addFindingOf } from '../meaning/findings.ts';
import type { Session } from '../state/session.ts';
import {
  changedTrack,
  groupedWith,
  movedBy,
  type Track,
  withoutGroup,
  withoutTrack,
} from '../state/tracks.ts';
import type { Hit, MeantCell, TrackKey, TrackKind, TrackQuestion } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { zoomTo } from './zoom.ts';

/** Step and minimum of the height of a track, px. */
export const heightStep = 8;
export const lowest = 16;

/** Changes one of the shown tracks. */
export class TrackHand {
  constructor(
    private readonly session: Session,
    private readonly tracks: readonly Track[],
    readonly track: Track,
  ) {}

  change(change: Partial<Track>): void {
    this.choose(changedTrack(this.tracks, this.track.id, track => ({ ...track, ...change })));
  }

  move(by: -1 | 1): void {
    const { isPinned = false } = this.track;
    this.choose(movedBy(this.tracks, this.track.id, by, each => (each.isPinned ?? false) === isPinned));
  }

  remove(): void {
    this.choose(withoutTrack(this.tracks, this.track.id));
  }

  toggleFold(): void {
    this.change({ isFolded: !this.track.isFolded });
  }

  setHeight(height: number): void {
    this.change({ height: Math.max(lowest, Math.round(height)) });
  }

  /** Resets the track to the height of its kind. */
  resetHeight(): void {
    this.choose(
      changedTrack(this.tracks, this.track.id, track => {
        const { height: _, ...rest } = track;
        return rest;
      }),
    );
  }

  hide(key: string): void {
    this.change({ hidden: [...(this.track.hidden ?? []), key] });
  }

  showAll(): void {
    this.change({ hidden: [] });
  }

  /** Hides all keys but this one; if the others are hidden already, shows all again. */
  showOnly(key: string, keys: readonly TrackKey[]): void {
    const others = keys.map(nameOfKey).filter(name => name !== key);
    const hidden = new Set(this.track.hidden ?? []);
    const isAlone = !hidden.has(key) && others.every(name => hidden.has(name));
    this.change({ hidden: isAlone ? [] : others });
  }

  toggle(key: string): void {
    const hidden = this.track.hidden ?? [];
    if (hidden.includes(key)) this.change({ hidden: hidden.filter(each => each !== key) });
    else this.hide(key);
  }

  /** The drawn track directly above it. */
  get above(): Track | undefined {
    const siblings = this.tracks.filter(
      ({ isPinned = false }) => isPinned === (this.track.isPinned ?? false),
    );
    return siblings[siblings.findIndex(({ id }) => id === this.track.id) - 1];
  }

  /** @param name of a new group */
  groupWithAbove(name: string): void {
    const { above } = this;
    if (above) this.choose(groupedWith(this.tracks, this.track.id, above.id, name));
  }

  ungroup(): void {
    this.choose(withoutGroup(this.tracks, this.track.id));
  }

  private choose(tracks: readonly Track[]): void {
    this.session.tracks.choose(this.tracks, tracks);
  }
}

/** @param title of the track */
export function trackEntries(
  session: Session,
  hand: TrackHand,
  title: string,
  question: TrackQuestion | null,
  about: MeantCell | null,
  { local }: Pick<TrackKind, 'local'>,
): readonly MenuEntry[] {
  const { track } = hand;
  return [
    { label: track.isFolded ? 'Unfold' : 'Fold', keys: 'Enter', run: () => hand.toggleFold() },
    {
      label: track.isPinned ? 'Unpin' : 'Pin on top',
      keys: 'k',
      run: () => hand.change({ isPinned: !track.isPinned }),
    },
    { label: 'Move up', keys: 'Alt+↑', run: () => hand.move(-1) },
    { label: 'Move down', keys: 'Alt+↓', run: () => hand.move(1) },
    ...groupEntries(hand),
    ...(track.height === undefined ? [] : [{ label: 'Reset the height', run: () => hand.resetHeight() }]),
    ...(track.hidden?.length ? [{ label: 'Show all hidden keys', run: () => hand.showAll() }] : []),
    null,
    ...(question
      ? [
          { label: 'Open as a table', run: () => openTable(session, question) },
          { label: 'New finding from this track', run: () => addFindingOf(session, title, question) },
        ]
      : []),
    { label: `Remove the track ${title}`, keys: 'Delete', run: () => hand.remove() },
    null,
    ...(about ? [...meantEntries(session, about), null] : []),
    ...(local ? [...local.entries(session), null] : []),
    ...(session.tracks.chosen.get() === null
      ? []
      : [{ label: 'Reset all tracks', run: () => session.tracks.reset() }]),
  ];
}

function groupEntries(hand: TrackHand): readonly MenuEntry[] {
  const { track, above } = hand;
  if (track.group !== undefined)
    return [{ label: `Remove from the group ${track.group}`, run: () => hand.ungroup() }];
  const kind = above && kindOf(above.kind);
  const params = kind?.read(above?.params as Readonly<Record<string, unknown>>);
  if (!above || !kind || !params) return [];
  const title = kind.titleOf(params);
  const label = above.group === undefined ? `Group with ${title}` : `Move into the group ${above.group}`;
  return [{ label, run: () => hand.groupWithAbove(title) }];
}

/** Opens the question of the track as a table. */
function openTable(session: Session, { question, params }: TrackQuestion): void {
  session.formOf(question).set(params);
  session.history.go({ view: `question-${question}` });
}

export function keyEntries(
  session: Session,
  hand: TrackHand,
  key: TrackKey,
  keys: readonly TrackKey[],
): readonly MenuEntry[] {
  const isHidden = hand.track.hidden?.includes(nameOfKey(key)) ?? false;
  return [
    {
      label: isHidden ? `Show ${key.name}` : `Hide ${key.name}`,
      keys: 'Ctrl+Click',
      run: () => hand.toggle(nameOfKey(key)),
    },
    { label: `Show only ${key.name}`, keys: 'Click', run: () => hand.showOnly(nameOfKey(key), keys) },
    ...(hand.track.hidden?.length ? [{ label: 'Show all', run: () => hand.showAll() }] : []),
    null,
    ...(key.row ? meantEntries(session, key.row) : []),
  ];
}

/** Menu entries of the thing that a cell refers to. */
export function meantEntries(
  session: Session,
  { refers, value, cell = () => undefined }: MeantCell,
): readonly Entry[] {
  const references = new Map<Refers, string | number>([[refers, value]]);
  // Functions are identified by name and module.
  const module = refers === 'function' ? cell('module') : undefined;
  if (typeof module === 'string') references.set('module', module);
  return entriesOf(session, { references, cell });
}

/** Menu entries of the hit under the pointer, in any track. */
export function hitEntries(session: Session, hit: Hit): readonly MenuEntry[] {
  const zoom = { label: 'Zoom to the interval', run: () => zoomTo(session, hit.interval) };
  return [
    ...(hit.entries ? hit.entries(session) : hit.key === undefined ? [zoom] : []),
    ...(hit.row ? meantEntries(session, hit.row) : []),
    null,
  ];
}

/** The id of a key: its `id`, else its name. */
export const nameOfKey = ({ id, name }: TrackKey): string => id ?? name;
