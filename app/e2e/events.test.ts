import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { axeViolationsInThemes, view } from './axe.ts';
import { seen, TestWindow } from './window.ts';

const lines = 30_000;

/** A server's log: mostly chatter, a warning in a hundred, an error with a stack trace in a thousand. */
function serverLog(): string {
  const out: string[] = [];
  for (let i = 0; i < lines; i++) {
    const time = new Date(Date.UTC(2024, 4, 1, 4, 20) + i * 10)
      .toISOString()
      .replace('T', ' ')
      .replace('.', ',');
    const head = (level: string) =>
      `${time.slice(0, 23)} ${level.padEnd(5)} [worker-${i % 4}] com.example.Shop - `;
    if (i % 1000 === 999)
      out.push(
        `${head('ERROR')}Order ${i} failed`,
        'java.lang.IllegalStateException: no stock',
        '\tat com.example.Stock.take(Stock.java:42)',
        '\tat com.example.Shop.order(Shop.java:7)',
      );
    else if (i % 100 === 99) out.push(`${head('WARN')}Slow answer after ${i % 977} ms`);
    else out.push(`${head('INFO')}Order ${i} taken in ${i % 89} ms`);
  }
  return `${out.join('\n')}\n`;
}

let window: TestWindow;
let page: Page;
const grid = () => page.getByRole('grid', { name: 'Events', exact: true });
const rows = async () => Number(await grid().getAttribute('aria-rowcount')) - 1;

/** Opens a window on a server's log and other captures before the tests of a suite, and shows Events. */
function atEvents(log: string, ...others: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-events-'));
  beforeAll(async () => {
    const path = join(folder, 'shop.log');
    writeFileSync(path, log);
    window = await TestWindow.shared([path, ...others]);
    page = window.page;
    await window.show('Events');
    await seen(grid());
  });
  afterAll(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
    rmSync(folder, { recursive: true });
  });
}

