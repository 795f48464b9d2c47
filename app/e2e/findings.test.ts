/** A finding of every view brings back, when opened, what was in front; stale evidence shows both answers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzers } from '../../analyzers/analyzers.ts';
import { fixture } from '../../fixtures/shared.ts';
import { views as tabs } from '../renderer/views/views.ts';
import { seen, TestWindow } from './window.ts';

/** Views that ask for a parameter first. */
const asking = new Set([
  'Identity of a pid',
  'Metric',
  'Ratio',
  'Scatter plot',
  'What moves with this',
  'Search',
]);

/** All tabs, and of the questions without one the first of each shape: all of a shape are drawn by one component. */
function distinct(titles: readonly string[]): string[] {
  const shapes = new Set<string>();
  return titles.filter(title => {
    if (tabs.some(each => each.title === title)) return true;
    const shape = analyzers.find(each => each.title === title)?.shape ?? title;
    if (shapes.has(shape)) return false;
    shapes.add(shape);
    return true;
  });
}

describe('a finding of each view', () => {
  let window: TestWindow;
  const page = () => window.page;
  const notebook = () => page().getByRole('region', { name: 'Notebook' });
  const inFront = async () =>
    (
      await page().getByRole('tablist', { name: 'Views' }).getByRole('tab', { selected: true }).textContent()
    )?.trim();
  /** Without the chip of idle CPUs, which depends on the answer of a track. */
  const scope = () =>
    page().getByRole('navigation', { name: 'Scope' }).locator('.chip:not(.is-left-out)').allTextContents();
  const clear = () => window.clickMenu('&View', 'Clear scope');

  beforeAll(async () => {
    window = await TestWindow.shared('cpu-hog');
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  it('is created by one key, and restores the view and its scope', async () => {
    const shown = await page().getByRole('tablist', { name: 'Views' }).getByRole('tab').allTextContents();
    await page().getByRole('button', { name: /^more/ }).click();
    await seen(page().getByRole('menuitem').first());
    const others = await page()
      .getByRole('menuitem')
      .evaluateAll(items => items.map(item => item.getAttribute('aria-label') ?? item.textContent ?? ''));
    await page().keyboard.press('Escape');
    const views = distinct([...shown, ...others].map(name => name.trim()).filter(name => !asking.has(name)));
    expect(views.length).toBeGreaterThan(15);
    await page().getByRole('slider', { name: 'Start of the selected time' }).focus();
    for (let step = 0; step < 3; step++) await page().keyboard.press('Shift+ArrowRight');
    const narrowed = await scope();
    for (const [at, view] of views.entries()) {
      await window.show(view);
      await page().getByRole('tabpanel').focus();
      await page().keyboard.press('n');
      await seen(page().getByRole('textbox', { name: `Title of finding ${at + 1}` }));
      await page().keyboard.press('Escape');
      const evidence = notebook().getByRole('list', { name: 'Evidence' }).getByRole('listitem');
      await expect.poll(() => evidence.count(), { message: view }).toBe(1);
    }
    await clear();
    await expect.poll(scope).not.toEqual(narrowed);
    for (const [at, view] of views.entries()) {
      await notebook()
        .getByRole('button', { name: new RegExp(`^${at + 1} · `) })
        .first()
        .click();
      await expect.poll(inFront, { message: view }).toBe(view);
      await expect.poll(scope, { message: view }).toEqual(narrowed);
      await clear();
      await expect.poll(scope, { message: view }).not.toEqual(narrowed);
    }
  });
});

it('with a changed answer is stale, and shows both answers', async () => {
  const window = await TestWindow.shared('kinds');
  try {
    const { page } = window;
    const notebook = page.getByRole('region', { name: 'Notebook' });
    await window.show('Functions');
    await page.getByRole('grid', { name: 'Functions' }).focus();
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Title of finding 1' }).fill('As it was');
    await page.keyboard.press('Escape');
    await seen(notebook.getByRole('list', { name: 'Evidence' }).getByRole('listitem'));
    const more = join(window.folder, 'more.perf.txt');
    const capture = readFileSync(fixture('perf-script/kinds.txt'), 'utf8');
    writeFileSync(
      more,
      capture.replaceAll(/(?<= )(\d+)\.(\d{6}): /g, (_, s, us) => `${Number(s) + 1}.${us}: `),
    );
    await window.drop(more);
    await page.getByRole('button', { name: 'Add to this workspace' }).click();
    await seen(
      page.getByRole('complementary', { name: 'Captures' }).getByText('more.perf.txt', { exact: true }),
    );
    await window.untilRead();
    await notebook.getByRole('button', { name: 'Check', exact: true }).last().click();
    await seen(notebook.getByText('stale', { exact: true }).first());
    await notebook.getByRole('button', { name: 'Compare then and now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Evidence' });
    await seen(dialog.getByText(/^Then, /));
    await seen(dialog.getByText(/^Now, /));
    await seen(dialog.getByText('more.perf.txt was added.'));
    await page.keyboard.press('Escape');
    await notebook.getByRole('button', { name: 'Replace with the current answer' }).click();
    await expect.poll(() => notebook.getByText('stale', { exact: true }).count()).toBe(0);
    await page.keyboard.press('Control+z');
    await seen(notebook.getByText('stale', { exact: true }).first());
    expect(window.pageErrors).toEqual([]);
  } finally {
    await window.close();
  }
});

it('of a workspace that another window has open are refused, with the reason', async () => {
  const window = await TestWindow.shared('kinds');
  try {
    const save = join(window.folder, 'shared.aftertrace');
    await window.dialogsAnswer({ save });
    await window.page.keyboard.press('Control+s');
    await seen(window.page.getByRole('status').getByText('Saved as shared.aftertrace.'));
    const other = await TestWindow.open([save], {
      isReady: page =>
        page
          .getByText(/shared\.aftertrace is open in another program \(an Aftertrace window, process \d+\)/)
          .first()
          .waitFor(),
    });
    await other.close();
    expect(window.pageErrors).toEqual([]);
  } finally {
    await window.close();
  }
});
