/** The tracks of the timeline, in order, as plain data. Only the kind of a track (`timeline/kinds`) interprets its `params`. */

import { Store } from './store.ts';
import type { RecordUndo } from './undo-stack.ts';

/** Parameters of a kind of track, as JSON. They may come from any file, so a kind checks them. */
export type TrackParams = object;

export interface Track<P extends object = TrackParams> {
  readonly id: string;
  /** A kind in `timeline/kinds`. */
  readonly kind: string;
  readonly params: P;
  /** px; default: the height that its kind chooses. */
  readonly height?: number;
  /** Collapsed to one line of text height. */
  readonly isFolded?: boolean;
  /** It stays on top while others scroll. */
  readonly isPinned?: boolean;
  /** Consecutive tracks of the same group share a heading. */
  readonly group?: string;
  /** Ids of the `TrackKey`s (entries of the legend) that are not drawn. */
  readonly hidden?: readonly string[];
}

/** The tracks the user chose. */
export interface ChosenTracks {
  readonly tracks: readonly Track[];
  /** Kinds known when the tracks were chosen. Proposed tracks of any other kind are added to `tracks` (`shownOf`). */
  readonly kinds: readonly string[];
  /** Groups that show only their heading. */
  readonly foldedGroups?: readonly string[];
}

/** Default position of a kind in the timeline; lower is further up. */
export type KindRank = (kind: string) => number;

/** Tracks the timeline shows: the chosen ones, and proposals of kinds added since, in their usual places. */
export function shownOf(
  chosen: ChosenTracks | null,
  proposed: readonly Track[],
  rank: KindRank,
): readonly Track[] {
  if (!chosen) return proposed;
  const shown = [...chosen.tracks];
  for (const track of proposed) {
    if (chosen.kinds.includes(track.kind)) continue;
    const before = shown.findIndex(({ kind }) => rank(kind) > rank(track.kind));
    shown.splice(before < 0 ? shown.length : before, 0, track);
  }
  return shown;
}

/** An id that no track has. */
export function newTrackId(tracks: readonly Track[]): string {
  const numbers = tracks.map(({ id }) => Number(/^track-(\d{1,9})$/.exec(id)?.[1] ?? 0));
  return `track-${Math.max(0, ...numbers) + 1}`;
}

export function withTrack(
  tracks: readonly Track[],
  { kind, params }: Pick<Track, 'kind' | 'params'>,
): readonly Track[] {
  return [...tracks, { id: newTrackId(tracks), kind, params }];
}

export const withoutTrack = (tracks: readonly Track[], id: string): readonly Track[] =>
  tracks.filter(track => track.id !== id);

export const changedTrack = (
  tracks: readonly Track[],
  id: string,
  change: (track: Track) => Track,
): readonly Track[] => tracks.map(track => (track.id === id ? change(track) : track));

/** Moves track `id` to the index of track `target`. */
export function movedTo(tracks: readonly Track[], id: string, target: string): readonly Track[] {
  const from = tracks.findIndex(track => track.id === id);
  const to = tracks.findIndex(track => track.id === target);
  if (from < 0 || to < 0 || from === to) return tracks;
  const next = tracks.filter(track => track.id !== id);
  next.splice(to, 0, tracks[from]!);
  return next;
}

/** Moves one position up or down, skipping tracks for which `isAmong` is false: they are not drawn, so passing one would change nothing on screen. */
export function movedBy(
  tracks: readonly Track[],
  id: string,
  by: -1 | 1,
  isAmong: (track: Track) => boolean = () => true,
): readonly Track[] {
  const siblings = tracks.filter(isAmong);
  const target = siblings[siblings.findIndex(track => track.id === id) + by];
  return target && siblings.some(track => track.id === id) ? movedTo(tracks, id, target.id) : tracks;
}

export interface TrackGroup {
  /** Null for tracks without a group. */
  readonly name: string | null;
  readonly tracks: readonly Track[];
}

