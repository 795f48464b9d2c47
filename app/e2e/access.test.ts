import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { views } from '../renderer/views/views.ts';
import { axeViolationsInThemes, view } from './axe.ts';
import { seen, TestWindow } from './window.ts';

describe('accessibility', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    // Captures for every view: samples, metrics, problems, a log and switches.
    window = await TestWindow.shared([
      fixture('samples/cpu-hog'),
      fixture('perf-script/damaged.txt'),
      fixture('postgresql/disk-stall.log'),
      fixture('perf-script/sched.txt'),
    ]);
    page = window.page;
  });
  afterAll(() => window.close());

  for (const { title, key } of views)
    it(`${title} has no violations of axe`, async () => {
      for (const each of key.split(' ')) await page.keyboard.press(each);
      const panel = page.getByRole('tabpanel', { name: title, exact: true });
      await seen(panel);
      const waiting = () => panel.locator('.waiting, [aria-busy=true]').count();
      await expect.poll(waiting).toBe(0);
      const grid = panel.locator('[role=grid], [role=treegrid]').first();
      if (await grid.isVisible()) {
        await grid.focus();
        for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
        // Another row leads to other questions.
        await window.untilAnswered();
        await expect.poll(waiting).toBe(0);
      }
      expect(await axeViolationsInThemes(window, view)).toEqual([]);
    });

  it('the window around the views, dialogs and menus have no violations of axe', async () => {
    expect(await axeViolationsInThemes(window)).toEqual([]);
    for (const open of ['Control+k', '?']) {
      await page.keyboard.press(open);
      await seen(page.getByRole('dialog'));
      expect(await axeViolationsInThemes(window, 'dialog')).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
    await page.getByRole('button', { name: '+ add' }).click();
    await seen(page.getByRole('menu'));
    expect(await axeViolationsInThemes(window)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  });

  it('shows which element has the focus', async () => {
    await window.show('Functions');
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
      return { outlineStyle, outlineWidth };
    });
    expect(outline).toEqual({ outlineStyle: 'solid', outlineWidth: '2px' });
  });
});
