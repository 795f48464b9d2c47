import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { objections } from './objections.ts';
import { views } from './view-names.ts';
import { TestWindow } from './window.ts';

describe('for those who cannot see it well', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.open([
      fixture('samples/cpu-hog/cpu.perf.txt.zst'),
      fixture('perf-script/damaged.txt'),
    ]);
    page = window.page;
  });
  afterAll(() => window.close());

  for (const theme of ['light', 'dark'] as const) {
    describe(theme, () => {
      beforeAll(async () => {
        await window.setTheme(theme === 'dark' ? 'Dark' : 'Light');
      });

      for (const view of views)
        it(`${view} has nothing that axe objects to`, async () => {
          await window.show(view);
          const grid = page.locator('[role=grid], [role=treegrid]').first();
          if (view !== 'Overview') {
            await grid.waitFor();
            await grid.focus();
            for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'ArrowDown'])
              await page.keyboard.press(key);
          }
          expect(await objections(window)).toEqual([]);
        });

      it('dialogs and menus have nothing that axe objects to', async () => {
        for (const open of ['Control+k', '?']) {
          await page.keyboard.press(open);
          await page.getByRole('dialog').waitFor();
          expect(await objections(window)).toEqual([]);
          await page.keyboard.press('Escape');
          await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
        }
        await page.getByRole('button', { name: '+ add' }).click();
        await page.getByRole('menu').waitFor();
        expect(await objections(window)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect.poll(() => page.getByRole('menu').count()).toBe(0);
      });
    });
  }

  it('shows where the keyboard is', async () => {
    await window.show('Functions');
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
      return { outlineStyle, outlineWidth };
    });
    expect(outline).toEqual({ outlineStyle: 'solid', outlineWidth: '2px' });
  });
});
