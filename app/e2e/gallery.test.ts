import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inOthers, widgets } from '../gallery/widgets.tsx';
import { shapes } from '../renderer/shapes/shapes.ts';
import { axeViolations } from './axe.ts';
import { Dev } from './dev.ts';
import { root, TestWindow } from './window.ts';

describe('the gallery', () => {
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
  });

  it.each(Object.keys(shapes))('draws %s', async shape => {
    const exhibit = window.page.getByRole('region', { name: `Exhibit ${shape}`, exact: true });
    await exhibit.scrollIntoViewIfNeeded();
    await expect.poll(() => exhibit.locator('.waiting, [aria-busy=true], .failure').count()).toBe(0);
    await exhibit.locator('canvas, svg, [role=grid], [role=treegrid]').first().waitFor();
    expect(await exhibit.locator('.grid-empty').count()).toBe(0);
  });

  it('has every widget', () => {
    const there = readdirSync(join(root, 'app/renderer/widgets'), { withFileTypes: true })
      .filter(entry => entry.isDirectory() || entry.name.endsWith('.tsx'))
      .map(entry => entry.name.replace('.tsx', ''));
    expect([...Object.keys(widgets), ...inOthers].sort()).toEqual(there.sort());
  });

  it.each(['light', 'dark'] as const)('has nothing that axe objects to when it is %s', async theme => {
    const { page } = window;
    await page.getByRole('button', { name: theme }).click();
    await page.waitForFunction(
      isDark => matchMedia('(prefers-color-scheme: dark)').matches === isDark,
      theme === 'dark',
    );
    expect(await axeViolations(window)).toEqual([]);
  });

  it('reports no errors', () => {
    expect(window.pageErrors).toEqual([]);
  });
});
