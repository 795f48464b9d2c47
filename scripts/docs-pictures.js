/**
 * Makes the pictures of the README and of `docs/`, by the gestures that `docs/finding-the-cause.md` describes. Needs the
 * recorded incidents, and the corpus for one of them, in `AFTERTRACE_SHARED`, by default the folder `shared` beside the
 * repository.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { resize, setScheme, withWindow } from './driven.js';
import { withPalette } from './palette-png.js';
import { inShared, shared } from './shared.js';
import { root } from './stale.js';

const pictures = join(root, 'docs/pictures');
/** @param {string} path */
const incident = path => join(shared, 'incidents', path);

/** A clone holds every version of every picture. */
const maxBytes = 150_000;
const size = { width: 1440, height: 900 };
/** ms; a folder of half a gigabyte takes a while. */
const patience = 240_000;

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {import('playwright-core').ElectronApplication} ElectronApplication
 */

/** One window, used like its reader would. */
class Guide {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(patience);
  }

  /** @param {string} text of the legend of CPU by process */
  async untilLegendHas(text) {
    const legend = this.page.getByRole('list', { name: 'Legend of CPU by process' });
    await legend.getByText(text, { exact: true }).waitFor();
  }

  /** @param {string} name */
  card(name) {
    return this.page.getByRole('region', { name });
  }

  /**
   * Drags over the timeline.
   * @param {number} from share of its width
   * @param {number} to
   */
  async drag(from, to) {
    const box = await this.page.locator('.brush').boundingBox();
    if (!box) throw new Error('There is no timeline.');
    const y = box.y + 40;
    await this.page.mouse.move(box.x + box.width * from, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + box.width * to, y, { steps: 8 });
    await this.page.mouse.up();
  }

  async showThreads() {
    await this.page.getByRole('button', { name: /^more/ }).click();
    await this.page.getByRole('menuitem', { name: 'Threads', exact: true }).click();
    await this.page.getByRole('grid', { name: 'Threads' }).getByText('825', { exact: true }).waitFor();
  }

  /** @param {string} name */
  async take(name) {
    await this.page.mouse.move(size.width / 2, size.height - 4);
    await this.page.waitForFunction(async () => {
      // An answer may lead to the next question, and is drawn in the frames after it.
      for (let still = 0; still < 60; still++) {
        if (document.querySelector('[aria-busy=true], .cell-placeholder, .waiting')) return false;
        if (document.querySelector('.status-cost')?.textContent === 'asking …') return false;
        await new Promise(requestAnimationFrame);
      }
      return true;
    });
    const png = withPalette(await this.page.screenshot(), maxBytes);
    if (png.length > maxBytes) throw new Error(`${name}.png has ${png.length} bytes.`);
    writeFileSync(join(pictures, `${name}.png`), png);
    console.log(`docs/pictures/${name}.png: ${png.length} bytes`);
  }
}

/**
 * @param {readonly string[]} paths
 * @param {(guide: Guide, page: Page, app: ElectronApplication) => Promise<void>} work
 */
const guided = (paths, work) =>
  withWindow(paths, async (app, page) => {
    await resize(app, page, size);
    await setScheme(app, page, 'dark');
    await work(new Guide(page), page, app);
  });

/** The pictures of the README. */
const readme = () =>
  guided(
    ['cpu.perf.txt.zst', 'vmstat.txt', 'mpstat.txt', 'iostat.txt', 'pidstat.txt', 'postgresql.log'].map(
      name => incident(`cpu-hog/${name}`),
    ),
    async (guide, page, app) => {
      await guide.untilLegendHas('sh');
      await guide.drag(0.445, 0.765);
      await page.getByRole('tab', { name: 'Call tree', exact: true }).click();
      const tree = page.getByRole('treegrid', { name: 'Call tree' });
      await tree.getByText('postgres', { exact: true }).first().click();
      await page.keyboard.press('*');
      // The heaviest path is open down to its end.
      await page.waitForFunction(
        () => Number(document.querySelector('.grid-row.is-active')?.getAttribute('aria-level')) > 4,
      );
      await page.keyboard.press('Home');
      for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowDown');
      await guide.take('window-dark');
      await setScheme(app, page, 'light');
      await guide.take('window-light');
    },
  );

const busyCpus = () =>
  guided([incident('cpu-hog')], async (guide, page) => {
    for (const track of ['Latency', 'Throughput'])
      await page.getByText(track, { exact: true }).first().waitFor();
    await guide.untilLegendHas('sh');
    await guide.take('cause-cpu-1');
    await guide.drag(0.465, 0.79);
    await guide.card('Resources').getByText('saturated').first().waitFor();
    await guide.take('cause-cpu-2');
    await guide.card('Busiest processes').getByRole('button', { name: /^sh/ }).first().click();
    await page.getByRole('button', { name: /^Remove .*sh from the scope/ }).waitFor();
    await guide.showThreads();
    await guide.take('cause-cpu-4');
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('kind:sched:sched_switch next_comm=sh');
    await page.keyboard.press('Enter');
    await page.locator('.search-tally', { hasText: ' of ' }).waitFor();
    await page.getByRole('grid', { name: 'Hits' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('region', { name: 'Record' }).waitFor();
    await page.getByRole('group', { name: 'process' }).waitFor();
    await guide.take('search-dark');
  });

const busyDisk = () =>
  guided([incident('disk-stall')], async (guide, page) => {
    for (const track of ['Latency', 'Disk vda'])
      await page.getByText(track, { exact: true }).first().waitFor();
    await guide.untilLegendHas('dd');
    await guide.take('cause-disk-1');
    await guide.drag(0.78, 0.86);
    await guide.card('Resources').getByText('saturated').first().waitFor();
    await guide.take('cause-disk-2');
    await page.keyboard.press('[');
    await page.keyboard.press('8');
    await page.getByRole('searchbox', { name: 'Search the series' }).fill('kB_wr');
    await page.getByRole('treegrid', { name: 'Series' }).getByText('dd (985)').waitFor();
    await guide.take('cause-disk-4');
  });

/** @param {string} folder */
async function manyCaptures(folder) {
  /**
   * @param {string} target
   * @param {string} path
   */
  const link = (target, path) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target, join(folder, path));
  };
  const small = readFileSync(join(shared, 'corpus/INDEX.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .map(line => line.split('\t'))
    .filter(([path, , bytes]) => path && Number(bytes) < 200_000)
    .map(([path = '']) => path);
  for (const path of small.filter((_, i) => i % 5 === 0)) link(join(shared, 'corpus', path), path);
  for (const name of [
    'cpu.perf.txt.zst',
    'iostat.txt',
    'mpstat.txt',
    'pgbench.txt',
    'pidstat.txt',
    'postgresql.log',
    'sar.txt',
    'vmstat.txt',
  ])
    link(incident(`cpu-hog/${name}`), `db1/${name}`);
  await guided([folder], async (guide, page) => {
    await guide.take('cause-many-1');
    await page.getByLabel('Find a capture').fill('db1 perf script');
    await page.getByRole('treeitem', { name: /^cpu\.perf\.txt\.zst/ }).dblclick();
    await guide.card('Busiest processes').getByText('sh', { exact: true }).waitFor();
    await page.keyboard.press('z');
    await guide.untilLegendHas('sh');
    await guide.take('cause-many-4');
  });
}

export async function docsPictures() {
  inShared('incidents');
  mkdirSync(pictures, { recursive: true });
  await readme();
  await busyCpus();
  await busyDisk();
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-collected-'));
  try {
    await manyCaptures(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
