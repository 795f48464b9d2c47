/** A long table, scrolled by its user. */
import type { BenchWindow } from './bench-window.ts';
import type { Use } from './use.ts';

const frames = 100;

export const tableUses: readonly Use[] = (
  [
    ['row by row', 60],
    ['by pages', 500],
    ['by the bar', 190_000],
  ] as const
).map(([how, px]) => ({
  name: `events: scroll ${how}`,
  async prepare({ page }) {
    await page.getByRole('tab', { name: 'Events', exact: true }).click();
    await grid(page).locator('.grid-row').first().waitFor();
  },
  use: ({ page }) =>
    grid(page).evaluate(
      async (element, { px, frames }) => {
        element.scrollTop = 0;
        for (let i = 0; i < frames; i++) {
          element.scrollTop += px;
          await new Promise(requestAnimationFrame);
        }
      },
      { px, frames },
    ),
}));

const grid = (page: BenchWindow['page']) => page.locator('.grid[aria-label="Events"]');
