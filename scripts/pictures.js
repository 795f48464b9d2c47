/**
 * `npm run pictures`: makes the pictures of the README and of `docs/`.
 *
 * `npm run pictures -- OUT PATH…`: opens the window on captures or a workspace and takes a screenshot of
 * every view and each of its parts, every question under "more" and the dialogs, in small, usual and large
 * windows and both schemes, for review. Prints layout faults with each: text that is cut though there is
 * room, a table that scrolls sideways.
 *
 * The environment variables `SIZES=1024x700,1440x900`, `SCHEMES=dark` and `VIEWS=Functions,Waits` take fewer pictures.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { docsPictures } from './docs-pictures.js';
import { resize, setScheme, withWindow } from './driven.js';

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 */
const list = (name, otherwise) => process.env[name]?.split(',') ?? otherwise;
const sizes = list('SIZES', ['1024x700', '1440x900', '2560x1400']).map(size => {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { width, height };
});
const schemes = /** @type {('dark' | 'light')[]} */ (list('SCHEMES', ['dark', 'light']));
const wanted = list('VIEWS', null);

/** ms to wait after the page no longer says that it is busy. */
const settleMs = 500;

/** Runs in the page: elements whose text is cut or that scroll sideways, by class and text. */
function faults() {
  const found = new Set();
  for (const element of document.querySelectorAll('body *')) {
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (element.clientWidth === 0 || element.scrollWidth <= element.clientWidth + 1) continue;
    const name = `.${[...element.classList].join('.')}`;
    const text = (element.textContent ?? '').trim().slice(0, 40);
    if (overflowX === 'auto' || overflowX === 'scroll')
      found.add(`${name} scrolls sideways: ${element.scrollWidth} in ${element.clientWidth} px`);
    else if (textOverflow === 'ellipsis') {
      const right = element.parentElement?.getBoundingClientRect().right ?? 0;
      const room = Math.round(right - element.getBoundingClientRect().right);
      found.add(`${name} is cut, ${room} px beside it: ${text}`);
    } else if (overflowX === 'hidden' && element.children.length === 0 && text)
      found.add(`${name} is cut: ${text}`);
  }
  return [...found];
}

class Walk {
  /** Faults that were printed: those outside of the views are the same in every picture. */
  reported = new Set();

  /**
   * @param {import('playwright-core').Page} page
   * @param {string} out a folder
   */
  constructor(page, out) {
    this.page = page;
    this.out = out;
  }

  async openMore() {
    const more = this.page.getByRole('button', { name: /^more/ });
    if ((await more.count()) === 0) return [];
    await more.click();
    const items = this.page.getByRole('menuitem');
    await items.first().waitFor();
    return items.evaluateAll(elements =>
      elements.map(item => item.getAttribute('aria-label') ?? item.textContent.trim()),
    );
  }

  /** Titles of all views, in the order of the tabs and of the menu. */
  async views() {
    const tabs = await this.page.getByRole('tab').allTextContents();
    const others = await this.openMore();
    await this.page.keyboard.press('Escape');
    return [...tabs, ...others.filter(name => !tabs.includes(name))];
  }

  /** @param {string} view */
  async show(view) {
    const tab = this.page.getByRole('tab', { name: view, exact: true });
    if ((await tab.count()) > 0) return tab.click();
    await this.openMore();
    await this.page.getByRole('menuitem', { name: view, exact: true }).click();
  }

  async settle() {
    await this.page
      .waitForFunction(() => !document.querySelector('[aria-busy=true], .cell-placeholder, .waiting'), null, {
        timeout: 60_000,
      })
      .catch(() => console.error('still busy'));
    await this.page.waitForTimeout(settleMs);
  }

  /** @param {string} name */
  async take(name) {
    await this.settle();
    await this.page.screenshot({ path: join(this.out, `${name}.png`) });
    for (const fault of await this.page.evaluate(faults)) {
      if (!this.reported.has(fault)) console.log(`${name}: ${fault}`);
      this.reported.add(fault);
    }
  }

  /**
   * Takes a view, and each of its parts.
   * @param {string} view
   * @param {string} suffix
   */
  async takeView(view, suffix) {
    const name = view.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    await this.show(view);
    await this.settle();
    const panel = this.page.getByRole('tabpanel');
    const rows = panel.locator('.grid').first();
    if ((await rows.count()) > 0) {
      await rows.focus();
      await this.page.keyboard.press(name.includes('tree') || name === 'inverted' ? '*' : 'ArrowDown');
    }
    await this.take(`${name}-${suffix}`);
    const sides = panel.locator('.parts .part');
    for (let side = 1; side < (await sides.count()); side++) {
      await sides.nth(side).click();
      const title = ((await sides.nth(side).textContent()) ?? '').trim().toLowerCase();
      await this.take(`${name}-${title}-${suffix}`);
    }
    if ((await sides.count()) > 0) await sides.first().click();
    if (view === 'Callers' && (await panel.getByRole('grid', { name: 'Callees' }).count()) === 0) {
      await this.page.keyboard.press('Enter');
      await this.take(`${name}-chosen-${suffix}`);
    }
  }

  /**
   * Takes the list of unread files, the menu of further questions, the palette and the keys.
   * @param {string} suffix
   */
  async takeOthers(suffix) {
    const unread = this.page.getByRole('button', { name: /^Not read/ });
    if ((await unread.count()) > 0) {
      await unread.click();
      await this.take(`not-read-${suffix}`);
      await this.page.getByRole('button', { name: /^Captures/ }).click();
    }
    await this.openMore();
    await this.take(`more-${suffix}`);
    await this.page.keyboard.press('Escape');
    for (const [name, key] of /** @type {const} */ ([
      ['palette', 'Control+k'],
      ['keys', '?'],
    ])) {
      await this.page.keyboard.press(key);
      await this.take(`${name}-${suffix}`);
      await this.page.keyboard.press('Escape');
    }
  }
}

/**
 * @param {string} out
 * @param {readonly string[]} paths
 */
const walk = (out, paths) =>
  withWindow(paths, async (app, page) => {
    const steps = new Walk(page, out);
    const views = wanted ?? (await steps.views());
    for (const scheme of schemes) {
      await setScheme(app, page, scheme);
      for (const size of sizes) {
        await resize(app, page, size);
        const suffix = `${size.width}-${scheme}`;
        for (const view of views) await steps.takeView(view, suffix);
        if (!wanted) await steps.takeOthers(suffix);
      }
    }
  });

const [out, ...paths] = process.argv.slice(2);
if (!out) {
  await docsPictures();
} else if (paths.length === 0) {
  console.error(
    'npm run pictures -- OUT PATH…: the folder for the pictures, and the captures or the workspace to show',
  );
  process.exitCode = 1;
} else {
  mkdirSync(out, { recursive: true });
  await walk(out, paths);
}
