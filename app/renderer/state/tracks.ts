/** The tracks of the timeline, in order, as plain data: what they are made of is the affair of their kinds (`timeline/kinds`). */
import type { NoteDown } from './done.ts';
import { Store } from './store.ts';

/** Parameters of a kind of track, as JSON. They may come from any file, so a kind checks them. */
export type TrackParams = object;

export interface Track<P extends object = TrackParams> {
  readonly id: string;
  /** A kind in `timeline/kinds`. */
  readonly kind: string;
  readonly params: P;
  /** px; without it as high as its kind says. */
  readonly height?: number;
  /** One low line. */
  readonly isFolded?: boolean;
  /** It stays on top while others scroll. */
  readonly isPinned?: boolean;
  /** Tracks that follow each other and name the same group stand under one heading. */
  readonly group?: string;
  /** Keys that are not drawn. */
  readonly hidden?: readonly string[];
}

/** The tracks a person chose. */
export interface ChosenTracks {
  readonly tracks: readonly Track[];
  /** Kinds that have been there to choose from: those that come later are shown as they are proposed. */
  readonly kinds: readonly string[];
  /** Groups that show only their heading. */
  readonly foldedGroups?: readonly string[];
}

/** Where kinds stand that nobody has moved. */
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

/** The track in the place of another, which moves on by one. */
export function movedTo(tracks: readonly Track[], id: string, place: string): readonly Track[] {
  const from = tracks.findIndex(track => track.id === id);
  const to = tracks.findIndex(track => track.id === place);
  if (from < 0 || to < 0 || from === to) return tracks;
  const next = tracks.filter(track => track.id !== id);
  next.splice(to, 0, tracks[from]!);
  return next;
}

/** Further up or down among the tracks that `isAmong` names: past what is not drawn nothing is seen to move. */
export function movedBy(
  tracks: readonly Track[],
  id: string,
  by: -1 | 1,
  isAmong: (track: Track) => boolean = () => true,
): readonly Track[] {
  const among = tracks.filter(isAmong);
  const place = among[among.findIndex(track => track.id === id) + by];
  return place && among.some(track => track.id === id) ? movedTo(tracks, id, place.id) : tracks;
}

export interface TrackGroup {
  /** Null of tracks without a group. */
  readonly name: string | null;
  readonly tracks: readonly Track[];
}

/** Tracks that follow each other, by the group they name. */
export function groupsOf(tracks: readonly Track[]): readonly TrackGroup[] {
  const groups: { name: string | null; tracks: Track[] }[] = [];
  for (const track of tracks) {
    const [name, last] = [track.group ?? null, groups.at(-1)];
    if (last && last.name === name) last.tracks.push(track);
    else groups.push({ name, tracks: [track] });
  }
  return groups;
}

/** In one group with the track above: in its group, or in a new one that is called `name`. */
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

/** Tracks of one group, which gets another name. */
export const withGroupRenamed = (tracks: readonly Track[], group: string, name: string): readonly Track[] =>
  tracks.map(track => (track.group === group ? { ...track, group: name } : track));

export class TracksState {
  /** Null while they are those that the window proposes. */
  readonly chosen = new Store<ChosenTracks | null>(null);

  /** The id of the one that was added last, to be shown. */
  readonly added = new Store<string | null>(null);

  constructor(private readonly note: NoteDown = () => undefined) {}

  /** @param shown the tracks that these take the place of */
  choose(shown: readonly Track[], tracks: readonly Track[]): void {
    this.noted(() => this.take(shown, tracks));
  }

  private take(shown: readonly Track[], tracks: readonly Track[]): void {
    const kinds = new Set([...(this.chosen.get()?.kinds ?? []), ...shown.map(({ kind }) => kind)]);
    this.chosen.set({ ...this.chosen.get(), tracks, kinds: [...kinds] });
  }

  private noted(work: () => void): void {
    const before = this.chosen.get();
    work();
    const undo = () => this.chosen.set(before);
    if (isSameButHeights(before, this.chosen.get())) this.note('the height of a track', undo, true);
    else this.note('the tracks of the timeline', undo);
  }

  toggleGroup(shown: readonly Track[], group: string): void {
    this.noted(() => {
      this.take(shown, shown);
      this.chosen.update(chosen => {
        const folded = chosen?.foldedGroups ?? [];
        const next = folded.includes(group) ? folded.filter(each => each !== group) : [...folded, group];
        return chosen && { ...chosen, foldedGroups: next };
      });
    });
  }

  /** Another name for a group; that of another group joins both. A name of nothing but blanks changes nothing. */
  renameGroup(shown: readonly Track[], group: string, name: string): void {
    const next = name.trim();
    if (next === '' || next === group) return;
    this.noted(() => {
      this.take(shown, withGroupRenamed(shown, group, next));
      this.chosen.update(chosen => {
        const folded = chosen?.foldedGroups?.map(each => (each === group ? next : each));
        return chosen && folded ? { ...chosen, foldedGroups: [...new Set(folded)] } : chosen;
      });
    });
  }

  /** Returns to the proposed tracks, of all kinds or of one. */
  reset(kind?: string): void {
    this.noted(() =>
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

function isSameButHeights(one: ChosenTracks | null, other: ChosenTracks | null): boolean {
  const text = (chosen: ChosenTracks | null) =>
    JSON.stringify(chosen, (key, value: unknown) => (key === 'height' ? undefined : value));
  return one !== null && text(one) === text(other);
}
