/** What a person has arranged is neither lost nor left behind dead. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { TestWindow } from './window.ts';

const kinds = fixture('perf-script/kinds.txt');
const header = fixture('perf-script/header.txt');

describe('a capture that is in scope', () => {
  let window: TestWindow;
  beforeEach(async () => {
    window = await TestWindow.open([kinds, header]);
  });
  afterEach(() => window.close());

  const chips = () =>
    window.page
      .getByRole('navigation', { name: 'Scope' })
      .locator('.chip:not(.is-empty):not(.is-left-out)')
      .allTextContents();
  const captures = () => window.page.locator('.capture-name').allTextContents();

  it('takes its scope with it when it is removed, and brings it back', async () => {
    const { page } = window;
    const capture = page
      .getByRole('tree', { name: 'Captures read' })
      .getByRole('treeitem', { name: /kinds\.txt/ });
    await capture.dblclick();
    await expect.poll(chips).toEqual([expect.stringContaining('kinds.txt')]);
    await capture.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Remove from the workspace' }).click();
    await expect.poll(captures).toEqual(['header.txt']);
    expect(await chips()).toEqual([]);
    await page.keyboard.press('[');
    expect(await chips()).toEqual([]);
    expect(await page.locator('.failure').count()).toBe(0);

    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(captures).toEqual(['kinds.txt', 'header.txt']);
    expect(await chips()).toEqual([expect.stringContaining('kinds.txt')]);
    await page.getByRole('status').getByText('was removed').waitFor({ state: 'detached' });
  });

  it('comes back by key', async () => {
    const { page } = window;
    await page.locator('.capture').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Remove from the workspace' }).click();
    await expect.poll(captures).toEqual(['header.txt']);
    await page.keyboard.press('Control+z');
    await expect.poll(captures).toEqual(['kinds.txt', 'header.txt']);
    await page.keyboard.press('Control+z');
    await page.getByRole('status').getByText('No capture was removed').waitFor();
  });
});

it('files that were not read belong to their workspace', async () => {
  const window = await TestWindow.open([kinds]);
  const { page } = window;
  const save = join(window.folder, 'case.aftertrace');
  const empty = join(window.folder, 'empty.txt');
  writeFileSync(empty, '');
  await window.dialogsAnswer({ open: [empty], save });
  await page.keyboard.press('Control+o');
  await page.getByRole('button', { name: 'Not read 1' }).click();
  await page.getByRole('treeitem', { name: /^empty\.txt/ }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByRole('status').getByText('Saved as case.aftertrace.').waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('empty workspace');
  await page.keyboard.press('Enter');
  await window.isEmpty();
  expect(await page.getByRole('treeitem', { name: /^empty\.txt/ }).count()).toBe(0);
  await page.getByRole('button', { name: /case\.aftertrace/ }).click();
  await page.getByRole('button', { name: 'Not read 1' }).click();
  await page.getByRole('treeitem', { name: /^empty\.txt/ }).waitFor();
  await window.close();
});
