/** Gestures of a user on the pictures over time, with pauses for the frames of each step. */
import type { BenchWindow } from './bench-window.ts';
import type { Use } from './use.ts';

/** ms */
const pause = 30;

export const pictureUses: readonly Use[] = [
  'Flame chart',
  'Latency heat map',
  'CPU heat map',
  'Histogram of a field',
  'Percentiles',
].flatMap(title => [
  {
    name: `${title}: zoom the timeline by wheel`,
    prepare: async ({ page }: BenchWindow) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(title);
      await page
        .getByRole('option', { name: new RegExp(`^${title}`) })
        .first()
        .click();
      await page.getByRole('tab', { name: title, selected: true }).waitFor();
      await page.waitForTimeout(5000);
    },
    async use(window: BenchWindow) {
      const { page } = window;
      const { x, y, width } = await brushOf(window);
      for (let round = 0; round < 3; round++) {
        await page.mouse.move(x + width * (0.3 + 0.2 * round), y + 45);
        for (let i = 0; i < 60; i++) {
          await page.mouse.wheel(0, i < 30 ? -100 : 100);
          await page.waitForTimeout(pause);
        }
      }
      await page.waitForTimeout(1000);
    },
  },
  {
    name: `${title}: narrow to a time, and back`,
    async use(window: BenchWindow) {
      const { page } = window;
      const { x, y, width } = await brushOf(window);
      for (let round = 0; round < 5; round++) {
        const from = x + width * (0.1 + 0.1 * round);
        await page.mouse.move(from, y + 45);
        await page.mouse.down();
        await page.mouse.move(from + width * 0.3, y + 45, { steps: 10 });
        await page.mouse.up();
        await page.waitForTimeout(1000);
        await page
          .getByRole('button', { name: /^Remove .* from the scope$/ })
          .first()
          .click();
        await page.waitForTimeout(500);
      }
    },
  },
]);

async function brushOf({ page }: BenchWindow) {
  const box = await page.locator('.brush').boundingBox();
  if (!box) throw new Error('The timeline is not shown.');
  return box;
}
