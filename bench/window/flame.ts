/** Gestures of a user on the flame graph, with pauses for the frames of each step. */
import type { BenchWindow } from './bench-window.ts';
import type { Use } from './use.ts';

/** ms */
const pause = 50;

export const flameUses: readonly Use[] = [
  {
    name: 'flame: hover',
    prepare: async ({ page }) => {
      await page.keyboard.press('0');
      await page.getByRole('application', { name: 'Flame graph' }).waitFor();
      await page.waitForTimeout(1000);
    },
    async use(window) {
      const { x, y, width, height } = await boxOf(window);
      for (let i = 0; i < 200; i++) {
        await window.page.mouse.move(x + width * ((i * 0.37) % 1), y + height * ((i * 0.013) % 1));
        await window.page.waitForTimeout(pause / 2);
      }
    },
  },
  {
    name: 'flame: zoom in by click, out by key',
    async use(window) {
      const { x, y, width } = await boxOf(window);
      for (let round = 0; round < 4; round++) {
        for (let level = 1; level < 12; level++) {
          await window.page.mouse.click(x + width * 0.3, y + 19 * (level + 0.5));
          await window.page.waitForTimeout(3 * pause);
        }
        for (let level = 0; level < 12; level++) {
          await window.page.keyboard.press('Escape');
          await window.page.waitForTimeout(pause);
        }
      }
    },
  },
  {
    name: 'flame: walk by keyboard',
    async use({ page }) {
      await page.keyboard.press('Home');
      for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowUp'])
        for (let i = 0; i < 20; i++) {
          await page.keyboard.press(key);
          await page.waitForTimeout(pause);
        }
    },
  },
  {
    name: 'flame: scroll',
    async use(window) {
      const { x, y } = await boxOf(window);
      await window.page.mouse.move(x + 50, y + 50);
      for (let i = 0; i < 60; i++) {
        await window.page.mouse.wheel(0, i % 20 < 10 ? 60 : -60);
        await window.page.waitForTimeout(pause);
      }
    },
  },
  {
    name: 'flame: search, letter by letter',
    async use({ page }) {
      for (const word of ['function_12', 'module-7 | _99', 'nothing']) {
        await page.keyboard.press('/');
        for (const letter of word) {
          await page.keyboard.type(letter);
          await page.waitForTimeout(2 * pause);
        }
        await page.keyboard.press('Escape');
        await page.waitForTimeout(2 * pause);
      }
    },
  },
];

async function boxOf({ page }: BenchWindow) {
  return (await page.getByRole('application', { name: 'Flame graph' }).boundingBox())!;
}
