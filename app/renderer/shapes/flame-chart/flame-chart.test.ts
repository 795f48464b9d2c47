import { describe, expect, it } from 'vitest';
import { texts } from '../../../../analyzers/kit/answer.ts';
import { flameChart as question } from '../../../../analyzers/questions/flame-chart/flame-chart.ts';
import { Colours } from '../../state/colours.ts';
import { Table } from '../../state/table.ts';
import { boxAt, boxBeside, layoutOf, levelHeight, levelOf, nameOf, titleHeight } from './boxes.ts';
import { paintsOf, sceneOf } from './scene.ts';

const n = (...values: number[]) => Float64Array.from(values);
const table = new Table(question.columns, 5, [
  texts(['web · cycles', 'web · cycles', 'web · cycles', 'web · slices', 'web · slices']),
  n(0, 1, 1, 0, 0),
  texts(['main', 'work', '<b>read', null, null]),
  texts(['app', 'app', 'libc', null, null]),
  texts([null, null, null, 'GET /', 'GET /x']),
  BigInt64Array.of(1000n, 1000n, 1600n, 1000n, 1900n),
  n(1000, 500, 400, 10, 100),
  n(100, 100, 50, 100, 100),
  n(3, 2, 1, 1, 1),
  texts(['web', 'web', 'web', 'web', 'web']),
  n(1, 1, 1, 1, 1),
  n(1, 1, 1, 1, 1),
]);
const layout = layoutOf(table);

describe('the picture of a flame chart', () => {
  it('has bands and levels one below the other', () => {
    expect(layout.bands.map(({ name, y, levels }) => [name, y, levels.length])).toEqual([
      ['web · cycles', 0, 2],
      ['web · slices', titleHeight + 2 * levelHeight, 1],
    ]);
    expect(layout.height).toBe(2 * titleHeight + 3 * levelHeight);
    expect([0, 2, 3].map(row => nameOf(layout, row))).toEqual(['main', '<b>read', 'GET /']);
  });

  it('finds the box at a point, also a narrow one beside it', () => {
    const y = titleHeight + levelHeight + 3;
    expect(boxAt(layout, y, 300, 1)).toBe(1);
    expect(boxAt(layout, y, 550, 1)).toBe(-1);
    expect(boxAt(layout, y, 580, 30)).toBe(2);
    expect(boxAt(layout, 3, 300, 1)).toBe(-1);
  });

  it('is walked through by arrows', () => {
    expect(boxBeside(layout, 1, 'ArrowRight')).toBe(2);
    expect(boxBeside(layout, 2, 'ArrowRight')).toBe(2);
    expect(boxBeside(layout, 2, 'ArrowUp')).toBe(0);
    expect(boxBeside(layout, 0, 'ArrowDown')).toBe(1);
    expect(boxBeside(layout, 2, 'ArrowDown')).toBe(4);
    expect(boxBeside(layout, -1, 'ArrowDown')).toBe(0);
    expect(boxBeside(layout, 0, 'x')).toBe(-1);
    expect(boxBeside(layout, -1, 'Escape')).toBe(-1);
    expect(levelOf(layout, 4)?.y).toBe(2 * titleHeight + 2 * levelHeight);
  });

  it('has functions in the colour of their module', () => {
    const colours = new Colours().with([], ['app', 'libc']);
    const { paints, paintOf } = paintsOf(layout, colours);
    const fills = [...paintOf].map(at => paints[at]!.fill);
    expect(fills.slice(0, 3)).toEqual([colours.module('app'), colours.module('app'), colours.module('libc')]);
  });

  it('draws only visible boxes, fainter where others are merged', () => {
    const painted = paintsOf(layout, new Colours());
    expect(painted.paints[painted.paintOf[2]!]!.opacity).toBeLessThan(
      painted.paints[painted.paintOf[1]!]!.opacity,
    );
    const sight = { from: 0, to: 1000, width: 500, scrolled: 0, height: 1000, ratio: 1 };
    const scene = sceneOf(layout, painted, sight, 7);
    expect(scene.strips.map(({ rects }) => rects.length / 3)).toEqual([1, 2, 2]);
    expect(scene.strips[1]!.rects.slice(0, 2)).toEqual([0, 249]);
    expect(scene.labels.map(({ text }) => text)).toContain('main');
    const near = sceneOf(layout, painted, { ...sight, from: 550, to: 590 }, 7);
    expect(near.strips.map(({ rects }) => rects.length / 3)).toEqual([1, 0, 0]);
    const below = sceneOf(layout, painted, { ...sight, scrolled: titleHeight + levelHeight }, 7);
    expect(below.strips).toHaveLength(2);
  });
});