describe('the events', () => {
  atEvents(serverLog());

  const level = (name: string) => page.getByRole('group', { name: 'Levels' }).getByRole('button', { name });
  const record = () => page.getByRole('region', { name: 'Record' });

  it('lists every event, and holds only the rows in view', async () => {
    expect(await rows()).toBe(lines);
    await grid().focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.cell-placeholder').count()).toBe(0);
    await expect.poll(() => window.activeRow()).toContain('Order 29999 failed');
    expect(await grid().getByRole('row').count()).toBeLessThan(60);
    await page.keyboard.press('Home');
    await expect.poll(() => window.activeRow()).toContain('Order 0 taken in 0 ms');
  });

  it('shows the count of each level, and only events of the selected levels', async () => {
    await expect.poll(() => level('error').textContent()).toBe('error 30');
    expect(await level('warning').textContent()).toBe('warning 270');
    await level('error').click();
    await expect.poll(rows).toBe(30);
    await level('warning').click();
    await expect.poll(rows).toBe(300);
    await level('error').click();
    await level('warning').click();
    await expect.poll(rows).toBe(lines);
  });

  it('shows the whole record, its neighbours, and its mark on the timeline', async () => {
    await level('error').click();
    await expect.poll(rows).toBe(30);
    await grid().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => record().textContent()).toContain('Order 1999 failed');
    expect(await record().getByRole('region', { name: 'Message' }).textContent()).toContain(
      'at com.example.Stock.take(Stock.java:42)',
    );
    const neighbours = page.getByRole('grid', { name: 'Lines before and after' });
    await expect.poll(() => neighbours.textContent()).toContain('Order 1998 taken');
    expect(await neighbours.textContent()).toContain('Order 2000 taken');
    expect(await page.locator('.mark-line').count()).toBe(1);

    await neighbours.focus();
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => record().getByRole('region', { name: 'Message' }).textContent())
      .toContain('Order 2000 taken');
    await level('error').click();
  });

  it('goes from error to error with . and ,', async () => {
    await grid().focus();
    await page.keyboard.press('Home');
    await expect.poll(() => window.activeRow()).toContain('Order 0 taken');
    await page.keyboard.press('.');
    await expect.poll(() => window.activeRow()).toContain('Order 999 failed');
    await page.keyboard.press('.');
    await expect.poll(() => window.activeRow()).toContain('Order 1999 failed');
    await page.keyboard.press(',');
    await expect.poll(() => window.activeRow()).toContain('Order 999 failed');
    await page.keyboard.press(',');
    await expect.poll(() => page.getByText('No fatal or error further up.').count()).toBe(1);
  });

  it('delays keys until the answer in the new order has arrived', async () => {
    const order = page.getByRole('combobox', { name: 'Order' });
    await window.whileUnanswered(async () => {
      await order.selectOption('newest first');
      await grid().focus();
      for (const key of ['Home', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
      expect(await grid().getAttribute('aria-busy')).toBe('true');
    });
    await expect.poll(() => window.activeRow()).toContain('Order 29997 taken');
    await expect.poll(() => record().textContent()).toContain('Order 29997 taken');
    await window.whileUnanswered(async () => {
      await order.selectOption('oldest first');
      await grid().focus();
      await page.keyboard.press('Home');
    });
    await expect.poll(() => window.activeRow()).toContain('Order 0 taken');
    await expect.poll(() => record().textContent()).toContain('Order 0 taken');
  });

  it('is sorted by any column up to the last row, and searched in that order', async () => {
    await grid().getByRole('button', { name: 'level' }).click();
    await grid().focus();
    await page.keyboard.press('Home');
    await expect.poll(() => window.activeRow()).toContain('Order 999 failed');
    await page.keyboard.press('End');
    await expect.poll(() => window.activeRow()).toMatch(/Slow answer after \d+ ms/);
    await page.keyboard.press(',');
    await expect.poll(() => window.activeRow()).toContain('Order 29999 failed');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('newest first');
    await grid().focus();
    await page.keyboard.press('Home');
    await expect.poll(() => window.activeRow()).toContain('Order 29999 failed');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('oldest first');
    await grid().focus();
    await page.keyboard.press('Home');
    await expect.poll(() => window.activeRow()).toContain('Order 0 taken');
  });

  it('is searched with /', async () => {
    await grid().focus();
    await page.keyboard.press('/');
    await page.keyboard.type('slow answer after 99 ms');
    await expect.poll(rows).toBeLessThan(10);
    await expect.poll(() => grid().textContent()).toMatch(/Slow answer after 99 ms/);
    await page.keyboard.press('Escape');
    await expect.poll(rows).toBe(lines);
  });

  it('goes to the moment that is clicked on the timeline', async () => {
    const box = (await page.locator('.brush').boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + 40);
    await expect
      .poll(async () => Number(/Order (\d+)/.exec(await window.activeRow())?.[1]))
      .toBeGreaterThan(14_900);
    expect(Number(/Order (\d+)/.exec(await window.activeRow())?.[1])).toBeLessThan(15_100);
  });

  it('shows counts per level on the timeline, at the marked moment', async () => {
    const legend = page.getByRole('list', { name: 'Legend of Log by level' });
    await expect.poll(() => legend.getByRole('listitem').allTextContents()).toHaveLength(3);
    const [worst] = await legend.getByRole('listitem').allTextContents();
    expect(worst).toMatch(/^error\d+$/);
  });

  it('shows templates with their rates, and the events of the one that is chosen', async () => {
    await page.getByRole('button', { name: 'Templates' }).click();
    const templates = page.getByRole('grid', { name: 'Templates' });
    await seen(templates);
    await expect
      .poll(() => templates.getByRole('img', { name: /at most \d+ events? in one of 48/ }).count())
      .toBe(3);
    await templates.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    const events = page.getByRole('grid', { name: 'Events of the template' });
    await expect.poll(async () => events.getAttribute('aria-rowcount')).toBe('271');
    await templates.focus();
    await page.keyboard.press('Enter');
    await expect.poll(rows).toBe(270);
    await page.getByRole('button', { name: /^All templates again/ }).click();
    await expect.poll(rows).toBe(lines);
  });

  it('lists exceptions, and the events that contain one', async () => {
    await page.getByRole('button', { name: 'Exceptions' }).click();
    const exceptions = page.getByRole('grid', { name: 'Exceptions' });
    await expect.poll(() => exceptions.textContent()).toContain('java.lang.IllegalStateException');
    expect(await window.column('Exceptions', 'count events')).toEqual(['30']);
    await exceptions.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(rows).toBe(30);
    await page.getByRole('searchbox', { name: 'Text in the message' }).fill('');
    await expect.poll(rows).toBe(lines);
  });

  it('leads from the overview to the most frequent error messages', async () => {
    await window.show('Overview');
    const card = page.getByRole('region', { name: 'Errors and warnings' });
    await expect.poll(() => card.getByRole('button').count()).toBe(3);
    await card.getByRole('button', { name: /^warning Slow answer after/ }).click();
    await expect.poll(rows).toBe(270);
    await page.getByRole('button', { name: /^All templates again/ }).click();
  });

  it('opens the most frequent messages from the overview', async () => {
    await window.show('Overview');
    const card = page.getByRole('region', { name: 'Most frequent messages' });
    await expect
      .poll(() => card.getByRole('button').allTextContents())
      .toContainEqual(expect.stringMatching(/^info\s*Order <\*> taken in <\*> ms29,700$/));
    await card.getByRole('button', { name: /Order .* taken in/ }).click();
    await expect.poll(rows).toBe(29_700);
    await page.getByRole('button', { name: /^All templates again/ }).click();
  });

  it('has no violations of axe in its other parts', async () => {
    for (const part of ['Templates', 'Exceptions']) {
      await page.getByRole('button', { name: part, exact: true }).click();
      await seen(page.getByRole('grid').first());
      expect(await axeViolationsInThemes(window, view)).toEqual([]);
    }
  });
});

