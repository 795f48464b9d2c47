import { describe, expect, it } from 'vitest';
import { Colours } from '../../state/colours.ts';
import { svgOf } from './draw.ts';
import { drawn } from './drawn.ts';
import { type Layout, layOut } from './layout.ts';
import { marked, paletteOf } from './palette.ts';
import { fitted, levelAt, type Scene, type Sight, sceneOf, topOf } from './scene.ts';
import { search } from './search.ts';

const sight: Sight = { from: 0, to: 100, width: 200, height: 100, scrolled: 0, rootIsBelow: false, ratio: 1 };
const colours = new Colours().with(['app'], ['/bin/app', 'libc']);
const palette = (layout: Layout) => paletteOf(layout, colours, null);
const scene = (layout: Layout, seen: Partial<Sight> = {}) =>
  sceneOf(layout, palette(layout), { ...sight, ...seen }, 7);
const rects = ({ rects: all }: Scene) =>
  all
    .flatMap(list => Array.from({ length: list.length / 4 }, (_, i) => list.slice(4 * i, 4 * i + 4)))
    .sort((a, b) => a[1]! - b[1]! || a[0]! - b[0]!);

const simple = layOut(
  drawn(`
    main@/bin/app 80 +10
      work@/bin/app 50
      read@libc 20
    start@tool 20
  `),
);

describe('scene', () => {
  it('has a rectangle for each block in view, and for what is left out', () => {
    expect(rects(scene(simple))).toEqual([
      [0, 0, 159, 18],
      [160, 0, 39, 18],
      [0, 19, 99, 18],
      [100, 19, 39, 18],
      [140, 19, 20, 18],
    ]);
  });

  it('shows what a zoom shows: callers are as wide as the view', () => {
    expect(rects(scene(simple, { from: 50, to: 70 }))).toEqual([
      [0, 0, 199, 18],
      [0, 19, 199, 18],
    ]);
  });

  it('shows the levels that are scrolled to, the root on top or below', () => {
    expect(rects(scene(simple, { height: 30, scrolled: 19 }))[0]).toEqual([0, 0, 99, 18]);
    const below = { rootIsBelow: true, height: 100 };
    expect(topOf(simple, 0, { ...sight, ...below })).toBe(81);
    expect(rects(scene(simple, below)).at(-1)).toEqual([160, 81, 39, 18]);
    for (const rootIsBelow of [false, true])
      for (const level of [0, 1])
        expect(
          levelAt(simple, topOf(simple, level, { ...sight, rootIsBelow }) + 5, { ...sight, rootIsBelow }),
        ).toBe(level);
  });

  it('writes names only where they fit', () => {
    expect(scene(simple).labels.map(({ text }) => text)).toEqual(['main', 'sta…', 'work', 'read']);
    expect(scene(simple, { width: 100 }).labels.map(({ text }) => text)).toEqual(['main', 'work']);
    expect(fitted('function', 8)).toBe('function');
    expect(fitted('function', 5)).toBe('func…');
    expect(fitted('function', 2)).toBe('');
  });

  it('draws touching blocks without gaps as one, and no more of them than pixels, whatever is there', () => {
    const many = (module: string) =>
      layOut(drawn(`main@app 100000\n${`  f@app 10\n  f@${module} 10\n`.repeat(5000)}`));
    const level = (layout: Layout) => rects(scene(layout, { to: 100_000 })).filter(([, y]) => y === 19);
    expect(level(many('app'))).toEqual([[0, 19, 200, 18]]);
    const mixed = level(many('libc'));
    expect(mixed.length).toBeLessThanOrEqual(200);
    // No pixel is left free.
    expect(mixed.reduce((sum, [, , width]) => sum + width!, 0)).toBe(200);
  });
});

describe('palette', () => {
  const paintOf = (layout: Layout, block: number, sought = '') => {
    const made = paletteOf(layout, colours, search(layout, sought));
    return made.paints[made.of[block]!]!;
  };

  it('gives a frame the colour of its module, fainter without a symbol', () => {
    expect(paintOf(simple, 0).fill).toBe(colours.module('/bin/app'));
    const unknown = layOut(drawn('[unknown]@/bin/app 10'));
    expect(paintOf(unknown, 0).fill).toBe(colours.module('/bin/app'));
    expect(paintOf(unknown, 0).opacity).toBeLessThan(paintOf(simple, 0).opacity);
  });

  it('gives what is sought one colour, and puts all else aside', () => {
    expect(paintOf(simple, 2, 'work').fill).toBe('var(--hit)');
    expect(paintOf(simple, 0, 'work').opacity).toBeLessThan(paintOf(simple, 0).opacity);
  });

  it('marks the function that is selected', () => {
    const isMarked = marked(simple, { function: 'work', module: '/bin/app' });
    expect([...isMarked]).toEqual([0, 0, 1, 0]);
    const drawnWith = sceneOf(simple, palette(simple), sight, 7, isMarked);
    expect(drawnWith.rects[palette(simple).mark]).toEqual([0, 35, 99, 2]);
  });
});

describe('SVG', () => {
  it('writes names as text', () => {
    const hostile = layOut(drawn('<script>alert("x")</script>@"><image/onerror=x> 100'));
    const made = palette(hostile);
    const surface = { width: 600, height: 40, ratio: 1, background: '#000', size: 11, family: '"Mono"' };
    const seen = { ...sight, width: 600 };
    const svg = svgOf(sceneOf(hostile, made, seen, 7), made.paints, surface, ['a < b', '</svg>'], '#fff');
    expect(svg).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(svg).not.toMatch(/<script|<image/);
    expect(svg.match(/<\/svg>/g)).toHaveLength(1);
    expect(svg).toContain('<title>a &lt; b\n&lt;/svg&gt;</title>');
  });
});
