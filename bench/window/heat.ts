/** Gestures of a user on the heat map, with pauses for the frames of each step. */
import type { BenchWindow } from './bench-window.ts';
import type { Use } from './use.ts';

/** ms */
const pause = 50;

export const heatUses: readonly Use[] = [
  {
    name: 'heat: hover',
    prepare: async window => {
      await window.page.keyboard.press('v');
      await window.page.keyboard.press('h');
      await map(window).waitFor();
      await window.page.waitForTimeout(1000);
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
    name: 'heat: extend a selection by keyboard',
    async use(window) {
      await map(window).focus();
      await window.page.keyboard.press('Home');
      for (let i = 0; i < 60; i++) {
        await window.page.keyboard.press(i % 2 ? 'Shift+ArrowRight' : 'Shift+ArrowUp');
        await window.page.waitForTimeout(pause);
      }
      await window.page.keyboard.press('Escape');
    },
  },
  {
    name: 'heat: drag',
    async use(window) {
      const { x, y, width, height } = await boxOf(window);
      const { mouse, keyboard } = window.page;
      const [startX, startY] = [x + width * 0.2, y + height * 0.5];
      await mouse.move(startX, startY);
      await mouse.down();
      for (let i = 0; i < 150; i++) {
        await mouse.move(startX + ((i * 7) % (width * 0.7)), startY + ((i * 13) % (height * 0.4)));
        await window.page.waitForTimeout(pause / 2);
      }
      // A drag that ends where it began selects nothing.
      await mouse.move(startX, startY);
      await mouse.up();
      await keyboard.press('Escape');
    },
  },
];

const map = ({ page }: BenchWindow) => page.getByRole('application', { name: /^Heat map/ });

async function boxOf(window: BenchWindow) {
  const box = await map(window).boundingBox();
  if (!box) throw new Error('The heat map is not shown.');
  return box;
}