describe('events of several kinds', () => {
  atEvents(serverLog().split('\n').slice(0, 500).join('\n'), fixture('perf-script/sched.txt'));

  it('are narrowed to one of them with the keyboard', async () => {
    const kind = page.getByRole('combobox', { name: 'Kind' });
    await expect.poll(() => kind.textContent()).toContain('log lines · 500');
    // Log lines are shown by default.
    await expect.poll(rows).toBe(500);
    await kind.focus();
    await page.keyboard.press('Home');
    await expect.poll(rows).toBeGreaterThan(500);
    await page.keyboard.type('log');
    await expect.poll(rows).toBe(500);
  });

  it('are listed without those of a component', async () => {
    const all = await rows();
    await grid().getByText('Order 0 taken').click();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Hide events of component com.example.Shop' }).click();
    const field = page.getByRole('searchbox', { name: 'Text in the message' });
    await expect.poll(() => field.inputValue()).toBe('-component:"com.example.Shop"');
    // Every line of the log is of this component.
    await expect.poll(rows).toBe(0);
    await field.fill('');
    await expect.poll(rows).toBe(all);
  });

  it('are found by their template from anywhere', async () => {
    await window.show('Overview');
    await window.openPalette('slow answer');
    await seen(page.getByRole('option', { name: /Slow answer after/, selected: true }));
    await page.keyboard.press('Enter');
    await expect.poll(rows).toBe(5);
    await page.getByRole('button', { name: /^All templates again/ }).click();
  });
});

describe('a template at several levels', () => {
  const line = (i: number) =>
    `2024-05-01 04:20:${String(i % 60).padStart(2, '0')},000 ${i % 10 === 9 ? 'ERROR' : 'INFO '} [main] com.example.Shop - Order ${i} left the warehouse`;
  atEvents(`${Array.from({ length: 60 }, (_, i) => line(i)).join('\n')}\n`);

  it('opens only the events of the level of its row', async () => {
    await expect.poll(rows).toBe(60);
    await page.getByRole('button', { name: 'Templates' }).click();
    const templates = page.getByRole('grid', { name: 'Templates' });
    await templates.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    const beside = page.getByRole('grid', { name: 'Events of the template' });
    await expect.poll(() => beside.getAttribute('aria-rowcount')).toBe('7');
    await templates.focus();
    await page.keyboard.press('Enter');
    await expect.poll(rows).toBe(6);
    const pressed = page.getByRole('group', { name: 'Levels' }).getByRole('button', { pressed: true });
    expect(await pressed.allTextContents()).toEqual(['error 6']);
    await window.show('Overview');
    await page
      .getByRole('region', { name: 'Errors and warnings' })
      .getByRole('button', { name: /left the warehouse/ })
      .click();
    await expect.poll(rows).toBe(6);
  });
});

describe('events that are no lines of logs', () => {
  it('are in the overview by kind, and those with a level of an error are named', async () => {
    const captures = await TestWindow.shared(['otlp/traces.jsonl', 'strace/threads.txt'].map(fixture));
    const listed = captures.page.getByRole('grid', { name: 'Events', exact: true });
    const open = async (card: string, name: RegExp) => {
      await captures.show('Overview');
      await captures.page.getByRole('region', { name: card }).getByRole('button', { name }).click();
    };
    await open('Errors and warnings', /^span 14$/);
    await expect.poll(() => listed.getAttribute('aria-rowcount')).toBe('15');
    await open('Kinds of events', /^span 130$/);
    await expect.poll(() => listed.getAttribute('aria-rowcount')).toBe('131');
    await open('Kinds of events', /^futex 8$/);
    await expect.poll(() => listed.getAttribute('aria-rowcount')).toBe('9');
    await captures.close();
  });
});
