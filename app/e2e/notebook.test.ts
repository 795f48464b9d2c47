/** Findings made, edited, ordered and opened as a person does. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { axeViolations, axeViolationsInThemes } from './axe.ts';
import { seen, TestWindow } from './window.ts';

const functions = 'Functions';

describe('findings', () => {
  let window: TestWindow;
  const page = () => window.page;
  const notebook = () => page().getByRole('region', { name: 'Notebook' });
  const cards = () => notebook().getByRole('list', { name: 'Findings in order' }).locator('> li');
  const titles = () =>
    cards().evaluateAll(all => all.map(each => each.getAttribute('aria-label')?.replace(/^Finding /, '')));
  const title = (place: number) => page().getByRole('textbox', { name: `Title of finding ${place}` });
  const text = (place: number) => page().getByRole('textbox', { name: `Text of finding ${place}` });
  const toRow = async (row: number) => {
    await page().getByRole('grid', { name: functions }).focus();
    await page().keyboard.press('Home');
    for (let i = 0; i < row; i++) await page().keyboard.press('ArrowDown');
    await expect.poll(() => window.activeRow()).not.toBe('');
  };

  beforeAll(async () => {
    window = await TestWindow.shared('cpu-hog');
  });
  afterAll(() => window.close());

  it('are created from the active row by one key, which puts the cursor in the title', async () => {
    await window.show(functions);
    const named = await window.column(functions, 'function');
    // Functions without a symbol have the same name in all modules.
    await toRow(named.findIndex(name => name !== '[unknown]'));
    await page().keyboard.press('n');
    await expect.poll(() => title(1).evaluate(field => field === document.activeElement)).toBe(true);
    await expect.poll(() => title(1).inputValue()).toContain(`${functions}: `);
    expect(named).toContain((await title(1).inputValue()).replace(`${functions}: `, ''));
    await page().keyboard.type('Two loops take the CPUs');
    await expect.poll(titles).toEqual(['1: Two loops take the CPUs']);
    await seen(notebook().getByRole('list', { name: 'Evidence' }).getByRole('listitem'));
    await seen(page().getByRole('img', { name: 'Finding 1 · Two loops take the CPUs' }).first());
  });

  it('are edited in place, tagged and linked', async () => {
    await text(1).fill('They *begin* at 04:22:04.');
    await notebook().getByRole('button', { name: 'cause' }).click();
    await expect
      .poll(() => notebook().getByRole('button', { name: 'cause' }).getAttribute('aria-pressed'))
      .toBe('true');
    await notebook().getByRole('textbox', { name: 'A tag of your own' }).fill('for Monday');
    await page().keyboard.press('Enter');
    await seen(notebook().getByRole('button', { name: 'for Monday' }));
    await page().keyboard.press('Escape');
    await window.show('Modules');
    await seen(page().getByRole('grid', { name: 'Modules' }));
    await notebook().getByRole('button', { name: 'New finding from this view' }).click();
    await expect.poll(() => title(2).evaluate(field => field === document.activeElement)).toBe(true);
    await page().keyboard.type('The disk is not it');
    await expect.poll(async () => (await titles())[1]).toBe('2: The disk is not it');
    await notebook()
      .getByRole('combobox', { name: 'Link to another finding' })
      .selectOption({ label: '1 · Two loops take the CPUs' });
    await notebook().getByRole('button', { name: '→ 1 · Two loops take the CPUs' }).click();
    await seen(notebook().getByRole('emphasis').getByText('begin'));
    await notebook().getByRole('button', { name: 'Edit: Text of finding 1' }).focus();
    await page().keyboard.press('Enter');
    await expect.poll(() => text(1).inputValue()).toBe('They *begin* at 04:22:04.');
    await page().keyboard.type(' And **end** at 04:22:35.');
    await page().keyboard.press('Escape');
    await seen(notebook().getByRole('strong').getByText('end'));
    await notebook().getByText('They begin at').click();
    await expect.poll(() => text(1).inputValue()).toBe('They *begin* at 04:22:04. And **end** at 04:22:35.');
    await page().keyboard.press('Escape');
  });

  it('are reordered by keyboard, and Ctrl+Z undoes that', async () => {
    await cards().nth(1).focus();
    await page().keyboard.press('Alt+ArrowUp');
    await expect.poll(titles).toEqual(['1: The disk is not it', '2: Two loops take the CPUs']);
    await page().keyboard.press('Control+z');
    await expect.poll(titles).toEqual(['1: Two loops take the CPUs', '2: The disk is not it']);
  });

  it('are reordered by dragging, and Ctrl+Z undoes that', async () => {
    const before = await titles();
    await cards().nth(1).locator('[draggable=true]').dragTo(cards().nth(0).locator('[draggable=true]'));
    await expect
      .poll(async () => (await titles()).map(each => each?.slice(3)))
      .toEqual([before[1]?.slice(3), before[0]?.slice(3)]);
    await page().keyboard.press('Control+z');
    await expect.poll(titles).toEqual(before);
  });

  it('restore the view, the scope, the sort order and the row they were made from', async () => {
    await window.show('Modules');
    await window.openPalette('clear the scope');
    await page().keyboard.press('Enter');
    await page().getByRole('button', { name: '1 · Two loops take the CPUs' }).click();
    await seen(page().getByRole('grid', { name: functions }));
    await expect.poll(() => page().locator('.grid-body .grid-row.is-active').count()).toBe(1);
    expect(
      await page().getByRole('tab', { name: functions, exact: true }).getAttribute('aria-selected'),
    ).toBe('true');
  });

  it('of a range of the timeline are flags there', async () => {
    await page().getByRole('slider', { name: 'Start of the selected time' }).focus();
    for (let i = 0; i < 3; i++) await page().keyboard.press('Shift+ArrowRight');
    await page().keyboard.press('n');
    await expect.poll(() => title(3).evaluate(field => field === document.activeElement)).toBe(true);
    await page().keyboard.type('Latency doubles here');
    await expect.poll(async () => (await titles())[2]).toBe('3: Latency doubles here');
    await seen(notebook().getByRole('list', { name: 'Marks' }).getByRole('listitem'));
    await seen(page().locator('[data-kind="findings"]'));
  });

  it('show whether their evidence is unchanged, and the stored answer', async () => {
    await notebook().getByRole('button', { name: 'Check', exact: true }).last().click();
    await seen(
      page()
        .getByRole('status')
        .getByText(/asked again: all answers are the same/),
    );
    await notebook().getByRole('button', { name: 'Show the stored answer' }).click();
    await seen(page().getByRole('dialog', { name: 'Evidence' }).getByText('The current answer is the same.'));
    expect(await axeViolations(window, 'dialog')).toEqual([]);
    await page().keyboard.press('Escape');
    await expect.poll(() => page().getByRole('dialog').count()).toBe(0);
  });

  it('are found by their words', async () => {
    const field = notebook().getByRole('searchbox', { name: 'Find in findings' });
    await field.fill('monday');
    await expect.poll(titles).toEqual(['1: Two loops take the CPUs']);
    await field.fill('');
    await expect.poll(() => cards().count()).toBe(3);
  });

  it('have no violations of axe', async () => {
    for (const [width, height] of [
      [1024, 700],
      [1440, 900],
    ] as const) {
      await window.resize(width, height);
      expect(await axeViolationsInThemes(window, '.notebook')).toEqual([]);
    }
  });

  it('are removed by Delete, and restored by Ctrl+Z', async () => {
    await cards().nth(1).focus();
    await page().keyboard.press('Delete');
    await expect.poll(() => cards().count()).toBe(2);
    await page().keyboard.press('Control+z');
    await expect.poll(titles).toHaveLength(3);
    expect(window.pageErrors).toEqual([]);
  });
});

it('typed text is restored after the program is killed, and hostile text is not executed', async () => {
  let window = await TestWindow.open([fixture('perf-script/kinds.txt')]);
  const save = join(window.folder, 'case.aftertrace');
  await window.dialogsAnswer({ save });
  await window.page.keyboard.press('Control+s');
  await seen(window.page.getByRole('status').getByText('Saved as case.aftertrace.'));
  const hostile = [
    '<img src=x onerror="document.title=1">',
    '<script>document.title=1</script>',
    '[a](javascript:document.title=1)',
    '=HYPERLINK("http://x","y")',
    '\u202Egpj.exe\u202C',
    '</textarea><iframe srcdoc="<script>parent.document.title=1</script>">',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: hostile to what has templates
    '${document.title=1}',
    '{{constructor.constructor("document.title=1")()}}',
  ];
  const { page } = window;
  await page.keyboard.press('n');
  const title = () => window.page.getByRole('textbox', { name: 'Title of finding 1' });
  await title().fill(hostile[0]!);
  await page.getByRole('textbox', { name: 'Text of finding 1' }).fill(hostile.join('\n'));
  // Undo names the last change that is stored.
  await expect
    .poll(() => page.getByRole('button', { name: 'Undo', exact: true }).getAttribute('title'))
    .toMatch(/^Undo the text of /);
  await window.kill();
  window = await TestWindow.open([save], { folder: window.folder });
  await window.page.getByRole('button', { name: 'Edit finding 1' }).click();
  await expect.poll(() => title().inputValue()).toBe(hostile[0]);
  await window.page.getByRole('button', { name: 'Edit: Text of finding 1' }).click();
  expect(await window.page.getByRole('textbox', { name: 'Text of finding 1' }).inputValue()).toBe(
    hostile.join('\n'),
  );
  await window.page.getByRole('button', { name: 'Edit finding 1' }).click();
  expect(await window.page.locator('img, iframe, a[href]').count()).toBe(0);
  expect(await window.page.title()).not.toBe('1');
  expect(window.pageErrors).toEqual([]);
  await window.close();
});
