import { describe, expect, it } from 'vitest';
import { Colours } from '../../state/colours.ts';
import { svgOf } from './draw.ts';
import { framesFromText } from './frames-from-text.testing.ts';
import { blocksOf, type Layout, layOut } from './layout.ts';
import { paintsOf, paletteOf } from './palette.ts';
import { fitted, levelAt, type Scene, type Sight, sceneOf, topOf, underlinesOf } from './scene.ts';
import { search } from './search.ts';

const sight: Sight = { from: 0, to: 100, width: 200, height: 100, scrolled: 0, rootIsBelow: false, ratio: 1 };
const colours = new Colours().with(['app'], ['/bin/app', 'libc']);
const plain = (layout: Layout) => paintsOf(paletteOf(layout, colours), null);
const scene = (layout: Layout, seen: Partial<Sight> = {}) =>
  sceneOf(layout, plain(layout), { ...sight, ...seen }, 7);
/** x, y and width of each rectangle. */
const rects = ({ strips }: Scene) =>
  strips.flatMap(({ y, rects: all }) =>
    Array.from({ length: all.length / 3 }, (_, i) => [all[3 * i]!, y, all[3 * i + 1]!]).sort(
      (a, b) => a[0]! - b[0]!,
    ),
  );

const simple = layOut(
  framesFromText(`
    main@/bin/app 80 +10
      work@/bin/app 50
      read@libc 20
    start@tool 20
  `),
);

describe('scene', () => {
  it('has a rectangle for each block in view, and for the left-out rest', () => {
    expect(rects(scene(simple))).toEqual([
      [0, 0, 159],
      [160, 0, 39],
      [0, 19, 99],
      [100, 19, 39],
      [140, 19, 20],
    ]);
  });

  it('shows a zoom with callers as wide as the view', () => {
    expect(rects(scene(simple, { from: 50, to: 70 }))).toEqual([
      [0, 0, 199],
      [0, 19, 199],
    ]);
  });

  it('shows the levels that are scrolled to, with the root at the top or at the bottom', () => {
    expect(rects(scene(simple, { height: 30, scrolled: 19 }))[0]).toEqual([0, 0, 99]);
    const below = { rootIsBelow: true, height: 100 };
    expect(topOf(simple, 0, { ...sight, ...below })).toBe(81);
    expect(rects(scene(simple, below))[1]).toEqual([160, 81, 39]);
    for (const rootIsBelow of [false, true])
      for (const level of [0, 1])
        expect(
          levelAt(simple, topOf(simple, level, { ...sight, rootIsBelow }) + 5, { ...sight, rootIsBelow }),
        ).toBe(level);
  });

  it('writes names only where they fit', () => {
    expect(scene(simple).labels.map(({ text }) => text)).toEqual(['main', 'work', 'read']);
    expect(scene(simple, { width: 100 }).labels.map(({ text }) => text)).toEqual(['main', 'work']);
    expect(fitted('function', 8)).toBe('function');
    expect(fitted('function', 5)).toBe('func…');
    expect(fitted('function', 4)).toBe('');
  });

  it('merges adjacent blocks, so that it draws no more rectangles than pixels, without gaps', () => {
    const many = (module: string) =>
      layOut(framesFromText(`main@app 100000\n${`  f@app 10\n  f@${module} 10\n`.repeat(5000)}`));
    const level = (layout: Layout) => rects(scene(layout, { to: 100_000 })).filter(([, y]) => y === 19);
    expect(level(many('app'))).toEqual([[0, 19, 200]]);
    const mixed = level(many('libc'));
    expect(mixed.length).toBeLessThanOrEqual(200);
    // No pixel is left free.
    expect(mixed.reduce((sum, [, , width]) => sum + width!, 0)).toBe(200);
  });
});

describe('lines under blocks', () => {
  const lines = (name: string, module: string, seen: Partial<Sight> = {}) =>
    underlinesOf(simple, blocksOf(simple, { function: name, module }), { ...sight, ...seen });

  it('mark the drawn blocks of a function', () => {
    expect(lines('work', '/bin/app')).toEqual([0, 35, 99, 2]);
    expect(lines('read', 'libc')).toEqual([100, 35, 39, 2]);
    expect(lines('work', 'libc')).toEqual([]);
  });

  it('are not drawn for blocks out of view', () => {
    expect(lines('work', '/bin/app', { from: 50, to: 70 })).toEqual([]);
    expect(lines('work', '/bin/app', { height: 30, scrolled: 40 })).toEqual([]);
    expect(lines('read', 'libc', { from: 50, to: 70 })).toEqual([0, 35, 199, 2]);
  });
});

describe('palette', () => {
  const paintOf = (layout: Layout, block: number, sought = '') => {
    const palette = paletteOf(layout, colours);
    return palette.paints[paintsOf(palette, search(layout, sought)).paintOf(block)]!;
  };

  it('gives a frame the colour of its module, fainter without a symbol', () => {
    expect(paintOf(simple, 0).fill).toBe(colours.module('/bin/app'));
    const unknown = layOut(framesFromText('[unknown]@/bin/app 10'));
    expect(paintOf(unknown, 0).fill).toBe(colours.module('/bin/app'));
    expect(paintOf(unknown, 0).opacity).toBeLessThan(paintOf(simple, 0).opacity);
  });

  it('gives matches one colour, and dims all others', () => {
    expect(paintOf(simple, 2, 'work').fill).toBe('var(--hit)');
    expect(paintOf(simple, 0, 'work').opacity).toBeLessThan(paintOf(simple, 0).opacity);
  });
});

describe('SVG', () => {
  it('writes names as text', () => {
    const hostile = layOut(framesFromText('<script>alert("x")</script>@"><image/onerror=x> 100'));
    const palette = paletteOf(hostile, colours);
    const surface = { width: 600, height: 40, ratio: 1, background: '#000', size: 11, family: '"Mono"' };
    const seen = { ...sight, width: 600 };
    const svg = svgOf(
      sceneOf(hostile, plain(hostile), seen, 7),
      palette.paints,
      surface,
      ['a < b', '</svg>'],
      '#fff',
    );
    expect(svg).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(svg).not.toMatch(/<script|<image/);
    expect(svg.match(/<\/svg>/g)).toHaveLength(1);
    expect(svg).toContain('<title>a &lt; b\n&lt;/svg&gt;</title>');
  });
});
