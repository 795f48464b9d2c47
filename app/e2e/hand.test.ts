/** Habitual gestures: copy, close, go back, zoom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { gone, seen, TestWindow } from './window.ts';

describe('copying and moving by keyboard and mouse', () => {
  let window: TestWindow;
  beforeAll(async () => {
    window = await TestWindow.shared([
      fixture('samples/cpu-hog/cpu.perf.txt.zst'),
      fixture('samples/cpu-hog/vmstat.txt'),
      fixture('python/failing.log'),
    ]);
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const press = async (...keys: string[]) => {
    for (const key of keys) await window.page.keyboard.press(key);
  };
  const chips = () =>
    window.page
      .getByRole('navigation', { name: 'Scope' })
      .locator('.chip:not(.is-empty):not(.is-left-out)')
      .allTextContents();
  const tab = () => window.page.getByRole('tab', { selected: true }).textContent();

  it('copies a row of events, with the name of its capture', async () => {
    await window.show('Events');
    const [message] = await window.column('Events', 'message');
    await window.page.getByRole('grid', { name: 'Events' }).focus();
    await press('ArrowDown', 'Control+c');
    await expect.poll(() => window.clipboard()).toContain(message!.replace(/ …$/, ''));
    expect((await window.clipboard()).split('\t')).toContain('failing.log');
  });

  it('copies several rows with the titles of their columns', async () => {
    await window.show('Functions');
    const functions = await window.column('Functions', 'function');
    await window.page.getByRole('grid', { name: 'Functions' }).focus();
    await press('ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+c');
    await expect.poll(async () => (await window.clipboard()).split('\n').length).toBe(4);
    const [head, ...lines] = (await window.clipboard()).split('\n').map(line => line.split('\t'));
    const at = head!.indexOf('function');
    expect(lines.map(cells => cells[at])).toEqual(functions.slice(0, 3));
    expect(await window.page.getByRole('row', { selected: true }).count()).toBe(3);

    await press('ArrowDown');
    expect(await window.page.getByRole('row', { selected: true }).count()).toBe(1);
    await press('Control+a', 'Control+c');
    await expect.poll(async () => (await window.clipboard()).split('\n').length).toBeGreaterThan(100);
  });

  it('copies rows of a tree and of the list of series', async () => {
    await window.show('Call tree');
    const tree = window.page.getByRole('treegrid', { name: 'Call tree' });
    await tree.focus();
    await press('Home', 'Control+c');
    const name = await tree.locator('.grid-body .grid-row').first().locator('.text').first().textContent();
    await expect.poll(async () => (await window.clipboard()).split('\t')).toContain(name);
    await window.show('Metrics');
    await window.page.getByRole('treegrid', { name: 'Series' }).focus();
    await press('Home', 'Shift+ArrowDown', 'Control+c');
    await expect.poll(async () => (await window.clipboard()).split('\n')[0]).toContain('counter\t');
  });

  it('copies an item of a list', async () => {
    await window.page
      .getByRole('complementary', { name: 'Captures' })
      .getByRole('treeitem', { name: /vmstat\.txt/ })
      .click();
    await press('Control+c');
    await expect.poll(() => window.clipboard()).toMatch(/^vmstat\.txt\t/);
  });

  it('closes only the topmost element on Esc', async () => {
    await window.show('Functions');
    const grid = window.page.getByRole('grid', { name: 'Functions' });
    await grid.getByRole('row').nth(2).click();
    await press('f');
    await expect.poll(async () => (await chips()).length).toBe(1);
    await press('+');
    const showAll = window.page.getByRole('button', { name: 'show all' });
    await seen(showAll);
    await press('/');
    await seen(window.page.getByLabel('Find in this table'));
    await grid.focus();
    await press('Escape');
    await expect.poll(() => window.page.getByLabel('Find in this table').count()).toBe(0);
    await press('Escape');
    await press('Escape');
    expect(await chips()).toHaveLength(1);
    expect(await showAll.count()).toBe(1);
    await showAll.click();
  });

  it('goes back and forward through scopes, not tabs', async () => {
    const scope = await chips();
    await window.show('Overview');
    await press('Alt+ArrowLeft');
    await expect.poll(chips).toEqual([]);
    expect(await tab()).toBe('Overview');
    await press('Alt+ArrowRight');
    await expect.poll(chips).toEqual(scope);
    await window.show('Modules');
    const button = (number: number) =>
      window.page.evaluate(
        which =>
          document.body.dispatchEvent(
            new MouseEvent('mouseup', { button: which, bubbles: true, cancelable: true }),
          ),
        number,
      );
    await button(3);
    await expect.poll(chips).toEqual([]);
    await button(4);
    await expect.poll(chips).toEqual(scope);
    await press('[');
    await expect.poll(chips).toEqual([]);
    expect(await tab()).toBe('Modules');
  });

  it('shows notifications that cover nothing and disappear on a key', async () => {
    const { page } = window;
    await window.dialogsAnswer({ open: ['/no/such/file.txt'] });
    await press('Control+o');
    const notice = page.locator('.notice.is-error');
    await seen(notice);
    const { y, height } = (await notice.boundingBox())!;
    for (const part of ['.desk', '.scope-bar', '.status-bar']) {
      const box = (await page.locator(part).boundingBox())!;
      expect(box.y + box.height <= y || box.y >= y + height).toBe(true);
    }
    await press('Control+z');
    const info = page.getByRole('status').getByText('No capture was removed');
    await seen(info);
    await press('Escape');
    await expect.poll(() => info.count()).toBe(0);
    expect(await notice.count()).toBe(1);
    await press('Escape');
    await expect.poll(() => notice.count()).toBe(0);
  });

  it('acts on a key that is pressed directly after Esc has closed a dialog', async () => {
    await press('Control+k');
    await seen(window.page.getByRole('dialog'));
    // Both at once: the answer to the first would give the page time.
    await Promise.all([press('Escape'), press('?')]);
    await seen(window.page.getByRole('dialog', { name: 'Keys' }));
    await press('Escape');
    await gone(window.page.getByRole('dialog'));
  });

  it('zooms the whole window by key', async () => {
    const width = () => window.page.evaluate(() => innerWidth);
    const usual = await width();
    await press('Control+=');
    await expect.poll(width).toBeLessThan(usual);
    await press('Control+-');
    await expect.poll(width).toBe(usual);
    await press('Control+k', 'Control+=', 'Control+=', 'Control+0', 'Escape');
    await expect.poll(width).toBe(usual);
  });
});

describe('events of logs and of others', () => {
  let window: TestWindow;
  beforeAll(async () => {
    window = await TestWindow.shared([fixture('python/failing.log'), fixture('strace/epoch.txt')], {
      width: 1440,
      height: 900,
    });
    await window.show('Events');
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const kinds = () => window.page.getByRole('combobox', { name: 'Kind' });
  const hasKind = () =>
    window.page.getByRole('grid', { name: 'Events' }).getByRole('columnheader', { name: 'kind' });

  it('show logs first, and have a column of kinds if there are several', async () => {
    await expect.poll(() => kinds().inputValue()).toBe('log');
    expect(new Set(await window.column('Events', 'capture'))).toEqual(new Set(['failing.log']));
    expect(await hasKind().count()).toBe(0);
    await kinds().selectOption('');
    await seen(hasKind());
    await expect.poll(async () => new Set(await window.column('Events', 'kind')).size).toBeGreaterThan(0);
    // The choice is kept.
    await window.show('Overview');
    await window.show('Events');
    expect(await kinds().inputValue()).toBe('');
    await kinds().selectOption('log');
  });

  it('have one row of controls, or two in a window of 1024 px, and show all levels', async () => {
    const tools = window.page.getByRole('search', { name: 'Events shown' });
    for (const [width, rows] of [
      [1024, 2],
      [1440, 1],
    ] as const) {
      await window.resize(width, 900);
      const lines = async () => {
        const boxes = await tools.locator('fieldset, input, select').evaluateAll(all =>
          all.map(each => {
            const { top, height } = each.getBoundingClientRect();
            return top + height / 2;
          }),
        );
        const centres = boxes.toSorted((a, b) => a - b);
        return 1 + centres.filter((centre, i) => i > 0 && centre - centres[i - 1]! >= 4).length;
      };
      // The panels beside them follow the width of the window.
      await expect.poll(lines).toBeLessThanOrEqual(rows);
    }
  });

  it('show the selected record in the inspector', async () => {
    const [message] = await window.column('Events', 'message');
    await window.page.getByRole('grid', { name: 'Events' }).focus();
    await window.page.keyboard.press('Home');
    const inspector = window.page.getByRole('complementary', { name: 'Inspector' });
    await seen(inspector.getByText(message!.replace(/ …$/, '')).first());
    await seen(inspector.getByText(/failing\.log, line \d/));
  });

  it('are found by a time typed into the palette', async () => {
    const times = await window.column('Events', 'time');
    const wanted = times.at(-1)!;
    await window.openPalette(wanted);
    // Not that of a time typed in part.
    await window.page
      .getByRole('option', { name: /^Go to / })
      .filter({ hasText: wanted })
      .click();
    await expect.poll(() => window.activeRow()).toContain(wanted);
    await window.openPalette('+0s');
    await seen(window.page.getByRole('option', { name: /^Go to / }));
    await window.page.keyboard.press('Escape');
  });
});
