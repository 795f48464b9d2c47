import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './axe.ts';
import { seen, TestWindow } from './window.ts';

describe('the tracks of the timeline', () => {
  let window: TestWindow;
  let page: Page;
  beforeAll(async () => {
    window = await TestWindow.shared('cpu-hog');
    page = window.page;
    await seen(legend('CPU by process'));
    await seen(track('Run queue'));
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const timeline = () => page.getByRole('region', { name: 'Timeline' });
  const track = (name: string) => timeline().getByRole('region', { name, exact: true });
  const title = (name: string) => track(name).locator('.track-title');
  const legend = (name: string) => page.getByRole('list', { name: `Legend of ${name}` });
  const key = (title: string, name: string) =>
    legend(title).getByRole('button', { name: new RegExp(`^${name}`) });
  const titles = () =>
    timeline()
      .locator('.track')
      .evaluateAll(all => all.map(each => each.getAttribute('aria-label')));
  const height = async (name: string) => (await track(name).locator('.track-row').boundingBox())!.height;
  /** Moves the pointer to a share of the tracks' width. */
  const pointAt = async (share: number) => {
    const box = (await track('CPU by process').locator('.track-area').boundingBox())!;
    await page.mouse.move(box.x + box.width * share, box.y + box.height - 6);
  };

  it('can be searched by content, and added', async () => {
    await page.getByRole('button', { name: '+ track' }).click();
    await seen(page.getByRole('dialog', { name: 'Add a track' }));
    expect(await axeViolations(window, 'dialog')).toEqual([]);
    await page.keyboard.type('CPU by mod');
    await seen(page.getByRole('option', { name: 'CPU by module', selected: true }));
    await page.keyboard.press('Enter');
    await seen(legend('CPU by module'));
    // Adding it again does not duplicate it.
    await title('CPU by module').focus();
    await page.keyboard.press('t');
    await page.keyboard.type('CPU by mod');
    await page.getByRole('option', { name: /CPU by module.*on the timeline/ }).click();
    await expect.poll(async () => (await titles()).filter(each => each === 'CPU by module').length).toBe(1);
  });

  it('are added from any row', async () => {
    await window.openPalette('Threads');
    await page
      .getByRole('option', { name: /^Threads/ })
      .first()
      .click();
    const grid = page.getByRole('grid', { name: 'Threads' });
    await grid.locator('.grid-row').first().click();
    await page.keyboard.press('Home');
    await expect.poll(() => window.activeRow()).toMatch(/^postgres/);
    await page.keyboard.press('s');
    await expect
      .poll(async () => (await titles()).some(each => each?.startsWith('CPU of postgres')))
      .toBe(true);
  });

  it('show when a function was running', async () => {
    await page.getByRole('tab', { name: 'Inverted' }).click();
    const tree = page.getByRole('treegrid', { name: 'Inverted' });
    await tree.locator('.grid-row').first().click();
    await page.keyboard.press('Home');
    const before = await titles();
    await expect.poll(() => window.activeRow()).not.toBe('');
    await page.keyboard.press('s');
    const added = async () => (await titles()).filter(each => !before.includes(each));
    await expect.poll(added).toEqual([expect.stringMatching(/^CPU of \S+ by process$/)]);
    const [name] = await added();
    // A single key needs no legend.
    await seen(track(name!).locator('.track-of'));
    await title(name!).focus();
    await page.keyboard.press('Delete');
    await expect.poll(titles).toEqual(before);
  });

  it('are moved, folded, made higher, kept on top and removed by keyboard', async () => {
    const before = await titles();
    await title('Run queue').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(titles).not.toEqual(before);
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(titles).toEqual(before);
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => height('Run queue')).toBe(38);
    await page.keyboard.press('Enter');
    await expect.poll(() => height('Run queue')).toBe(16);
    await page.keyboard.press('Enter');
    await page.keyboard.press('k');
    await expect.poll(async () => (await titles())[0]).toBe('Run queue');
    await title('Run queue').focus();
    await page.keyboard.press('k');
    await expect.poll(titles).toEqual(before);
    await title('CPU by module').focus();
    await page.keyboard.press('Delete');
    await expect.poll(titles).not.toContain('CPU by module');
    await page.keyboard.press('Control+z');
    await seen(page.getByRole('status').getByText('Undone: the tracks of the timeline.'));
    await expect.poll(titles).toContain('CPU by module');
    await title('CPU by module').focus();
    await page.keyboard.press('Delete');
    await expect.poll(titles).not.toContain('CPU by module');
  });

  it('are not drawn while they are out of view', async () => {
    await title('Overview').focus();
    for (let press = 0; press < 100; press++) await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => height('Overview')).toBe(820);
    // Counts what is drawn in each track while the timeline moves by a key.
    const drawn = () =>
      timeline().evaluate(async element => {
        const counts: Record<string, number> = {};
        const { clearRect } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.clearRect = function (...area) {
          const name = this.canvas.closest('.track')?.getAttribute('aria-label') ?? '';
          counts[name] = (counts[name] ?? 0) + 1;
          clearRect.apply(this, area);
        };
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'w', bubbles: true }));
        const total = () => Object.values(counts).reduce((sum, count) => sum + count, 0);
        // Until it stands still: the movement, and the answers that it leads to.
        for (let still = 0; still < 20; ) {
          const before = total();
          await new Promise(requestAnimationFrame);
          const isAsking = document.querySelector('.status-cost')?.textContent === 'asking …';
          still = total() === before && total() > 0 && !isAsking ? still + 1 : 0;
        }
        CanvasRenderingContext2D.prototype.clearRect = clearRect;
        return counts;
      });
    await expect.poll(drawn).toEqual({ Overview: expect.any(Number) });
    await title('Run queue').scrollIntoViewIfNeeded();
    await expect.poll(async () => Object.keys(await drawn())).toContain('Run queue');
    await page.getByRole('button', { name: 'show all' }).click();
    await title('Overview').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Reset the height' }).click();
    await expect.poll(() => height('Overview')).toBe(20);
  });

  it('stay between two values of a metric; the timeline keeps the keyboard if others go', async () => {
    await title('CPU by process').focus();
    for (let press = 0; press < 26; press++) await page.keyboard.press('w');
    await expect.poll(titles).not.toContain('CPU by process');
    const box = (await track('Run queue').locator('.track-area').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 6);
    await expect.poll(() => track('Run queue').locator('.value-now').textContent()).toMatch(/^\d/);
    for (let press = 0; press < 26; press++) await page.keyboard.press('s');
    await seen(title('CPU by process'));
  });

  it('have keys that the keyboard reaches', async () => {
    await title('CPU by process').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const second = legend('CPU by process').getByRole('button').nth(1);
    await expect.poll(() => second.evaluate(key => key === document.activeElement)).toBe(true);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => second.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => second.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    const isBack = () => title('CPU by process').evaluate(element => element === document.activeElement);
    await expect.poll(isBack).toBe(true);
  });

  it('are dragged into another order, and by the lower edge made higher', async () => {
    await title('Overview').scrollIntoViewIfNeeded();
    const from = (await title('CPU by process').boundingBox())!;
    const to = (await title('Overview').boundingBox())!;
    await page.mouse.move(from.x + 10, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 5, { steps: 6 });
    await page.mouse.up();
    await expect.poll(async () => (await titles())[0]).toBe('CPU by process');
    // The click that ends a drag does not fold the track.
    expect(await title('CPU by process').getAttribute('aria-expanded')).toBe('true');
    const edge = (await track('Overview').locator('.track-edge').boundingBox())!;
    await page.mouse.move(edge.x + 60, edge.y + 3);
    await page.mouse.down();
    await page.mouse.move(edge.x + 60, edge.y + 23, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => height('Overview')).toBe(40);
    await page.mouse.dblclick(edge.x + 60, edge.y + 23);
    await expect.poll(() => height('Overview')).toBe(20);
  });

  it('show only one key, or all except one', async () => {
    await pointAt(0.4);
    const whole = track('CPU by process').locator('.value-now');
    const all = await whole.textContent();
    await key('CPU by process', 'postgres').click();
    await pointAt(0.4);
    await expect.poll(() => whole.textContent()).not.toBe(all);
    expect(await key('CPU by process', 'sh').getAttribute('aria-pressed')).toBe('false');
    await key('CPU by process', 'postgres').click();
    await pointAt(0.4);
    await expect.poll(() => whole.textContent()).toBe(all);
    await key('CPU by process', 'pgbench').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Hide pgbench' }).click();
    await expect.poll(() => key('CPU by process', 'pgbench').getAttribute('aria-pressed')).toBe('false');
    await title('CPU by process').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show all hidden keys' }).click();
    await expect.poll(() => key('CPU by process', 'pgbench').getAttribute('aria-pressed')).toBe('true');
  });

  it('are grouped under a heading, which collapses them', async () => {
    await title('Run queue').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Group with / }).click();
    const group = page.getByRole('region', { name: /^Group / });
    const heading = group.getByRole('button', { expanded: true }).first();
    await heading.click();
    await expect.poll(titles).not.toContain('Run queue');
    await group.getByRole('button', { expanded: false }).click();
    await expect.poll(titles).toContain('Run queue');
    await group.locator('.track-group-title').focus();
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename a group' }).getByRole('textbox').fill('What waited');
    await page.keyboard.press('Enter');
    await seen(page.getByRole('region', { name: 'Group What waited' }));
    await title('Run queue').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Remove from the group / }).click();
    await expect.poll(() => group.getByRole('button', { name: /Run queue/ }).count()).toBe(0);
  });

  it('have actions for the object under the pointer in a menu', async () => {
    await pointAt(0.2);
    const box = (await track('CPU by process').locator('.track-area').boundingBox())!;
    await page.mouse.click(box.x + box.width * 0.2, box.y + box.height - 6, { button: 'right' });
    await seen(page.getByRole('menuitem', { name: 'Narrow to process postgres' }));
    await page.keyboard.press('Escape');
  });

  it('show means over a range selected with Shift, and all time after a double click', async () => {
    await page.keyboard.down('Shift');
    await pointAt(0.3);
    await page.mouse.down();
    await pointAt(0.6);
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect.poll(() => page.locator('.cursor-time').textContent()).toMatch(/^[\d.]+ s$/);
    expect(await track('Run queue').locator('.value-now').textContent()).toMatch(/^mean \d/);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.measure').count()).toBe(0);
    await pointAt(0.5);
    await page.mouse.wheel(0, -400);
    await seen(page.getByRole('button', { name: 'show all' }));
    await page.mouse.dblclick(...(await middle()));
    await expect.poll(() => page.getByRole('button', { name: 'show all' }).count()).toBe(0);
  });

  const middle = async (): Promise<[number, number]> => {
    const box = (await track('CPU by process').locator('.track-area').boundingBox())!;
    return [box.x + box.width / 2, box.y + box.height / 2];
  };

  it('show their notes in a dialog', async () => {
    await track('CPU by process')
      .getByRole('button', { name: /^\d notes?$/ })
      .click();
    const notes = page.getByRole('dialog', { name: 'Notes of CPU by process' });
    await expect.poll(() => notes.textContent()).toContain('Idle samples are left out');
    await page.keyboard.press('Escape');
    await expect.poll(() => notes.count()).toBe(0);
  });

  it('have marks, and are restored with the workspace', async () => {
    await timeline().focus();
    await pointAt(0.25);
    await page.keyboard.press('x');
    await seen(page.getByRole('dialog', { name: 'Mark the timeline' }));
    await page.keyboard.type('here it begins');
    await page.keyboard.press('Enter');
    await expect.poll(titles).toContain('Marks');
    await title('Marks').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Rename “here it begins”…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('vacuum');
    await page.keyboard.press('Enter');
    await title('CPU by process').focus();
    await page.keyboard.press('Enter');
    const before = await titles();
    await window.openEmpty();
    await window.drop(join(window.folder, 'cpu-hog.aftertrace'));
    await expect.poll(titles).toEqual(before);
    await expect.poll(() => height('CPU by process')).toBe(16);
    await title('Marks').focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Remove “vacuum”' }).click();
    await expect.poll(titles).not.toContain('Marks');
    expect(await axeViolations(window, '.timeline')).toEqual([]);
  });

  it('become findings, with their content as evidence', async () => {
    await title('CPU by process').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'New finding from this track' }).click();
    const named = page.getByRole('textbox', { name: 'Title of finding 1' });
    await expect.poll(() => named.inputValue()).toContain('CPU by process');
    // The evidence is the question of the track, not that of the view.
    await seen(page.getByRole('button', { name: /^Remove the evidence Timeline/ }));
    await page.keyboard.press('Escape');
  });

  it('are reset to the defaults', async () => {
    await title('Overview').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Reset all tracks' }).click();
    await expect.poll(titles).toEqual(['Overview', 'CPU by process', 'Run queue']);
  });
});
