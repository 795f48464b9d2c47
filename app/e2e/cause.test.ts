/** Replays the walkthroughs of docs/finding-the-cause.md gesture by gesture, and takes their pictures. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { corpus, incident, missing } from '../../fixtures/shared.ts';
import { TestWindow } from './window.ts';

const pictures = join('docs', 'pictures');
/** ms; a dropped incident folder holds half a gigabyte of scheduler events. */
const patience = 240_000;

describe('from the dropped folder to the cause', { timeout: 2 * patience }, () => {
  let window: TestWindow;
  let page: Page;
  /** Gestures of a walkthrough: actions of the user, however long each takes. */
  let gestures: string[];
  beforeEach(async () => {
    window = await TestWindow.open();
    page = window.page;
    await window.setTheme('Dark');
    gestures = [];
  });
  afterEach(async () => {
    expect(window.pageErrors).toEqual([]);
    await window.close();
  });

  const gesture = async (what: string, does: () => Promise<unknown>) => {
    gestures.push(what);
    await does();
  };
  const isRead = async () => {
    await page.getByRole('tablist', { name: 'Views' }).waitFor({ timeout: patience });
    await page
      .getByRole('region', { name: 'Reading captures' })
      .waitFor({ state: 'detached', timeout: patience });
  };
  const settled = async () => {
    await page.waitForFunction(
      () => !document.querySelector('[aria-busy=true], .cell-placeholder, .waiting'),
    );
    await window.untilAnswered();
  };
  const picture = async (name: string) => {
    const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.mouse.move(width / 2, height - 4);
    await settled();
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  };
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
  const threads = async () => {
    await gesture('open more', () => page.getByRole('button', { name: /^more/ }).click());
    await gesture('choose Threads', () =>
      page.getByRole('menuitem', { name: 'Threads', exact: true }).click(),
    );
    const ofShell = async () => {
      const processes = await window.column('Threads', 'process');
      const tids = await window.column('Threads', 'tid');
      return tids.filter((_, i) => processes[i] === 'sh').sort();
    };
    await expect.poll(ofShell).toEqual(['823', '824', '825']);
  };

  it.skipIf(missing(incident('cpu-hog')))('finds the process that takes the CPUs', async () => {
    await gesture('drop the folder', () => window.drop(incident('cpu-hog')));
    await isRead();
    for (const track of ['Latency', 'Throughput'])
      await page.getByText(track, { exact: true }).first().waitFor();
    await legend().getByText('sh', { exact: true }).waitFor();
    await picture('cause-cpu-1');
    await gesture('drag over the rise', () => drag(0.465, 0.79));
    await expect
      .poll(() => card('Busiest processes').textContent())
      .toMatch(/^Busiest processes.*?sh6\d\.\d\d/);
    await expect.poll(() => card('Resources').textContent()).toMatch(/saturated\s*cpu all/);
    await picture('cause-cpu-2');
    await gesture('click sh', () =>
      card('Busiest processes').getByRole('button', { name: /^sh/ }).first().click(),
    );
    await page.getByRole('button', { name: /^Remove .*sh from the scope/ }).waitFor();
    await threads();
    await picture('cause-cpu-4');
    expect(gestures.length).toBeLessThanOrEqual(6);

    // The picture of a search, for docs/search.md.
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('kind:sched:sched_switch next_comm=sh');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.search-tally').textContent()).toMatch(/ of [\d.]+M · /);
    const hits = page.getByRole('grid', { name: 'Hits' });
    await hits.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('region', { name: 'Record' }).waitFor();
    await page.getByRole('group', { name: 'process' }).waitFor();
    await picture('search-dark');
  });

  it.skipIf(missing(incident('disk-stall')))('finds the process that fills the disk', async () => {
    await gesture('drop the folder', () => window.drop(incident('disk-stall')));
    await isRead();
    for (const track of ['Latency', 'Disk vda'])
      await page.getByText(track, { exact: true }).first().waitFor();
    await legend().getByText('dd', { exact: true }).waitFor();
    await picture('cause-disk-1');
    await gesture('drag over the leap', () => drag(0.78, 0.86));
    await expect.poll(() => page.locator('.headline').textContent()).toMatch(/^[5-9]\d\.\d\d % .*idle/);
    await expect.poll(() => card('Resources').textContent()).toMatch(/saturated\s*disk vda/);
    await picture('cause-disk-2');
    await gesture('back to everything', () => page.keyboard.press('['));
    await gesture('metrics', () => page.keyboard.press('8'));
    await gesture('search kB_wr', () =>
      page.getByRole('searchbox', { name: 'Search the series' }).fill('kB_wr'),
    );
    const series = page.getByRole('treegrid', { name: 'Series' });
    for (const group of ['dd (984)', 'dd (985)']) await series.getByText(group).waitFor();
    await expect.poll(() => series.textContent()).toMatch(/dd \(984\).*?238,\d\d\d.*dd \(985\).*?233,\d\d\d/);
    await picture('cause-disk-4');
    expect(gestures.length).toBeLessThanOrEqual(6);
  });

  it.skipIf(missing(corpus('INDEX.tsv')) || missing(incident('cpu-hog')))(
    'finds one incident among hundreds of captures of other machines',
    async () => {
      const folder = join(window.folder, 'collected');
      const link = (target: string, path: string) => {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        symlinkSync(target, join(folder, path));
      };
      for (const path of aFewHundred()) link(corpus(path), path);
      const recorded = ['cpu.perf.txt.zst', 'iostat.txt', 'mpstat.txt', 'pgbench.txt', 'pidstat.txt'];
      for (const name of [...recorded, 'postgresql.log', 'sar.txt', 'vmstat.txt'])
        link(incident(`cpu-hog/${name}`), `db1/${name}`);
      await gesture('drop the folder', () => window.drop(folder));
      await isRead();
      const count = Number(
        (await page.getByRole('button', { name: /^Captures \d/ }).textContent())?.match(/\d+/),
      );
      expect(count).toBeGreaterThanOrEqual(250);
      await picture('cause-many-1');
      await gesture('search perf script', () => page.getByLabel('Find a capture').fill('db1 perf script'));
      await gesture('double-click the profile', () =>
        page.getByRole('treeitem', { name: /^cpu\.perf\.txt\.zst/ }).dblclick(),
      );
      await expect
        .poll(() => card('Busiest processes').textContent())
        .toMatch(/postgres62\.\d\d.*sh24\.\d\d/);
      await gesture('zoom', () => page.keyboard.press('z'));
      await legend().getByText('sh', { exact: true }).waitFor();
      await picture('cause-many-4');
      await threads();
      expect(gestures.length).toBeLessThanOrEqual(6);
    },
  );
});

/** Every nth file of the collection, without large ones. */
function aFewHundred(): readonly string[] {
  const files = readFileSync(corpus('INDEX.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map(line => line.split('\t'))
    .filter(([path, , bytes]) => path && Number(bytes) < 200_000)
    .map(([path]) => path!);
  return files.filter((_, i) => i % 5 === 0);
}
