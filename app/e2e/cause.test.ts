/** The walkthroughs of docs/finding-the-cause.md, without the scheduler events, of which each has half a gigabyte. */
import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { incident, missing } from '../../fixtures/shared.ts';
import { seen, TestWindow } from './window.ts';

describe('from the captures to the cause', () => {
  let window: TestWindow;
  let page: Page;
  const open = async (name: string) => {
    const notes = /^(?:expected|truth|uname|sched)/;
    const captures = readdirSync(incident(name)).filter(each => !notes.test(each));
    window = await TestWindow.shared(captures.map(each => incident(`${name}/${each}`)));
    page = window.page;
    await window.untilAnswered();
  };
  afterEach(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  /** Drags over the axis; `from` and `to` are shares of its width. */
  const drag = async (from: number, to: number) => {
    const { x, y, width } = (await page.locator('.brush').boundingBox())!;
    await page.mouse.move(x + width * from, y + 40);
    await page.mouse.down();
    await page.mouse.move(x + width * to, y + 40, { steps: 8 });
    await page.mouse.up();
  };
  const card = (name: string) => page.getByRole('region', { name });
  const legend = () => page.getByRole('list', { name: 'Legend of CPU by process' });

  it.skipIf(missing(incident('cpu-hog')))('finds the process that takes the CPUs', async () => {
    await open('cpu-hog');
    for (const track of ['Latency', 'Throughput']) await seen(page.getByText(track, { exact: true }).first());
    await seen(legend().getByText('sh', { exact: true }));
    await drag(0.465, 0.79);
    await expect
      .poll(() => card('Busiest processes').textContent())
      .toMatch(/^Busiest processes.*?sh6\d\.\d\d/);
    await expect.poll(() => card('Resources').textContent()).toMatch(/saturated\s*cpu all/);
    await card('Busiest processes').getByRole('button', { name: /^sh/ }).first().click();
    await seen(page.getByRole('button', { name: /^Remove .*sh from the scope/ }));
    await page.keyboard.press('z');
    await page.getByRole('button', { name: /^more/ }).click();
    await page.getByRole('menuitem', { name: 'Threads', exact: true }).click();
    const tids = async () => (await window.column('Threads', 'tid')).sort();
    await expect.poll(tids).toEqual(['823', '824', '825']);
  });

  it.skipIf(missing(incident('disk-stall')))('finds the process that fills the disk', async () => {
    await open('disk-stall');
    for (const track of ['Latency', 'Disk vda']) await seen(page.getByText(track, { exact: true }).first());
    await seen(legend().getByText('dd', { exact: true }));
    await drag(0.78, 0.86);
    await expect.poll(() => page.locator('.headline').textContent()).toMatch(/^[5-9]\d\.\d\d % .*idle/);
    await expect.poll(() => card('Resources').textContent()).toMatch(/saturated\s*disk vda/);
    await page.keyboard.press('[');
    await page.keyboard.press('8');
    await page.getByRole('searchbox', { name: 'Search the series' }).fill('kB_wr');
    const series = page.getByRole('treegrid', { name: 'Series' });
    for (const group of ['dd (984)', 'dd (985)']) await seen(series.getByText(group));
    await expect.poll(() => series.textContent()).toMatch(/dd \(984\).*?238,\d\d\d.*dd \(985\).*?233,\d\d\d/);
  });
});
