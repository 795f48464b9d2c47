import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { TestWindow } from './window.ts';

it('a second launch opens its files, relative to its own folder, in the first window and brings that to the front', async () => {
  const window = await TestWindow.shared('kinds');
  const elsewhere = join(window.folder, 'elsewhere');
  mkdirSync(elsewhere);
  copyFileSync(fixture('perf-script/header.txt'), join(elsewhere, 'other.txt'));
  const isInFront = () =>
    window.app.evaluate(({ BrowserWindow }) => {
      const all = BrowserWindow.getAllWindows();
      return all.length === 1 && all[0]!.isVisible() && !all[0]!.isMinimized();
    });
  await window.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.hide());
  expect(await isInFront()).toBe(false);
  expect(await window.launchAgain(['other.txt'], elsewhere)).toBe(0);
  // The open workspace has a file, which is not changed unasked.
  const asked = window.page.getByRole('dialog', { name: 'Where to open the captures?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(await window.page.locator('.capture-name').allTextContents()).toEqual(['kinds.txt']);
  expect(await window.launchAgain(['other.txt'], elsewhere)).toBe(0);
  await asked.getByRole('button', { name: 'Add to this workspace' }).click();
  await expect
    .poll(() => window.page.locator('.capture-name').allTextContents())
    .toEqual(['kinds.txt', 'other.txt']);
  expect(await isInFront()).toBe(true);
  expect(await window.launchAgain(['other.txt'], elsewhere)).toBe(0);
  // The first button that Enter presses keeps the workspace as it is.
  await asked.waitFor();
  await window.page.keyboard.press('Enter');
  await expect.poll(() => window.page.locator('.capture-name').allTextContents()).toEqual(['other.txt']);
  await window.close();
});
