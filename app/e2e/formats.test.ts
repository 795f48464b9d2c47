/** Formats corrected by a person: own log formats, a capture read again, a year set. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gone, seen, TestWindow } from './window.ts';

const billing = {
  id: 'billing',
  title: 'Billing service',
  patterns: ['{time:MMM d HH:mm:ss} !{level}! {component:token}: {message}'],
  levels: { uhoh: 'error' },
  samples: ['May  6 07:08:09 !uhoh! cart: lost'],
};

describe('formats', () => {
  let window: TestWindow;
  beforeAll(async () => {
    window = await TestWindow.shared();
  });
  afterAll(async () => {
    rmSync(formats(), { recursive: true, force: true });
    await window.close();
  });

  /** Read at each import. */
  const formats = () => join(window.settings, 'formats');

  const line = () => window.page.locator('.capture-line').first().textContent();
  const open = async () => {
    await window.page.keyboard.press('Control+o');
    await window.untilRead();
  };

  it('of users are read from the settings folder, and invalid ones are reported', async () => {
    const { page, folder } = window;
    mkdirSync(formats());
    writeFileSync(join(formats(), 'billing.json'), JSON.stringify(billing));
    writeFileSync(
      join(formats(), 'wrong.json'),
      JSON.stringify({ ...billing, id: 'wrong', samples: ['else'] }),
    );
    const log = join(folder, 'billing.log');
    writeFileSync(log, `${billing.samples[0]}\n`.repeat(20));
    utimesSync(log, new Date('2023-06-01T00:00:00Z'), new Date('2023-06-01T00:00:00Z'));
    await window.dialogsAnswer({ open: [log] });
    await open();
    expect(await line()).toContain('Billing service');
    await page.getByRole('button', { name: 'Not read 1' }).click();
    const unread = page.getByRole('tree', { name: 'Files that were not read' });
    expect(await unread.getByRole('treeitem').first().textContent()).toMatch(
      /^Is no format that can be used: .*matches no pattern/,
    );
    expect(await unread.getByRole('treeitem').last().textContent()).toMatch(/^wrong\.json/);
    expect(await unread.getByRole('combobox').count()).toBe(0);
    await page.getByRole('button', { name: /^Captures/ }).click();
  });

  it('can be changed in the menu of a capture, which keeps its name', async () => {
    const { page } = window;
    const readAgainAs = async (title: string) => {
      await page.locator('.capture').first().click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Read again as' }).click();
      await page.getByRole('menuitemcheckbox', { name: title, exact: true }).click();
      await expect.poll(line).toContain(title);
    };
    await readAgainAs('lines with a time');
    await readAgainAs('Billing service');
    expect(await page.locator('.capture-name').allTextContents()).toEqual(['billing.log']);
  });

  it('get the year that their times leave out, without reading again', async () => {
    const { page } = window;
    await seen(page.locator('.axis-label').getByText('2023-05-06'));
    await page.getByRole('button', { name: 'Set the clock of billing.log' }).click();
    const dialog = page.getByRole('dialog', { name: 'Clock of billing.log' });
    await dialog.getByRole('textbox').fill('2019');
    await page.keyboard.press('Enter');
    await gone(dialog);
    await seen(page.locator('.axis-label').getByText('2019-05-06'));
    expect(window.pageErrors).toEqual([]);
  });
});
