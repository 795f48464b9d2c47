import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { axeViolationsInThemes, view } from './axe.ts';
import { seen, TestWindow } from './window.ts';

describe('the picture of histograms', () => {
  let window: TestWindow;
  let page: Page;
  let bars: Locator;
  beforeAll(async () => {
    window = await TestWindow.shared([fixture('bpftrace/read-latency.txt')]);
    page = window.page;
    await page.getByRole('button', { name: /^more/ }).click();
    await page.getByRole('menuitem', { name: 'Histograms' }).click();
    bars = page.getByRole('application', { name: 'Bars of Histograms' });
    await seen(bars.locator('canvas'));
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const name = () => bars.getAttribute('aria-label');

  it('is navigated from bar to bar by keyboard, past the names, and describes the current bar', async () => {
    expect(await name()).toBe('Bars of Histograms: arrows move');
    await bars.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(name).toMatch(/^Bars of Histograms: bpftrace @\S+, .+: [\d,]+$/);
    const first = await name();
    await page.keyboard.press('ArrowDown');
    await expect.poll(name).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    await expect.poll(name).toBe(first);
  });

  it('scrolls to the bar that the keyboard is on', async () => {
    await page.keyboard.press('ArrowUp');
    for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowDown');
    const within = async () => {
      const [all, one] = [(await bars.boundingBox())!, (await bars.locator('.is-active').boundingBox())!];
      return one.y >= all.y - 1 && one.y + one.height <= all.y + all.height + 1;
    };
    await expect.poll(within).toBe(true);
  });

  it('has the menu of its row, beside the bar', async () => {
    const bar = (await bars.locator('.is-active').boundingBox())!;
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'Actions for this bar' });
    await seen(menu);
    expect(await menu.getByRole('menuitem').count()).toBeGreaterThan(0);
    expect((await menu.boundingBox())!.y).toBeLessThanOrEqual(bar.y + bar.height + 12);
    await page.keyboard.press('Escape');
  });

  it('has a table of the same rows', async () => {
    const grid = page.getByRole('grid', { name: 'Histograms' });
    expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(10);
  });

  it('has no violations of axe', async () => {
    expect(await axeViolationsInThemes(window, view)).toEqual([]);
  });
});
