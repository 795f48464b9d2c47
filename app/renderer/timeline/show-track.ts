import { openTimeline } from '../meaning/actions.ts';
import type { Session, TrackDoors } from '../state/session.ts';
import { newTrackId, withTrack } from '../state/tracks.ts';
import { type Candidate, drawing, tracksOf } from './kinds/kinds.ts';
import { shownTracks } from './shown-tracks.ts';

/** Adds a track to the timeline, unless an equal one is there. */
export async function showTrack(session: Session, track: Candidate): Promise<void> {
  await session.attempt(async () => {
    const tracks = await shownTracks(session);
    const shown = drawing(track, tracks);
    openTimeline(session);
    session.tracks.added.set(shown?.id ?? newTrackId(tracks));
    if (shown) session.imports.notify('info', `${track.title} is on the timeline already.`);
    else session.tracks.choose(tracks, withTrack(tracks, { kind: track.kind.id, params: track.params }));
  });
}

/** The tracks that show what a cell refers to, for the menus of its row. */
export const trackDoors: TrackDoors = (session, refers, value, cell) =>
  tracksOf(refers, value, cell, session.workspace.get()?.rows ?? {}).map(track => ({
    title: track.title,
    show: () => void showTrack(session, track),
  }));
