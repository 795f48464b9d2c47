/** Arrangements of a person are kept, and never refer to what is gone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { gone, seen, TestWindow } from './window.ts';

const kinds = fixture('perf-script/kinds.txt');
const header = fixture('perf-script/header.txt');

describe('a capture that is in scope', () => {
  let window: TestWindow;
  beforeEach(async () => {
    window = await TestWindow.shared([kinds, header]);
  });
  afterEach(() => window.close());

  const chips = () =>
    window.page
      .getByRole('navigation', { name: 'Scope' })
      .locator('.chip:not(.is-empty):not(.is-left-out)')
      .allTextContents();
  const captures = () => window.page.locator('.capture-name').allTextContents();

  it('is removed together with its part of the scope, and both are restored', async () => {
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
    await expect.poll(chips).toEqual([expect.stringContaining('kinds.txt')]);
    await gone(page.getByRole('status').getByText('was removed'));
  });

  it('is restored by keyboard', async () => {
    const { page } = window;
    await page.locator('.capture').first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Remove from the workspace' }).click();
    await expect.poll(captures).toEqual(['header.txt']);
    await page.keyboard.press('Control+z');
    await expect.poll(captures).toEqual(['kinds.txt', 'header.txt']);
    await page.keyboard.press('Control+z');
    await seen(page.getByRole('status').getByText('No capture was removed'));
  });
});

it('processes and modules of only one capture are removed from the scope with the capture, and restored with it', async () => {
  const window = await TestWindow.shared();
  const own = join(window.folder, 'own.perf.txt');
  const sample = (i: number) =>
    `worker 9 [000] 3005.${i}00000: 1 cpu-clock:\n\t1000 work+0x1 (/opt/worker)\n\n`;
  writeFileSync(own, [1, 2, 3].map(sample).join(''));
  const { page } = window;
  await window.dialogsAnswer({ open: [own, header] });
  await page.keyboard.press('Control+o');
  await window.untilRead();
  const chips = () => page.getByRole('button', { name: /^Remove .* from the scope$/ }).allTextContents();
  for (const [part, value] of [
    ['Process', 'worker'],
    ['Module', '/opt/worker'],
  ] as const) {
    await page.getByRole('button', { name: '+ add' }).click();
    await page.getByRole('menuitem', { name: part, disabled: false }).hover();
    await page.getByRole('menuitem', { name: value, exact: true }).click();
  }
  await expect.poll(chips).toHaveLength(2);
  const before = await chips();
  const capture = page.getByRole('tree', { name: 'Captures read' }).getByRole('treeitem', { name: /own/ });
  await capture.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove from the workspace' }).click();
  await expect.poll(chips).toEqual([]);
  await page.keyboard.press('[');
  expect(await chips()).toEqual([]);
  expect(await page.locator('.failure').count()).toBe(0);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(chips).toEqual(before);
  expect(window.pageErrors).toEqual([]);
  await window.close();
});

it('the list of files that were not read is stored per workspace', async () => {
  const window = await TestWindow.shared([kinds]);
  const { page } = window;
  const save = join(window.folder, 'case.aftertrace');
  const empty = join(window.folder, 'empty.txt');
  writeFileSync(empty, '');
  await window.dialogsAnswer({ open: [empty], save });
  await page.keyboard.press('Control+o');
  await page.getByRole('button', { name: 'Not read 1' }).click();
  await seen(page.getByRole('treeitem', { name: /^empty\.txt/ }));
  await page.keyboard.press('Control+s');
  await seen(page.getByRole('status').getByText('Saved as case.aftertrace.'));
  await window.openPalette('empty workspace');
  await page.keyboard.press('Enter');
  await window.untilEmpty();
  expect(await page.getByRole('treeitem', { name: /^empty\.txt/ }).count()).toBe(0);
  await page.getByRole('button', { name: /case\.aftertrace/ }).click();
  await page.getByRole('button', { name: 'Not read 1' }).click();
  await seen(page.getByRole('treeitem', { name: /^empty\.txt/ }));
  await window.close();
});

it('a program that is started again restores the panels, and with the workspace the order of a table, the selected function and the colours', async () => {
  let window = await TestWindow.open([fixture('samples/cpu-hog/cpu.perf.txt.zst')]);
  const grid = () => window.page.getByRole('grid', { name: 'Functions' });
  const self = () => grid().getByRole('columnheader', { name: /^self samples/ });
  const inspected = () =>
    window.page.getByRole('complementary', { name: 'Inspector' }).locator('.inspector-name').textContent();
  const colours = () =>
    grid()
      .locator('.swatch')
      .evaluateAll(all => all.slice(0, 12).map(each => (each as HTMLElement).style.background));
  const panel = () => window.page.getByRole('separator', { name: 'Captures', exact: true });
  const shown = async () => ({
    sort: await self().getAttribute('aria-sort'),
    functions: await window.column('Functions', 'function'),
    inspected: await inspected(),
    colours: await colours(),
    panel: await panel().getAttribute('aria-valuenow'),
  });

  const usual = await panel().getAttribute('aria-valuenow');
  await panel().focus();
  await window.page.keyboard.press('ArrowRight');
  await window.show('Functions');
  await self().getByRole('button').click();
  await self().getByRole('button').click();
  const functions = await window.column('Functions', 'function');
  await grid().focus();
  await window.page.keyboard.press('ArrowDown');
  await window.page.keyboard.press('ArrowDown');
  await expect.poll(inspected).toBe(functions[1]);
  const before = await shown();
  expect(before.sort).toBe('ascending');
  expect(before.panel).not.toBe(usual);
  const save = join(window.folder, 'case.aftertrace');
  await window.dialogsAnswer({ save });
  await window.page.keyboard.press('Control+s');
  await seen(window.page.getByRole('status').getByText('Saved as case.aftertrace.'));
  await window.app.close();
  window = await TestWindow.open([save], { folder: window.folder });
  await seen(grid());
  await expect.poll(inspected).toBe(functions[1]);
  await expect.poll(shown).toEqual(before);
  await window.close();
});
