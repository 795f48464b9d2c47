import { expect, it } from 'vitest';
import { TimeScale } from '../lib/time-scale.ts';
import { mount } from '../window.testing.tsx';
import type { Surface, TrackPicture } from './kinds/kind.ts';
import { TrackCanvas } from './track-canvas.tsx';
import type { TimelineView } from './view.ts';

const scale = new TimeScale(0n, 100n, 200);

/** A picture that records the surfaces on which it is drawn. */
function recording(): { readonly picture: TrackPicture; readonly surfaces: Surface[] } {
  const surfaces: Surface[] = [];
  const picture = { colours: ['#123456'], extent: null, draw: (on: Surface) => surfaces.push(on) };
  return { picture: picture as unknown as TrackPicture, surfaces };
}

/** A timeline that is moved by the returned function. */
function movable() {
  let move: () => void = () => undefined;
  const view = {
    scale: { get: () => scale },
    onMove: (work: () => void) => {
      move = work;
      return () => undefined;
    },
  };
  return { view: view as unknown as TimelineView, move: () => move() };
}

it('a track is drawn in its colours, and again when the timeline moves, unless it is out of view', async () => {
  const { picture, surfaces } = recording();
  const { view, move } = movable();
  const canvas = { picture, whole: null, view, height: 40, unrecorded: [] };
  await mount(<TrackCanvas {...canvas} />);
  expect(surfaces).toHaveLength(1);
  expect(surfaces[0]).toMatchObject({ scale, width: 200, height: 40, colours: ['#123456'] });
  move();
  expect(surfaces).toHaveLength(2);
  await mount(<TrackCanvas {...canvas} isInView={false} />);
  move();
  expect(surfaces).toHaveLength(2);
});

it('the picture of all time is drawn around a closer one', async () => {
  const [close, all] = [recording(), recording()];
  const picture = { ...close.picture, extent: { from: 40n, to: 60n } };
  await mount(
    <TrackCanvas picture={picture} whole={all.picture} view={movable().view} height={40} unrecorded={[]} />,
  );
  expect([close.surfaces.length, all.surfaces.length]).toEqual([1, 1]);
});
