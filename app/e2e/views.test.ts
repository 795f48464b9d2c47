import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { views } from '../renderer/views/views.ts';
import { seen, TestWindow } from './window.ts';

describe('a profile in the window', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared('samples');
    page = window.page;
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  it('opens on the overview', async () => {
    await seen(
      page.getByRole('region', { name: 'Busiest processes' }).getByRole('button', { name: /postgres/ }),
    );
    expect(await page.locator('.headline').textContent()).toMatch(
      /^[\d.]+ % of the samples are idle\. Of the other [\d,]+ samples, postgres took [\d.]+ %\. The busiest module is/,
    );
  });

  it('shows the captures, whose ledgers add up', async () => {
    const panel = page.getByRole('complementary', { name: 'Captures' });
    expect(await panel.textContent()).toMatch(/cpu\.perf\.txt\.zst.*perf script · [\d,]+ samples/);
    const numbers = await panel.locator('.ledger dd').allTextContents();
    const [lines, used, blank, skipped] = numbers.map(text => Number(text.replaceAll(/\D/g, '')));
    expect(used! + blank! + skipped!).toBe(lines);
  });

  it('sorts by any column, descending first, then ascending', async () => {
    await window.show('Functions');
    const header = page
      .getByRole('grid', { name: 'Functions' })
      .getByRole('columnheader', { name: 'total %' });
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending');
    await expect.poll(() => isSorted(window, -1)).toBe(true);
    await header.getByRole('button').click();
    await expect.poll(() => isSorted(window, 1)).toBe(true);
  });

  it('sorts one table and no other view of the same answer', async () => {
    const headline = () => page.locator('.headline').textContent();
    const busiest = () =>
      page.getByRole('region', { name: 'Busiest functions' }).getByRole('button').allTextContents();
    await window.show('Overview');
    await expect.poll(async () => (await busiest()).length).toBeGreaterThan(5);
    const before = [await headline(), await busiest()];
    await window.show('Functions');
    const header = page
      .getByRole('grid', { name: 'Functions' })
      .getByRole('columnheader', { name: 'function' });
    await header.getByRole('button').click();
    await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending');
    await window.show('Overview');
    await expect.poll(async () => (await busiest()).length).toBe(before[1]!.length);
    expect([await headline(), await busiest()]).toEqual(before);
    // The table itself has not changed.
    await window.show('Functions');
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
  });

  it('never shows half a headline, or one of two scopes', async () => {
    const headline = page.locator('.headline');
    const watch = () =>
      page.evaluateHandle(() => {
        const texts = new Set<string>();
        const look = () => texts.add(document.querySelector('.headline')?.textContent ?? '');
        look();
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        });
        return texts;
      });
    await window.show('Overview');
    const whole = (await headline.textContent())!;
    const texts = await watch();
    await page
      .getByRole('region', { name: 'Busiest processes' })
      .getByRole('button', { name: /pgbench/ })
      .click();
    await expect.poll(() => headline.textContent()).toContain('pgbench took');
    const narrowed = (await headline.textContent())!;
    await page.keyboard.press('[');
    await expect.poll(() => headline.textContent()).toBe(whole);
    expect(await texts.evaluate(seen => [...seen])).toEqual([whole, narrowed]);
    // A view that is left takes its headline with it.
    await window.show('Functions');
    const again = await watch();
    await window.show('Overview');
    await expect.poll(() => headline.textContent()).toBe(whole);
    expect(await again.evaluate(seen => [...seen])).toEqual(['', whole]);
    await window.show('Functions');
  });

  it('walks rows by keyboard and shows the current row in the inspector', async () => {
    await page
      .getByRole('grid', { name: 'Functions' })
      .getByRole('columnheader', { name: 'self %' })
      .getByRole('button')
      .click();
    await expect.poll(() => isSorted(window, -1, 'self %')).toBe(true);
    await page.getByRole('grid', { name: 'Functions' }).focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    const [, , third] = await window.column('Functions', 'function');
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect.poll(() => inspector.locator('.inspector-name').textContent()).toBe(third);
    await page.keyboard.press('End');
    const rows = Number(await page.getByRole('grid', { name: 'Functions' }).getAttribute('aria-rowcount'));
    const active = page.locator('.grid-row.is-active');
    await expect.poll(() => active.getAttribute('aria-rowindex')).toBe(String(rows));
  });

  it('selects by key a row in the new order, however long the answer takes', async () => {
    const grid = page.getByRole('grid', { name: 'Functions' });
    await window.whileUnanswered(async () => {
      await grid.getByRole('columnheader', { name: 'function' }).getByRole('button').click();
      await grid.focus();
      for (const key of ['Home', 'ArrowDown']) await page.keyboard.press(key);
    });
    await expect.poll(() => grid.getAttribute('aria-busy')).toBe(null);
    const [, second] = await window.column('Functions', 'function');
    await expect.poll(() => window.activeRow()).toContain(second);
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect.poll(() => inspector.locator('.inspector-name').textContent()).toBe(second);
    await grid.getByRole('columnheader', { name: 'self %' }).getByRole('button').click();
    await expect.poll(() => isSorted(window, -1, 'self %')).toBe(true);
  });

  it('shows no values of the former function under the name of the selected one', async () => {
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    const name = () => inspector.locator('.inspector-name').textContent();
    const total = inspector.getByRole('term').filter({ hasText: /^total$/ });
    const value = inspector.getByRole('definition').filter({ hasText: '%' }).first();
    await page.getByRole('grid', { name: 'Functions' }).focus();
    await page.keyboard.press('Home');
    const [first, second] = await window.column('Functions', 'function');
    await expect.poll(name).toBe(first);
    await seen(value);
    await window.whileUnanswered(async () => {
      await page.keyboard.press('ArrowDown');
      await expect.poll(name).toBe(second);
      await seen(total);
      await expect.poll(() => value.count()).toBe(0);
    });
    await seen(value);
  });

  it('keeps its order in another scope', async () => {
    const grid = page.getByRole('grid', { name: 'Functions' });
    await grid.getByRole('columnheader', { name: 'function' }).getByRole('button').click();
    await expect.poll(() => areNamesSorted(window)).toBe(true);
    const before = await grid.getAttribute('aria-rowcount');
    await page.getByRole('button', { name: '+ add' }).click();
    await page.getByRole('menuitem', { name: 'Process', disabled: false }).hover();
    await page.getByRole('menuitem', { name: 'pgbench' }).click();
    await expect.poll(() => grid.getAttribute('aria-rowcount')).not.toBe(before);
    await expect.poll(() => areNamesSorted(window)).toBe(true);
    const header = grid.getByRole('columnheader', { name: 'function' });
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('[');
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(before);
    await grid.getByRole('columnheader', { name: 'self %' }).getByRole('button').click();
    await expect.poll(() => isSorted(window, -1, 'self %')).toBe(true);
    await grid.focus();
  });

  it('finds rows while the user types', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('base_yyparse');
    await expect.poll(() => window.activeRow()).toContain('base_yyparse');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByLabel('Find in this table').count()).toBe(0);
  });

  it('shows and exports only the rows that match a search over the columns', async () => {
    await window.show('Functions');
    const grid = page.getByRole('grid', { name: 'Functions' });
    const rows = async () => Number(await grid.getAttribute('aria-rowcount')) - 1;
    const all = await rows();
    await grid.focus();
    await page.keyboard.press('/');
    await page.keyboard.type('self_percent>5 -module:kernel*');
    await page.keyboard.press('Alt+Enter');
    await expect.poll(rows).toBeLessThan(all);
    await seen(page.getByRole('status').filter({ hasText: ` of ${all.toLocaleString('en-US')}` }));
    const shares = await window.column('Functions', 'self %');
    expect(shares.length).toBeGreaterThan(0);
    for (const share of shares) expect(Number(share)).toBeGreaterThan(5);
    // Show another view in between.
    await window.show('Modules');
    await window.show('Functions');
    const left = await rows();
    expect(left).toBeLessThan(all);
    await window.openPalette('Copy the table');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await window.clipboard()).trimEnd().split('\n').length).toBe(left + 1);
    // An invalid search is searched as plain text, and the status says so.
    await page.getByRole('textbox', { name: 'Find in this table' }).fill('(');
    const plain = page.getByRole('status').filter({ hasText: 'searched as plain text' });
    await seen(plain);
    expect(await plain.getAttribute('title')).toMatch(/^Character \d+ of the search: /);
    await page.getByRole('button', { name: 'only these' }).click();
    await expect.poll(rows).toBe(all);
    await page.getByRole('textbox', { name: 'Find in this table' }).press('Escape');
  });

  it('opens a tree by keyboard, down its heaviest path', async () => {
    await page.keyboard.press('3');
    const tree = page.getByRole('treegrid', { name: 'Call tree' });
    await tree.focus();
    await page.keyboard.press('Home');
    const first = tree.getByRole('row').nth(1);
    expect(await first.getAttribute('aria-expanded')).toBe('false');
    // A row of a process has the colour of the process, and no module that could have one.
    expect(await first.locator('.swatch').count()).toBeLessThan(2);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => first.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.grid-row.is-active').getAttribute('aria-level')).toBe('2');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => first.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('*');
    await expect
      .poll(async () => Number(await page.locator('.grid-row.is-active').getAttribute('aria-level')))
      .toBeGreaterThan(5);
  });

  it('inverts the tree', async () => {
    await page.keyboard.press('i');
    const tree = page.getByRole('treegrid', { name: 'Inverted tree' });
    await seen(tree);
    const [most] = await window.column('Inverted tree', 'function');
    await window.show('Functions');
    const [functions] = await window.column('Functions', 'function');
    expect(most).toBe(functions);
  });

  it('walks callers and callees, and back', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('base_yyparse');
    await expect.poll(() => window.activeRow()).toContain('base_yyparse');
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    const name = page.locator('.butterfly-name');
    await expect.poll(() => name.textContent()).toBe('base_yyparse');
    // Ids of signals are for programs.
    expect(await page.getByRole('columnheader', { name: 'id', exact: true }).count()).toBe(0);
    await page.getByRole('grid', { name: 'Callers' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(() => name.textContent()).toBe('raw_parser');
    const inspected = page.getByRole('complementary', { name: 'Inspector' }).locator('.inspector-name');
    await expect.poll(() => inspected.textContent()).toBe('raw_parser');
    await page.keyboard.press('[');
    await expect.poll(() => name.textContent()).toBe('base_yyparse');
    await expect.poll(() => inspected.textContent()).toBe('base_yyparse');
    await page.keyboard.press(']');
    await expect.poll(() => name.textContent()).toBe('raw_parser');
  });

  it('marks the callers of the former function until those of the next one arrive', async () => {
    const callers = page.getByRole('region', { name: 'Callers' });
    const grid = callers.getByRole('grid');
    const count = callers.getByRole('heading').locator('.muted');
    const name = page.locator('.butterfly-name');
    await seen(count);
    const former = await window.column('Callers', 'function');
    await window.whileUnanswered(async () => {
      await grid.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await expect.poll(() => name.textContent()).toBe(former[0]);
      expect(await grid.getAttribute('aria-busy')).toBe('true');
      expect(await count.count()).toBe(0);
    });
    await seen(count);
    expect(await grid.getAttribute('aria-busy')).toBe(null);
    expect(await window.column('Callers', 'function')).not.toEqual(former);
    await page.keyboard.press('[');
    await expect.poll(() => name.textContent()).toBe('raw_parser');
  });

  it('opens the path to a function in the call tree', async () => {
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect.poll(() => inspector.locator('.inspector-name').textContent()).toBe('raw_parser');
    await inspector.getByRole('button', { name: 'Show in the call tree' }).click();
    await seen(page.getByRole('treegrid', { name: 'Call tree' }));
    await expect.poll(() => window.activeRow()).toContain('raw_parser');
  });

  it('shows the callers into a module', async () => {
    await window.show('Modules');
    await page.getByRole('grid', { name: 'Modules' }).getByText('libc.so.6').click();
    const callers = page.getByRole('grid', { name: 'Callers of the module' });
    await expect.poll(() => callers.getByRole('row').count()).toBeGreaterThan(3);
  });

  it('narrows to a module and shows it in the scope', async () => {
    await page.getByRole('grid', { name: 'Modules' }).focus();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Remove module libc.so.6 from the scope' }).click();
    await expect.poll(() => page.getByRole('button', { name: /from the scope/ }).count()).toBe(0);
    await page.keyboard.press('[');
    await seen(page.getByRole('button', { name: 'Remove module libc.so.6 from the scope' }));
    await page.keyboard.press('[');
  });

  it('opens the menu of a row by mouse and by key', async () => {
    await window.show('Functions');
    const grid = page.getByRole('grid', { name: 'Functions' });
    await grid.getByText('core_yylex').click();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Copy row' }).click();
    await expect.poll(() => window.clipboard()).toContain('core_yylex');
  });

  it('copies a whole table', async () => {
    await page.keyboard.press('Control+Shift+C');
    await expect.poll(async () => (await window.clipboard()).split('\n')[0]).toMatch(/^function\tmodule\t/);
    const rows = Number(await page.getByRole('grid', { name: 'Functions' }).getAttribute('aria-rowcount'));
    expect((await window.clipboard()).trimEnd().split('\n')).toHaveLength(rows);
  });

  it('writes a table as CSV', async () => {
    const save = join(window.folder, 'functions.csv');
    await window.dialogsAnswer({ save });
    await page.keyboard.press('Control+e');
    await seen(page.getByRole('status').getByText(`Written to ${save}.`));
    expect(readFileSync(save, 'utf8')).toMatch(
      /^function,module,self,total,self_percent,total_percent,id\r\n/,
    );
  });

  it('finds functions and commands from anywhere', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('standard_ExecutorR');
    const found = page.getByRole('option', { name: /standard_ExecutorRun/ });
    await expect.poll(() => found.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.butterfly-name').textContent()).toBe('standard_ExecutorRun');
    await page.keyboard.press('?');
    await seen(page.getByRole('dialog', { name: 'Keys' }));
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('keeps the grid of a tree while another scope is read, and holds its keys', async () => {
    await window.show('Call tree');
    const tree = page.getByRole('treegrid', { name: 'Call tree' });
    await seen(tree.locator('.grid-row').first());
    await window.whileUnanswered(async () => {
      await page.getByRole('button', { name: 'idle left out: count idle CPUs' }).click();
      await tree.focus();
      for (const key of ['Home', 'ArrowDown', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
      expect(await tree.getAttribute('aria-busy')).toBe('true');
    });
    await expect.poll(() => tree.getAttribute('aria-busy')).toBe(null);
    // The second root, opened, and its first child.
    const active = tree.locator('.grid-row.is-active');
    await expect.poll(() => active.getAttribute('aria-rowindex')).toBe('4');
    expect(await active.getAttribute('aria-level')).toBe('2');
    await page.getByRole('button', { name: 'Remove with idle CPUs from the scope' }).click();
  });

  it('finds for Enter what was typed before it, however long the answer takes', async () => {
    await window.whileUnanswered(async () => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('base_yyparse');
      await page.keyboard.press('Enter');
      await seen(page.getByRole('dialog', { name: 'Find anything' }));
    });
    await expect.poll(() => page.locator('.butterfly-name').textContent()).toContain('base_yyparse');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('has the same views, under the same keys, in its menu', async () => {
    // Wide enough for every tab.
    await window.resize(2000, 900);
    await seen(page.getByRole('tab', { name: views.at(-1)!.title, exact: true }));
    const entries = await window.app.evaluate(({ Menu }) => {
      const view = Menu.getApplicationMenu()!.items.find(({ label }) => label === '&View')!;
      const { items } = view.submenu!;
      const end = items.findIndex(({ type }) => type === 'separator');
      return items.slice(0, end).map(({ label, accelerator }) => [label, accelerator]);
    });
    const tabs = await page
      .getByRole('tab')
      .evaluateAll(all =>
        all.map(tab => [tab.textContent!, tab.getAttribute('title')!.split('  ')[1]!] as const),
      );
    // Views with nothing to show have no tab.
    const titles = tabs.map(([title]) => title);
    expect(titles).toEqual(views.map(({ title }) => title).filter(title => titles.includes(title)));
    for (const lacking of ['Events', 'Metrics']) expect(titles).not.toContain(lacking);
    // A menu cannot name a sequence of two keys.
    const written = tabs.map(([title, key]) => [title, key.length === 1 ? key : null]);
    expect(entries).toEqual(expect.arrayContaining(written));
    expect(entries.map(([label]) => label)).toEqual(views.map(({ title }) => title));
    await window.resize(1440, 900);
  });

  it('hides views without data, and names the data they need', async () => {
    expect(await page.getByRole('tab', { name: 'Metrics' }).count()).toBe(0);
    // The message disappears after a moment, on a busy machine perhaps before it is read.
    await expect
      .poll(async () => {
        await page.keyboard.press('8');
        return page.getByRole('status').getByText('No open capture has metrics').count();
      })
      .toBe(1);
    await page.getByRole('button', { name: /^more/ }).click();
    await seen(page.getByRole('menuitem', { name: 'Threads' }));
    expect(await page.getByRole('menuitem', { name: 'Metric tracks' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await window.openPalette('metrics');
    await expect.poll(() => page.getByRole('option', { name: 'Show metrics' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('hides idle CPUs, with a note, and shows them again', async () => {
    await window.show('Functions');
    const grid = page.getByRole('grid', { name: 'Functions' });
    const rows = () => grid.getAttribute('aria-rowcount').then(Number);
    const before = await rows();
    await page.getByRole('button', { name: 'idle left out: count idle CPUs' }).click();
    const counted = page.getByRole('button', { name: 'Remove with idle CPUs from the scope' });
    await seen(counted);
    await expect.poll(rows).toBeGreaterThan(before);
    await seen(
      page.getByRole('list', { name: 'Legend of CPU by process' }).getByText('swapper', { exact: true }),
    );
    await counted.click();
    await expect.poll(rows).toBe(before);
  });

  it('has a key for a tenth view', async () => {
    const flame = page.getByRole('tab', { name: 'Flame', exact: true });
    const key = (await flame.getAttribute('title'))!.split('  ')[1]!;
    await window.show('Functions');
    await page.getByRole('grid', { name: 'Functions' }).focus();
    for (const each of key.split(' ')) await page.keyboard.press(each);
    await expect.poll(() => flame.getAttribute('aria-selected')).toBe('true');
  });

  it('moves the timeline by W A S D while it has the focus', async () => {
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const start = timeline.getByRole('slider', { name: 'Start of the selected time' });
    await start.focus();
    const length = () => start.getAttribute('aria-valuemax').then(Number);
    const whole = await length();
    await page.keyboard.press('w');
    await expect.poll(length).toBeLessThan(whole);
    await page.keyboard.press('d');
    await page.keyboard.press('s');
    await page.keyboard.press('s');
    await expect.poll(length).toBe(whole);
  });

  it('asks any question of the catalogue', async () => {
    await page.getByRole('button', { name: /^more/ }).click();
    await page.getByRole('menuitem', { name: 'Threads' }).click();
    await expect.poll(() => window.column('Threads', 'process')).toContain('postgres');
  });

  it('offers the actions that the references of a row allow', async () => {
    await page.getByRole('grid', { name: 'Threads' }).getByText('pgbench').first().click();
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'Actions for this row' });
    await seen(menu.getByRole('menuitem', { name: 'Narrow to process pgbench' }));
    const entries = await menu.getByRole('menuitem').allTextContents();
    expect(entries.filter(each => /^Narrow to (?:pid|thread) \d+$/.test(each))).toHaveLength(2);
    // The second key does not wait for the first: the menu must have returned the focus before it arrives.
    await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('f')]);
    await page.getByRole('button', { name: 'Remove pgbench from the scope' }).click();
  });

  it('draws a question by its shape', async () => {
    await page.getByRole('button', { name: /^more/ }).click();
    await page.getByRole('menuitem', { name: 'Timeline' }).click();
    await seen(page.getByRole('region', { name: 'Charts of Timeline' }).getByRole('figure').first());
    await seen(
      page
        .getByRole('list', { name: /^Legend of CPU by process/ })
        .last()
        .getByText('pgbench'),
    );
    await seen(page.getByRole('grid', { name: 'Timeline' }).getByText('CPU by process').first());
  });

  it('hides samples and joins modules, as chips of the scope', async () => {
    await window.show('Functions');
    const grid = page.getByRole('grid', { name: 'Functions' });
    const rows = () => grid.getAttribute('aria-rowcount').then(Number);
    const before = await rows();
    await grid.getByText('[kernel.kallsyms]').first().click();
    await page.keyboard.press('g');
    await seen(page.getByRole('button', { name: 'Remove [kernel.kallsyms] as one frame from the scope' }));
    await expect.poll(rows).toBeLessThan(before);
    await page.keyboard.press('[');
    await expect.poll(rows).toBe(before);
    await page.getByRole('button', { name: /^group/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'each module as one frame' }).click();
    await expect.poll(rows).toBeLessThan(before);
    await page.getByRole('button', { name: 'Remove each module as one frame from the scope' }).click();
    await expect.poll(rows).toBe(before);
  });

  it('writes a whole tree as CSV', async () => {
    await window.show('Call tree');
    await seen(page.getByRole('treegrid', { name: 'Call tree' }));
    const save = join(window.folder, 'tree.csv');
    await window.dialogsAnswer({ save });
    await page.keyboard.press('Control+e');
    await seen(page.getByRole('status').getByText(`Written to ${save}.`));
    const lines = readFileSync(save, 'utf8').trimEnd().split('\r\n');
    expect(lines[0]).toBe('id,parent,depth,function,module,self,total,percent,type,node,signal');
    expect(lines.length).toBeGreaterThan(500);
  });

  it('finds text in branches that were never opened', async () => {
    await window.show('Inverted');
    await page.keyboard.press('3');
    await seen(page.getByRole('treegrid', { name: 'Call tree' }));
    await page.keyboard.press('/');
    await page.keyboard.type('heap_update');
    await expect.poll(() => window.activeRow()).toContain('heap_update');
    const level = await page.locator('.grid-row.is-active').getAttribute('aria-level');
    expect(Number(level)).toBeGreaterThan(3);
    await page.keyboard.press('Escape');
  });

  it('moves the focus to a view that is opened by key', async () => {
    await page.keyboard.press('F6');
    await page.keyboard.press('2');
    await expect.poll(() => focused(page)).toBe('Functions');
    await page.keyboard.press('Home');
    const [first] = await window.column('Functions', 'module');
    await page.keyboard.press('Control+c');
    await expect.poll(() => window.clipboard()).toMatch(new RegExp(`\\t\\S*${first}$`));
    await page.keyboard.press('1');
    await seen(page.locator('.headline'));
    await page.keyboard.press('Tab');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.overview') !== null))
      .toBe(true);
  });

  it('shows, hides and resizes columns by keyboard', async () => {
    await window.show('Functions');
    const header = page
      .getByRole('grid', { name: 'Functions' })
      .getByRole('columnheader', { name: 'module' });
    const before = (await header.boundingBox())!.width;
    await header.getByRole('button').focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(async () => Math.round((await header.boundingBox())!.width - before)).toBe(16);
    await header.click({ button: 'right' });
    await page.getByRole('menuitemcheckbox', { name: 'module' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => header.count()).toBe(0);
  });
});

/** Accessible name of the focused element. */
function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
}

async function areNamesSorted(window: TestWindow): Promise<boolean> {
  const names = (await window.column('Functions', 'function')).map(name => name.toLowerCase());
  return names.length > 5 && names.every((name, i) => i === 0 || name >= names[i - 1]!);
}

async function isSorted(window: TestWindow, direction: 1 | -1, column = 'total %'): Promise<boolean> {
  const values = (await window.column('Functions', column)).map(Number);
  return (
    values.length > 5 && values.every((value, i) => i === 0 || (value - values[i - 1]!) * direction >= 0)
  );
}
