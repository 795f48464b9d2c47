import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seen, TestWindow } from './window.ts';

describe('the timeline', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared('samples');
    page = window.page;
    await seen(page.getByRole('list', { name: 'Legend of CPU by process' }));
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const chip = () => page.getByRole('button', { name: /^Remove .* from the scope$/ });
  const samples = async () =>
    Number(
      /Of (?:the other )?([\d,]+) samples/
        .exec((await page.locator('.headline').textContent()) ?? '')?.[1]
        ?.replaceAll(',', ''),
    );

  it('narrows every view to the time that is dragged over', async () => {
    const all = await samples();
    await drag(page, 0.4, 0.7);
    await expect.poll(() => chip().count()).toBe(1);
    expect(await chip().textContent()).toMatch(/^\d\d:\d\d:\d\d\.\d+ – \d\d:\d\d:\d\d\.\d+ · [\d.]+ s/);
    await expect.poll(samples).toBeLessThan(all);
    expect(await samples()).toBeGreaterThan(0);
    await chip().click();
    await expect.poll(samples).toBe(all);
  });

  it('is brushed by keyboard', async () => {
    const start = page.getByRole('slider', { name: 'Start of the selected time' });
    await start.focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => chip().count()).toBe(1);
    expect(await start.getAttribute('aria-valuetext')).toMatch(/selected \d\d:\d\d/);
    await page.keyboard.press('Escape');
    await expect.poll(async () => Number(await start.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  });

  it('moves an edge by its handle', async () => {
    await drag(page, 0.4, 0.6);
    await expect.poll(() => chip().count()).toBe(1);
    const before = await chip().textContent();
    const edge = (await page.getByRole('slider', { name: 'End of the selected time' }).boundingBox())!;
    await page.mouse.move(edge.x + edge.width / 2, edge.y + 10);
    await page.mouse.down();
    await page.mouse.move(edge.x + 60, edge.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => chip().textContent()).not.toBe(before);
    expect((await chip().textContent())!.slice(0, 10)).toBe(before!.slice(0, 10));
  });

  it('zooms to the scope and back', async () => {
    const ticks = () => page.locator('.tick').allTextContents();
    const before = await ticks();
    await page.keyboard.press('z');
    await expect.poll(ticks).not.toEqual(before);
    await page.keyboard.press('z');
    await expect.poll(ticks).toEqual(before);
  });

  it('zooms by wheel around the pointer', async () => {
    const box = (await page.locator('.brush').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 40);
    await page.mouse.wheel(0, -400);
    await page.getByRole('button', { name: 'show all' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'show all' }).count()).toBe(0);
  });

  it('shows the usage of each process under the pointer', async () => {
    const box = (await page.locator('.brush').boundingBox())!;
    await page.mouse.move(box.x + box.width / 3, box.y + 40);
    const legend = page.getByRole('list', { name: 'Legend of CPU by process' });
    await expect.poll(() => legend.getByRole('listitem').first().textContent()).toMatch(/postgres\d\.\d\d/);
    expect(await page.locator('.cursor-time').textContent()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
  });

  it('shows times in the zone that is chosen', async () => {
    const before = await page.locator('.tick').first().textContent();
    await page.getByRole('button', { name: 'Times are shown in UTC' }).click();
    await seen(page.getByRole('menuitemradio').first());
    await page.keyboard.press('Escape');
    expect(await page.locator('.tick').first().textContent()).toBe(before);
  });
});

/** Drags over the tracks; `from` and `to` are shares of their width. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = (await page.locator('.brush').boundingBox())!;
  const y = box.y + 45;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, y, { steps: 6 });
  await page.mouse.up();
}