/** Groups consecutive tracks by the group they name. */
export function groupsOf(tracks: readonly Track[]): readonly TrackGroup[] {
  const groups: { name: string | null; tracks: Track[] }[] = [];
  for (const track of tracks) {
    const [name, last] = [track.group ?? null, groups.at(-1)];
    if (last && last.name === name) last.tracks.push(track);
    else groups.push({ name, tracks: [track] });
  }
  return groups;
}

/** Puts a track into the group of the track above it; if that has none, puts both into a new group `name`. */
export function groupedWith(
  tracks: readonly Track[],
  id: string,
  above: string,
  name: string,
): readonly Track[] {
  const group = tracks.find(track => track.id === above)?.group ?? name;
  return tracks.map(track => (track.id === id || track.id === above ? { ...track, group } : track));
}

export function withoutGroup(tracks: readonly Track[], id: string): readonly Track[] {
  return changedTrack(tracks, id, ({ group: _, ...track }) => track);
}

export const withGroupRenamed = (tracks: readonly Track[], group: string, name: string): readonly Track[] =>
  tracks.map(track => (track.group === group ? { ...track, group: name } : track));

export class TracksState {
  /** Null while the window shows its proposed tracks. */
  readonly chosen = new Store<ChosenTracks | null>(null);

  /** Id of the track added last, which the timeline scrolls into view. */
  readonly added = new Store<string | null>(null);

  constructor(private readonly recordUndo: RecordUndo = () => undefined) {}

  /** @param shown the tracks on screen that `tracks` replaces */
  choose(shown: readonly Track[], tracks: readonly Track[]): void {
    this.undoable(() => this.take(shown, tracks));
  }

  private take(shown: readonly Track[], tracks: readonly Track[]): void {
    const kinds = new Set([...(this.chosen.get()?.kinds ?? []), ...shown.map(({ kind }) => kind)]);
    this.chosen.set({ ...this.chosen.get(), tracks, kinds: [...kinds] });
  }

  private undoable(work: () => void): void {
    const before = this.chosen.get();
    work();
    const undo = () => this.chosen.set(before);
    if (differOnlyInHeight(before, this.chosen.get())) this.recordUndo('the height of a track', undo, true);
    else this.recordUndo('the tracks of the timeline', undo);
  }

  toggleGroup(shown: readonly Track[], group: string): void {
    this.undoable(() => {
      this.take(shown, shown);
      this.chosen.update(chosen => {
        const folded = chosen?.foldedGroups ?? [];
        const next = folded.includes(group) ? folded.filter(each => each !== group) : [...folded, group];
        return chosen && { ...chosen, foldedGroups: next };
      });
    });
  }

  /** Renames a group. If another group already has the name, the two are merged. A blank name is ignored. */
  renameGroup(shown: readonly Track[], group: string, name: string): void {
    const next = name.trim();
    if (next === '' || next === group) return;
    this.undoable(() => {
      this.take(shown, withGroupRenamed(shown, group, next));
      this.chosen.update(chosen => {
        const folded = chosen?.foldedGroups?.map(each => (each === group ? next : each));
        return chosen && folded ? { ...chosen, foldedGroups: [...new Set(folded)] } : chosen;
      });
    });
  }

  /** Returns to the proposed tracks, of all kinds or of one. */
  reset(kind?: string): void {
    this.undoable(() =>
      this.chosen.update(chosen =>
        chosen && kind !== undefined
          ? {
              ...chosen,
              tracks: chosen.tracks.filter(track => track.kind !== kind),
              kinds: chosen.kinds.filter(each => each !== kind),
            }
          : null,
      ),
    );
  }
}

function differOnlyInHeight(one: ChosenTracks | null, other: ChosenTracks | null): boolean {
  const text = (chosen: ChosenTracks | null) =>
    JSON.stringify(chosen, (key, value: unknown) => (key === 'height' ? undefined : value));
  return one !== null && text(one) === text(other);
}
