/**
 * Times the layout, colouring and search of the flame graph on all frames at once. The window holds fewer,
 * because the engine leaves out frames narrower than a pixel.
 */
import type { Answer } from '../../analyzers/contract.ts';
import { framesOf } from '../../app/renderer/shapes/flame/frames.ts';
import { layOut } from '../../app/renderer/shapes/flame/layout.ts';
import { paintsOf, paletteOf } from '../../app/renderer/shapes/flame/palette.ts';
import { sceneOf } from '../../app/renderer/shapes/flame/scene.ts';
import { search } from '../../app/renderer/shapes/flame/search.ts';
import { Colours } from '../../app/renderer/state/colours.ts';
import { Table } from '../../app/renderer/state/table.ts';
import { quantile } from './script-times.ts';

const rounds = 40;

export function timeWholeFlameGraph({ columns, rows, data, whole }: Answer): void {
  const frames = framesOf(new Table(columns, rows, data), whole ?? { amount: 0, unit: 'samples' });
  const layout = layOut(frames);
  const colours = new Colours();
  const paints = paintsOf(paletteOf(layout, colours), null);
  const viewport = { width: 1000, height: 600, scrolled: 0, rootIsBelow: false, ratio: 1 };
  const zoomed = (round: number) => {
    const block = Math.floor((layout.count / rounds) * round);
    return { ...viewport, from: layout.start[block]!, to: layout.end[block]! };
  };
  console.log(`${'all frames, without the window'.padEnd(46)} times    p50 ms   p95 ms   max ms`);
  measure('lay out, once per answer', () => layOut(frames));
  measure('colour, once per answer', () => paletteOf(layout, new Colours()));
  measure('search', round => search(layout, `function_${round}`));
  measure('scene of a frame: all', () =>
    sceneOf(layout, paints, { ...viewport, from: 0, to: frames.whole.amount }, 7),
  );
  measure('scene of a frame: zoomed', round => sceneOf(layout, paints, zoomed(round), 7));
  console.log();
}

function measure(name: string, work: (round: number) => unknown): void {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    work(round);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  printTimes(name, times);
}

/** Prints a row of the table: number of times, and three quantiles in ms. */
export function printTimes(name: string, times: readonly number[]): void {
  const cells = [0.5, 0.95, 1].map(share => quantile(times, share).toFixed(1).padStart(8));
  console.log(`${name.padEnd(46)} ${String(times.length).padStart(5)} ${cells.join(' ')}`);
}
