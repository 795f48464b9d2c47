import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import type { TestWindow } from './window.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: RunOptions): Promise<AxeResults>;
}

/**
 * Violations that axe finds in the window. The page's policy lets no script in, so axe is run from outside.
 */
export const axeViolations = ({ page }: TestWindow): Promise<string[]> => axeViolationsOn(page);

export async function axeViolationsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  // Nothing else leaves the page: a description of each element that passed would take most of the time.
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
