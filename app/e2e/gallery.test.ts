import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Shape } from '../../analyzers/contract.ts';
import { inOthers, widgets } from '../gallery/widgets.tsx';
import { shapes } from '../renderer/shapes/shapes.ts';
import { axeViolationsInThemes } from './axe.ts';
import { Dev } from './dev.ts';
import { root, seen, TestWindow } from './window.ts';

let dev: Dev;
let window: TestWindow;
beforeAll(async () => {
  dev = await Dev.start(root, 'gallery');
  window = await TestWindow.open([], {
    variables: { AFTERTRACE_PAGE: dev.page },
    isReady: page => page.getByRole('heading', { name: 'Gallery' }).waitFor(),
  });
});
afterAll(async () => {
  await window?.close();
  await dev?.end();
  expect(window?.pageErrors).toEqual([]);
});

/** The gallery has no menu bar. */
async function setTheme(theme: 'Dark' | 'Light'): Promise<void> {
  await window.page.getByRole('button', { name: theme.toLowerCase(), exact: true }).click();
  await window.page.waitForFunction(
    isDark => matchMedia('(prefers-color-scheme: dark)').matches === isDark,
    theme === 'Dark',
  );
}

describe('the gallery', () => {
  it.each(Object.keys(shapes))('draws %s', async shape => {
    const exhibit = window.page.getByRole('region', { name: `Exhibit ${shape}`, exact: true });
    await exhibit.scrollIntoViewIfNeeded();
    await expect.poll(() => exhibit.locator('.waiting, [aria-busy=true], .failure').count()).toBe(0);
    await seen(exhibit.locator('canvas, svg, [role=grid], [role=treegrid]').first());
    expect(await exhibit.locator('.grid-empty').count()).toBe(0);
  });

  it('has every widget', () => {
    const there = readdirSync(join(root, 'app/renderer/widgets'), { withFileTypes: true })
      .filter(
        entry => entry.isDirectory() || (entry.name.endsWith('.tsx') && !entry.name.endsWith('.test.tsx')),
      )
      .map(entry => entry.name.replace('.tsx', ''));
    expect([...Object.keys(widgets), ...inOthers].sort()).toEqual(there.sort());
  });

  it('has no violations of axe', async () => {
    expect(await axeViolationsInThemes(window, 'html', setTheme)).toEqual([]);
  });
});

/** Unit of each shape's picture in the gallery. Tables and trees have no picture to save. */
const units: Readonly<Record<Exclude<Shape, 'table' | 'tree'>, string>> = {
  series: 'events',
  tracks: '%',
  flame: 'samples',
  heat: 'samples',
  histogram: 'µs',
  cells: '%',
  'flame-chart': '11.8 s',
  waterfall: 'ms',
  scatter: '%',
  bars: 'In B.',
};

/** Texts of a saved picture as another program renders them. */
interface Drawn {
  readonly texts: readonly string[];
  /** Texts that reach beyond the edge. */
  readonly cut: readonly string[];
  /** Pairs of texts that overlap. */
  readonly over: readonly string[];
}

/** Runs in a page that shows only the SVG. */
const look = `(() => {
  const whole = document.documentElement.getBoundingClientRect();
  const all = [...document.querySelectorAll('text')].filter(each => each.textContent.trim() !== '');
  const boxes = all.map(each => each.getBoundingClientRect());
  const slack = 1;
  const words = at => all[at].textContent.trim();
  const cut = boxes.flatMap(({ left, top, right, bottom }, at) =>
    left < whole.left - slack || top < whole.top - slack || right > whole.right + slack || bottom > whole.bottom + slack ? [words(at)] : []);
  const over = [];
  for (let a = 0; a < boxes.length; a++)
    for (let b = 0; b < a; b++) {
      const across = Math.min(boxes[a].right, boxes[b].right) - Math.max(boxes[a].left, boxes[b].left);
      const down = Math.min(boxes[a].bottom, boxes[b].bottom) - Math.max(boxes[a].top, boxes[b].top);
      // A line box is as high as the font, which is more than its letters: overlaps up to 5 px do not count.
      if (across > 2 && down > 5) over.push(words(b) + ' | ' + words(a));
    }
  return { texts: all.map((_, at) => words(at)), cut, over };
})()`;

describe('a saved picture', () => {
  const saved = async (shape: string, kind: 'png' | 'svg'): Promise<string> => {
    const path = join(window.folder, `${shape}.${kind}`);
    rmSync(path, { force: true });
    await window.dialogsAnswer({ save: path });
    const exhibit = window.page.getByRole('region', { name: `Exhibit ${shape}`, exact: true });
    await exhibit.getByRole('button', { name: /^save/ }).first().click();
    await window.page.getByRole('menuitem', { name: `Save as ${kind.toUpperCase()}…` }).click();
    // Text at the end of a complete file of that kind.
    const end = { png: 'IEND', svg: '</svg>' }[kind];
    const isWhole = () => existsSync(path) && readFileSync(path).subarray(-16).includes(end);
    await expect.poll(isWhole, { timeout: 30_000 }).toBe(true);
    return path;
  };
  /** Opens the file in a second browser window, which is hidden. */
  const drawn = (path: string): Promise<Drawn> =>
    window.app.evaluate(
      async ({ BrowserWindow }, { path, look }) => {
        const hidden = BrowserWindow.getAllWindows().find(each => !each.isVisible());
        const other = hidden ?? new BrowserWindow({ show: false, width: 1600, height: 1200 });
        await other.loadFile(path);
        return other.webContents.executeJavaScript(look);
      },
      { path, look },
    );

  it.each(Object.entries(units))(
    'of the shape %s says what it shows, of what and in %s, and has a table',
    async (shape, unit) => {
      await setTheme('Light');
      const exhibit = window.page.getByRole('region', { name: `Exhibit ${shape}`, exact: true });
      await exhibit.scrollIntoViewIfNeeded();
      await expect.poll(() => exhibit.locator('.waiting, [aria-busy=true]').count()).toBe(0);
      const { texts, cut, over } = await drawn(await saved(shape, 'svg'));
      // Tracks combine several answers, and are titled by what they show.
      if (shape !== 'tracks') expect(texts.some(text => text.startsWith(shape))).toBe(true);
      expect(texts).toContain('all of it · UTC');
      expect(texts.join('\n')).toContain(unit);
      const png = await saved(shape, 'png');
      expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG');
      const table = exhibit.getByRole('grid').or(exhibit.getByRole('treegrid')).first();
      if (!(await table.isVisible()))
        await exhibit.getByRole('button', { name: 'table', exact: true }).click();
      await seen(table);
      expect({ cut, over }).toEqual({ cut: [], over: [] });
    },
  );

  it('has the colours of the theme, whatever its shape', async () => {
    await setTheme('Dark');
    for (const shape of Object.keys(units))
      expect(readFileSync(await saved(shape, 'svg'), 'utf8'), shape).toMatch(/#151a21|rgb\(21, ?26, ?33\)/i);
  });
});
