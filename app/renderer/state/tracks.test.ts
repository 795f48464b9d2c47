import { describe, expect, it } from 'vitest';
import {
  groupedWith,
  groupsOf,
  movedBy,
  movedTo,
  shownOf,
  type Track,
  TracksState,
  withoutGroup,
  withTrack,
} from './tracks.ts';

const track = (id: string, kind = 'metrics'): Track => ({ id, kind, params: {} });
const ids = (tracks: readonly Track[]) => tracks.map(({ id }) => id).join(' ');
const order = ['samples', 'metrics', 'states'];
const rank = (kind: string) => order.indexOf(kind);

describe('the tracks that are shown', () => {
  it('are the defaults, until the user chooses; then the chosen ones and the defaults of kinds that come later', () => {
    const state = new TracksState();
    const proposed = [track('queue'), track('disk')];
    const shown = () => shownOf(state.chosen.get(), proposed, rank);
    expect(ids(shown())).toBe('queue disk');
    state.choose(shown(), [track('disk')]);
    expect(ids(shown())).toBe('disk');
    const more = [track('cpu', 'samples'), ...proposed, track('threads', 'states')];
    expect(ids(shownOf(state.chosen.get(), more, rank))).toBe('cpu disk threads');
    // A removed track stays removed.
    state.choose(more, [track('disk')]);
    expect(ids(shownOf(state.chosen.get(), more, rank))).toBe('disk');
    state.reset('metrics');
    expect(ids(shownOf(state.chosen.get(), more, rank))).toBe('queue disk');
    state.reset();
    expect(ids(shownOf(state.chosen.get(), more, rank))).toBe('cpu queue disk threads');
  });
});

describe('the order of tracks', () => {
  const tracks = ['a', 'b', 'c', 'd'].map(id => track(id));
  it('changes when a track is moved to the place of another', () => {
    expect(ids(movedTo(tracks, 'a', 'c'))).toBe('b c a d');
    expect(ids(movedTo(tracks, 'd', 'b'))).toBe('a d b c');
    expect(movedTo(tracks, 'a', 'gone')).toBe(tracks);
  });
  it('changes step by step, past tracks that are not drawn', () => {
    expect(ids(movedBy(tracks, 'a', 1, ({ id }) => id !== 'b'))).toBe('b c a d');
    expect(movedBy(tracks, 'a', -1)).toBe(tracks);
  });
  it('gives a new track an id of its own', () => {
    const more = withTrack(withTrack([], track('')), track(''));
    expect(ids(more)).toBe('track-1 track-2');
    expect(ids(withTrack(more.slice(1), track('')))).toBe('track-2 track-3');
  });
});

describe('groups of tracks', () => {
  const tracks = ['a', 'b', 'c'].map(id => track(id));
  const groups = (tracks: readonly Track[]) =>
    groupsOf(tracks).map(({ name, tracks }) => `${name}: ${ids(tracks)}`);
  it('consist of consecutive tracks', () => {
    const two = groupedWith(tracks, 'b', 'a', 'A');
    expect(groups(two)).toEqual(['A: a b', 'null: c']);
    const three = groupedWith(two, 'c', 'b', 'B');
    expect(groups(three)).toEqual(['A: a b c']);
    expect(groups(withoutGroup(three, 'b'))).toEqual(['A: a', 'null: b', 'A: c']);
  });
  it('are renamed, and stay folded', () => {
    const two = groupedWith(tracks, 'b', 'a', 'A');
    const state = new TracksState();
    state.toggleGroup(two, 'A');
    state.renameGroup(two, 'A', ' Disk ');
    expect(groups(state.chosen.get()!.tracks)).toEqual(['Disk: a b', 'null: c']);
    expect(state.chosen.get()?.foldedGroups).toEqual(['Disk']);
    state.renameGroup(state.chosen.get()!.tracks, 'Disk', '  ');
    expect(groups(state.chosen.get()!.tracks)).toEqual(['Disk: a b', 'null: c']);
  });
  it('are folded, and stay so when tracks change', () => {
    const state = new TracksState();
    state.toggleGroup(tracks, 'A');
    state.choose(tracks, tracks.slice(1));
    expect(state.chosen.get()).toMatchObject({ foldedGroups: ['A'], tracks: [{ id: 'b' }, { id: 'c' }] });
    state.toggleGroup(tracks.slice(1), 'A');
    expect(state.chosen.get()?.foldedGroups).toEqual([]);
  });
});
