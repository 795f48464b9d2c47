import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import type { TestWindow } from './window.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>;
}

/** What a view shows; what is around it is the same for all views. */
export const view = '[role=tabpanel]';

/** Violations that axe finds in the window, or in the elements that a selector matches. */
export const axeViolations = ({ page }: TestWindow, within = 'html'): Promise<string[]> =>
  axeViolationsOn(page, within);

/** Violations in both themes, which differ only in colours: these are checked in both, all else once. */
export async function axeViolationsInThemes(
  window: TestWindow,
  within = 'html',
  setTheme: TestWindow['setTheme'] = theme => window.setTheme(theme),
): Promise<string[]> {
  await setTheme('Light');
  const all = await axeViolationsOn(window.page, within);
  await setTheme('Dark');
  return [...all, ...(await axeViolationsOn(window.page, within, rulesOfColours))];
}

const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/**
 * The page's policy lets no script in, so axe is run from outside.
 * @param rules of axe; null: all
 */
export async function axeViolationsOn(
  page: Page,
  within = 'html',
  rules: string[] | null = null,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const violations = await page.evaluate(
    async ([selector, only]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      // Rows that waited for an answer are pale until their transition ends.
      await new Promise(requestAnimationFrame);
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      // Nothing else leaves the page: a description of each element that passed would take most of the time.
      const options: RunOptions = { resultTypes: ['violations'], ...(only && { runOnly: only }) };
      return (await axe.run(selector, options)).violations;
    },
    [within, rules] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
