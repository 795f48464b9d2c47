import { expect, it } from 'vitest';
import { TimeScale } from '../../lib/time-scale.ts';
import type { Surface } from '../kinds/kind.ts';
import { type IntervalLine, intervalsPicture } from './intervals.ts';

const origin = 1_000_000_000_000_000_000n;
const line = (
  intervals: readonly (readonly [since: number, duration: number, name: string])[],
): IntervalLine => ({
  since: Float64Array.from(intervals, ([since]) => since),
  duration: Float64Array.from(intervals, ([, duration]) => duration),
  colour: Int32Array.from(intervals, (_, at) => at % 2),
  low: new Float64Array(intervals.length),
  high: new Float64Array(intervals.length).fill(1),
  label: at => intervals[at]![2],
  value: at => intervals[at]![2],
  words: at => `${intervals[at]![2]}, all of it`,
});

const picture = intervalsPicture({
  lanes: [
    {
      name: 'CPU 0',
      lines: [
        line([
          [0, 50, 'a'],
          [60, 40, 'b'],
        ]),
      ],
    },
    { name: 'thread', lines: [line([[10, 80, 'outer']]), line([[20, 10, 'inner']])] },
  ],
  origin,
  extent: { from: origin, to: origin + 100n },
  about: '',
  keys: [],
  colours: ['red', 'blue'],
  lineHeight: 20,
  areNamed: true,
});

/** The rectangles and texts that were drawn. */
function drawn(scale: TimeScale) {
  const rects: number[][] = [];
  const texts: string[] = [];
  const context = {
    fillRect: (...rect: number[]) => void rects.push(rect),
    fillText: (text: string) => void texts.push(text),
  } as unknown as CanvasRenderingContext2D;
  const surface = {
    context,
    scale,
    width: 100,
    height: 63,
    ratio: 1,
    colours: ['red', 'blue'],
    muted: '',
    background: '',
  };
  picture.draw(surface satisfies Surface);
  return { rects, texts };
}

it('draws intervals in view, each a line below its parent, with names if there is space', () => {
  const { rects, texts } = drawn(new TimeScale(origin, origin + 100n, 100));
  expect(rects.map(([x]) => x)).toEqual([0, 60, 10, 20]);
  expect(texts).toContain('outer');
  expect(texts).not.toContain('inner');
  const closer = drawn(new TimeScale(origin + 70n, origin + 80n, 100));
  // Reaching in from before what is shown.
  expect(closer.rects.map(([x, , width]) => [x, width])).toEqual([
    [0, 99],
    [0, 99],
  ]);
});

it('describes the interval under the pointer, and all intervals at a moment', () => {
  const scale = new TimeScale(origin, origin + 100n, 100);
  const at = (x: number, y: number) => picture.hit?.(x, y, { scale, height: 63 });
  expect(at(70, 5)).toMatchObject({
    text: 'CPU 0: b, all of it',
    interval: { from: origin + 60n, to: origin + 100n },
  });
  expect(at(55, 5)).toBeNull();
  expect(at(25, 60)).toMatchObject({ text: 'thread: inner, all of it' });
  expect(picture.lanes?.map(lane => lane.at(origin + 25n))).toEqual(['a', 'inner']);
  expect(picture.lanes?.map(lane => lane.at(origin + 55n))).toEqual(['', 'outer']);
});

it('paints a pixel once, however many intervals it covers', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => [i, 1, 'x'] as const);
  const crowded = intervalsPicture({
    lanes: [{ name: '', lines: [line(many)] }],
    origin,
    extent: null,
    about: '',
    keys: [],
    colours: ['red', 'blue'],
    lineHeight: 20,
    areNamed: false,
  });
  let count = 0;
  const context = { fillRect: () => count++ } as unknown as CanvasRenderingContext2D;
  const scale = new TimeScale(origin, origin + 10_000n, 100);
  crowded.draw({ context, scale, width: 100, height: 20, ratio: 1, colours: [], muted: '', background: '' });
  expect(count).toBeLessThanOrEqual(101);
});
