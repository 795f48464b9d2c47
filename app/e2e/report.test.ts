import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileTexts } from '../../fixtures/hostile-texts.ts';
import { reportHtml } from '../report/html.ts';
import { modelOf } from '../report/report.testing.ts';
import { axeViolationsOn } from './axe.ts';
import { seen, TestWindow } from './window.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');

describe('a report in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-report-'));
  let window: TestWindow;
  beforeAll(async () => {
    window = await TestWindow.shared();
  });
  afterAll(async () => {
    await window.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a report in a window without the program's bridge; `watch` is called before the page is loaded. */
  async function shown(
    name: string,
    texts: readonly string[],
    width: number,
    watch: (page: Page) => void = () => undefined,
  ): Promise<Page> {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, reportHtml(modelOf(texts), hashOf));
    const opened = window.app.waitForEvent('window');
    await window.app.evaluate(({ BrowserWindow }, wide) => {
      const page = new BrowserWindow({ width: wide, height: 900, webPreferences: { sandbox: true } });
      void page.loadURL('about:blank');
    }, width);
    const page = await opened;
    watch(page);
    await page.goto(pathToFileURL(file).href);
    await seen(page.getByRole('heading', { level: 1 }));
    return page;
  }

  it.each([
    ['light', 1440],
    ['light', 390],
    ['dark', 1440],
    ['dark', 390],
  ] as const)('has nothing that axe objects to, in %s at %i px', async (scheme, width) => {
    const page = await shown(`plain-${width}`, ['heap_update', 'base_yyparse'], width);
    if (
      (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) !==
      (scheme === 'dark')
    )
      await page.getByRole('button', { name: 'Light or dark' }).click();
    expect(await axeViolationsOn(page)).toEqual([]);
    await page.close();
  });

  it('sorts its tables and zooms its flame graphs', async () => {
    const page = await shown('live', ['heap_update'], 1440);
    const table = page.getByRole('table').first();
    await table.getByRole('button', { name: 'total' }).click();
    expect(await table.getByRole('columnheader', { name: 'total' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    const boxes = page.locator('.flame').first().locator('.box');
    const wide = async () => Number(await boxes.nth(1).locator('rect').getAttribute('width'));
    const before = await wide();
    await boxes.nth(1).click();
    await expect.poll(wide).toBeGreaterThan(before);
    await page.close();
  });

  it('executes nothing in quoted texts, and makes no requests', async () => {
    const asked: string[] = [];
    const page = await shown('hostile', hostileTexts, 1440, opened => {
      opened.on('request', request => asked.push(request.url()));
      opened.on('dialog', dialog => asked.push(dialog.message()));
    });
    expect(asked.filter(url => !url.startsWith('file:'))).toEqual([]);
    expect(await page.locator('img, iframe, object, embed, link, form, base').count()).toBe(0);
    expect(await page.evaluate(() => document.scripts.length)).toBe(2);
    await page.close();
  });
});
