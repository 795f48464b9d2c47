import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './axe.ts';
import { gone, seen, TestWindow } from './window.ts';

describe('a capture that is shifted on the timeline', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared('cpu-hog');
    page = window.page;
    await seen(page.getByRole('list', { name: 'Legend of CPU by process' }));
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const strip = () => page.getByRole('region', { name: 'Shift of vmstat.txt' });
  const handle = () => strip().getByRole('slider', { name: 'Shift vmstat.txt by' });
  const offset = () => strip().getByRole('textbox', { name: 'Shifted by' });
  const begin = async () => {
    await page.getByText('vmstat.txt', { exact: true }).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Shift it on the timeline…' }).click();
    await seen(strip());
  };

  it('is dragged with the amount shown, and is undone like a typed one', async () => {
    await begin();
    expect(await axeViolations(window, '.timeline')).toEqual([]);
    await expect.poll(() => strip().locator('canvas').count()).toBe(1);
    const box = (await handle().boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 260, box.y + 20, { steps: 5 });
    await expect.poll(() => offset().inputValue()).toMatch(/^\+[\d.]+ s$/);
    await page.mouse.move(box.x + 140, box.y + 20, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => offset().inputValue()).toMatch(/^−[\d.]+ s$/);
    await strip().getByRole('button', { name: 'Set the clock' }).click();
    await gone(strip());
    await seen(page.getByText('The clock of vmstat.txt was set.'));
    await page.keyboard.press('Control+z');
    await seen(page.getByText(/^Undone: /));
  });

  it('is moved by keyboard, or by typing an amount', async () => {
    await begin();
    await expect.poll(() => handle().evaluate(each => each === document.activeElement)).toBe(true);
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => offset().inputValue()).toMatch(/^\+/);
    await offset().fill('1.5 s');
    await expect.poll(() => handle().getAttribute('aria-valuenow')).toBe('1500');
    await offset().fill('soon');
    await expect.poll(() => strip().getByRole('button', { name: 'Set the clock' }).isDisabled()).toBe(true);
    await strip().getByRole('button', { name: 'Cancel' }).click();
    await gone(strip());
  });
});
