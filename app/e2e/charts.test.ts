import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { axeViolations, axeViolationsInThemes, view } from './axe.ts';
import { seen, TestWindow } from './window.ts';

/** Pictures of durations, of requests, of threads over time, and of one value against another. */
describe('charts', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared([
      fixture('otlp/traces.jsonl'),
      fixture('otlp/logs.jsonl'),
      fixture('samples/cpu-hog/cpu.perf.txt.zst'),
    ]);
    page = window.page;
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const ask = async (title: string) => {
    await window.openPalette(title);
    await page
      .getByRole('option', { name: new RegExp(`^${title}`) })
      .first()
      .click();
    await seen(page.getByRole('tab', { name: title, selected: true }));
  };
  const chips = () => page.getByRole('button', { name: /^Remove .* from the scope$/ });
  const clear = async () => {
    while ((await chips().count()) > 0) await chips().first().click();
  };
  let saved = 0;
  const save = async (words: readonly string[]) => {
    // Notices of pictures saved before are still shown.
    saved++;
    const path = join(window.folder, `chart-${saved}.svg`);
    await window.dialogsAnswer({ save: path });
    await page.getByRole('button', { name: /^save/ }).first().click();
    await page.getByRole('menuitem', { name: 'Save as SVG…' }).click();
    await seen(page.getByText(`Written to ${path}`));
    const svg = readFileSync(path, 'utf8');
    for (const each of words) expect(svg).toContain(each);
  };
  const inBothThemes = async () => {
    expect(await axeViolationsInThemes(window, view)).toEqual([]);
  };

  it('offer the existing kinds, and name the kind that is used if none is chosen', async () => {
    await ask('Latency heat map');
    const kind = page.locator('.question-form').getByLabel('kind', { exact: true });
    expect(await kind.getAttribute('placeholder')).toBe('kind with most durations');
    await kind.focus();
    const offered = () =>
      page
        .locator('.question-form datalist option')
        .evaluateAll(all => all.map(each => each.getAttribute('value')));
    await expect.poll(offered).toContain('log');
  });

  it('narrow to a time and to durations by the keyboard, on a latency heat map', async () => {
    await ask('Latency heat map');
    const map = page.getByRole('application', { name: /^Latency heat map/ });
    await seen(map);
    await map.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowUp');
    for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight');
    const readout = page.getByRole('region', { name: 'Latency heat map' }).getByRole('status');
    await expect.poll(() => readout.textContent()).toMatch(/ · .* – .* · [\d,]+ events?$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => chips().count()).toBe(2);
    expect((await chips().allTextContents()).join(' ')).toMatch(/takes .* – /);
    await clear();
    await inBothThemes();
    await save(['Latency heat map', 'traces.jsonl', 'span: a column is']);
  });

  it('have a table of the same cells', async () => {
    await page.getByRole('button', { name: 'table', exact: true }).click();
    await seen(page.getByRole('grid', { name: 'Latency heat map cells' }));
    expect(await axeViolations(window, view)).toEqual([]);
    await page.getByRole('button', { name: 'table', exact: true }).click();
  });

  it('show a request from the table of requests', async () => {
    await ask('Requests');
    await page.getByRole('grid', { name: 'Requests' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const bars = page.getByRole('application', { name: /^Bars of Request/ });
    await seen(bars);
    await seen(page.getByText(/ in total$/));
    await bars.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => bars.getAttribute('aria-label')).toMatch(/at 0 ns, took /);
    await inBothThemes();
    await save(['Request', 'Bars from begin to end', 'traces.jsonl']);
  });

  it('show threads over time, and zoom with the timeline', async () => {
    await ask('Flame chart');
    const chart = page.getByRole('application', { name: /^Flame chart/ });
    await seen(chart);
    // The picture sets these by its zoom and its width.
    await seen(page.getByLabel('threads', { exact: true }));
    for (const name of ['begin', 'end', 'pixels'])
      expect(await page.getByLabel(name, { exact: true }).count()).toBe(0);
    await expect.poll(() => page.locator('.flame-chart canvas').count()).toBe(1);
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => chart.getAttribute('aria-label')).toMatch(/ from \d\d:\d\d:\d\d\.\d+ · /);
    await page.keyboard.press('Enter');
    await seen(page.getByRole('button', { name: 'show all' }));
    await chart.focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('button', { name: 'show all' }).count()).toBe(0);
    await inBothThemes();
    await save(['Flame chart', 'From ']);
  });

  it('show the utilisation of CPUs, and one value against another', async () => {
    await ask('CPU heat map');
    await seen(page.getByRole('application', { name: /^CPU heat map/ }));
    await inBothThemes();
    await save(['CPU heat map', 'A column is', 'CPU 1']);
    await ask('Scatter plot');
    await page.getByLabel('kind', { exact: true }).fill('span');
    await page.getByLabel('x', { exact: true }).fill('cart.items');
    await page.getByLabel('y', { exact: true }).fill('duration');
    const points = page.getByRole('application', { name: /^Scatter plot/ });
    await seen(points);
    await points.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => points.getAttribute('aria-label')).toMatch(/cart\.items: \d+ · duration: /);
    await inBothThemes();
    await save(['Scatter plot', 'r = ']);
  });
});
