import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolationsInThemes, view } from './axe.ts';
import { seen, TestWindow } from './window.ts';

describe('SQL', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared('kinds');
    page = window.page;
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const editor = () => page.getByRole('textbox', { name: 'SQL' });
  const rows = () => window.column('Rows of the SELECT', 'samples');
  /** Replaces the text, at once: typing takes some frames a letter. */
  const write = async (text: string) => {
    await editor().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    await page.keyboard.press('Escape');
  };

  it('is opened by its key and begins with example statements for the tables of the workspace', async () => {
    await page.keyboard.press('v');
    await page.keyboard.press('q');
    await page.getByRole('button', { name: 'Busiest functions by process' }).click();
    await seen(page.getByRole('grid', { name: 'Rows of the SELECT' }));
    expect((await rows()).length).toBeGreaterThan(0);
  });

  it('runs the statement on Ctrl+Enter, and completes names of the workspace', async () => {
    await editor().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('SELECT count(*) AS samples FROM ');
    await page.keyboard.type('sampl');
    await seen(page.getByRole('option', { name: /^samples/ }));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Enter');
    await expect.poll(rows).toHaveLength(1);
    // The overview counts the same samples.
    const said = await page.getByRole('contentinfo').textContent();
    expect(said).toContain(`${(await rows())[0]} samples`);
  });

  it('reports an error and its position', async () => {
    await write('SELECT nonsense FROM samples');
    await page.keyboard.press('Control+Enter');
    const wrong = page.getByRole('alert');
    await seen(wrong.filter({ hasText: '"nonsense" not found' }));
    await seen(page.getByText('nonsense', { exact: true }).and(page.locator('.cm-wrong')));
    await write('DROP TABLE sample');
    await page.keyboard.press('Control+Enter');
    await seen(wrong.filter({ hasText: 'Only SELECT is answered here' }));
  });

  it('stops on Esc', async () => {
    await write(
      'WITH RECURSIVE t AS (SELECT 1 AS a UNION ALL SELECT a + 1 FROM t) SELECT count(*) AS samples FROM t',
    );
    await page.keyboard.press('Control+Enter');
    await seen(page.getByRole('button', { name: /^Stop/ }));
    await page.keyboard.press('Escape');
    await seen(page.getByRole('button', { name: /^Run/ }));
    await write('SELECT 7 AS samples');
    await page.keyboard.press('Control+Enter');
    await expect.poll(rows).toEqual(['7']);
  });

  it('draws rows that have a time as lines', async () => {
    await write(
      'SELECT make_timestamp_ns(1700000000000000000 + range * 1000000000) AS "time", range * range AS samples FROM range(20)',
    );
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(5);
    await page.getByRole('group', { name: 'Rows as' }).getByRole('button', { name: 'Lines' }).click();
    await seen(page.getByRole('region', { name: 'Charts of Rows of the SELECT' }));
    await page.getByRole('group', { name: 'Rows as' }).getByRole('button', { name: 'Table' }).click();
  });

  it('draws rows as bars, and two numbers against each other', async () => {
    await write(
      'SELECT range AS n, CASE WHEN range = 3 THEN NULL ELSE range * 10 END AS samples FROM range(6)',
    );
    await page.keyboard.press('Control+Enter');
    await expect.poll(rows).toHaveLength(6);
    const parts = page.getByRole('group', { name: 'Rows as' });
    await parts.getByRole('button', { name: 'Bars' }).click();
    const bars = page.getByRole('application', { name: /^Bars of Rows of the SELECT/ });
    await bars.focus();
    await page.keyboard.press('ArrowDown');
    await seen(page.getByRole('application', { name: /0: 0/ }));
    await parts.getByRole('button', { name: 'Points' }).click();
    await page.getByRole('application', { name: /^Rows of the SELECT/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await seen(page.getByRole('application', { name: 'n: 1 · samples: 10' }));
    await parts.getByRole('button', { name: 'Table' }).click();
  });

  it('draws bars that the first key reaches, however long the rows take', async () => {
    await write('SELECT range AS n, range * 7 AS samples FROM range(6)');
    const parts = page.getByRole('group', { name: 'Rows as' });
    await parts.getByRole('button', { name: 'Bars' }).click();
    await window.whileUnanswered(async () => {
      await editor().click();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('application', { name: /^Bars of Rows of the SELECT/ }).focus();
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    });
    await seen(page.getByRole('application', { name: /2: 14/ }));
    await parts.getByRole('button', { name: 'Table' }).click();
  });

  it('lists statements run before', async () => {
    await write('SELECT 11 AS samples');
    await page.keyboard.press('Control+Enter');
    await expect.poll(rows).toEqual(['11']);
    await write('SELECT 12 AS samples');
    await page.keyboard.press('Control+Enter');
    await expect.poll(rows).toEqual(['12']);
    await page.getByRole('button', { name: /^history/ }).click();
    await page.getByRole('menuitem', { name: 'SELECT 11 AS samples' }).click();
    await expect.poll(rows).toEqual(['11']);
  });

  it('saves a statement under a name, in the workspace', async () => {
    await write('SELECT 42 AS samples');
    const menu = page.getByRole('region', { name: 'SELECT' }).getByRole('button', { name: /^saved/ });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Save as…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('the answer');
    await page.keyboard.press('Enter');
    await seen(page.getByRole('button', { name: /^the answer/ }));
    await write('SELECT 1 AS samples');
    await menu.click();
    await page.getByRole('menuitem', { name: 'the answer', exact: true }).click();
    await expect.poll(rows).toEqual(['42']);
    // While the text is unchanged, the menu has the name of the saved query.
    await page.getByRole('button', { name: /^the answer/ }).click();
    await page.getByRole('menuitem', { name: 'Forget “the answer”' }).click();
    await seen(menu);
    await page.getByRole('button', { name: 'Undo' }).click();
    await seen(page.getByRole('button', { name: /^the answer/ }));
  });

  it('exports its rows', async () => {
    await write('SELECT range AS samples FROM range(30)');
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await rows()).length).toBeGreaterThan(5);
    const path = join(window.folder, 'rows.csv');
    await window.dialogsAnswer({ save: path });
    await window.openPalette('Export the table');
    await page.keyboard.press('Enter');
    await expect.poll(() => readFileSync(path, 'utf8').split('\n').length).toBeGreaterThan(20);
  });

  it('has no violations of axe', async () => {
    expect(await axeViolationsInThemes(window, view)).toEqual([]);
  });
});
