import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seen, TestWindow } from './window.ts';

/** Writes many small files: only their number matters. */
function writeFolder(folder: string): void {
  for (let i = 0; i < 260; i++) {
    const of = join(folder, `host-${i % 4}`);
    mkdirSync(of, { recursive: true });
    const second = String(i % 60).padStart(2, '0');
    const line = `2026-01-02 03:04:${second},123 - shop.cart - INFO - cart opened items=${i}\n`;
    writeFileSync(join(of, `${i % 8 < 4 ? 'app' : 'worker'}-${i}.log`), line.repeat(3));
  }
  for (let i = 0; i < 30; i++) writeFileSync(join(folder, `empty-${i}.txt`), '');
  writeFileSync(join(folder, 'odd.txt'), 'neither times\nnor numbers\n');
}

describe('hundreds of captures', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared();
    const folder = join(window.folder, 'captures');
    writeFolder(folder);
    page = window.page;
    await window.dialogsAnswer({ open: [folder] });
    await page.getByRole('button', { name: 'Open a folder…' }).click();
    await window.untilRead();
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const tree = () => page.getByRole('tree', { name: 'Captures read' });
  const rows = () => tree().getByRole('treeitem');
  const texts = () => rows().allTextContents();
  const inspector = () => page.getByRole('complementary', { name: 'Inspector' });

  it('are grouped by folder, with counts; open groups list only the captures in view', async () => {
    await expect.poll(texts).toEqual([0, 1, 2, 3].map(i => expect.stringMatching(`^host-${i}.*65$`)));
    await rows().first().click();
    await expect.poll(() => rows().count()).toBeGreaterThan(8);
    expect(await rows().count()).toBeLessThan(60);
    expect(await rows().first().getAttribute('aria-expanded')).toBe('true');
    const [group, first, second] = await Promise.all([0, 1, 2].map(i => rows().nth(i).boundingBox()));
    expect(first!.y).toBeCloseTo(group!.y + group!.height, 0);
    // Each row is two lines high.
    expect(second!.y - first!.y).toBe(44);
  });

  it('are selected by a click, and a second action narrows the scope to them', async () => {
    const item = rows().nth(2);
    const name = (await item.locator('.capture-name').textContent())!;
    await item.click();
    await seen(inspector().getByText(name, { exact: true }));
    expect(await inspector().textContent()).toMatch(/rows3 events.*lines used3 of 3/);
    const chip = page.getByRole('button', { name: /^Remove .* from the scope$/ });
    expect(await chip.count()).toBe(0);
    await item.dblclick();
    expect(await chip.textContent()).toContain(name);
    await item.dblclick();
    await expect.poll(() => chip.count()).toBe(0);
    await tree().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await chip.textContent()).not.toContain(name);
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Remove from the scope' }).click();
    await expect.poll(() => chip.count()).toBe(0);
  });

  it('are closed by keyboard', async () => {
    await tree().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => rows().count()).toBe(4);
  });

  it('are searched', async () => {
    await page.getByRole('searchbox', { name: 'Find a capture' }).fill('worker-14');
    await expect
      .poll(async () => (await texts()).filter(text => text.includes('worker')).length)
      .toBeGreaterThan(3);
    for (const text of await texts()) expect(text).toMatch(/^(?:host|worker-14)/);
    await page.keyboard.press('Escape');
    await expect.poll(() => rows().count()).toBe(4);
  });

  it('show unread files by reason, with counts, and can be searched', async () => {
    await page.getByRole('button', { name: 'Not read 31' }).click();
    const unread = page.getByRole('tree', { name: 'Files that were not read' });
    const items = unread.getByRole('treeitem');
    expect(await items.first().textContent()).toMatch(/^Is empty: there is nothing to read\.30$/);
    expect((await unread.boundingBox())!.height).toBeGreaterThan(300);
    await page.getByRole('searchbox', { name: 'Find a file or reason' }).fill('odd');
    await expect.poll(() => items.count()).toBe(2);
    expect(await items.first().textContent()).toMatch(/^Is in no known format/);
    await seen(page.getByRole('combobox', { name: 'Read odd.txt as' }));
  });
});
