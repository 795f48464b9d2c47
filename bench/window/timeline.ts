/** Gestures of a user on the timeline, with pauses for the frames of each step. */
import type { BenchWindow } from './bench-window.ts';
import type { Use } from './use.ts';

/** ms */
const pause = 30;

export const timelineUses: readonly Use[] = [
  {
    name: 'timeline: hover',
    prepare: async window => {
      await tracks(window).first().waitFor();
      await window.page.waitForTimeout(1000);
    },
    async use(window) {
      const { x, y, width, height } = await boxOf(window);
      for (let i = 0; i < 200; i++) {
        await window.page.mouse.move(x + width * ((i * 0.37) % 1), y + height * ((i * 0.13) % 1));
        await window.page.waitForTimeout(pause);
      }
    },
  },
  {
    name: 'timeline: zoom in and out by wheel',
    async use(window) {
      const { x, y, width, height } = await boxOf(window);
      for (let round = 0; round < 3; round++) {
        await window.page.mouse.move(x + width * (0.3 + 0.2 * round), y + height / 2);
        for (let i = 0; i < 100; i++) {
          await window.page.mouse.wheel(0, i < 50 ? -100 : 100);
          await window.page.waitForTimeout(pause);
        }
      }
    },
  },
  {
    name: 'timeline: zoom and walk by key',
    async use(window) {
      const { x, y, width, height } = await boxOf(window);
      // The second click removes the mark of the first.
      for (let i = 0; i < 2; i++) await window.page.mouse.click(x + width / 2, y + height / 2);
      for (const key of ['w', 'd', 'a', 's'])
        for (let i = 0; i < 20; i++) {
          await window.page.keyboard.press(key);
          await window.page.waitForTimeout(pause);
        }
    },
  },
];

const tracks = ({ page }: BenchWindow) => page.locator('.track-area');

async function boxOf(window: BenchWindow) {
  const box = await tracks(window).first().boundingBox();
  if (!box) throw new Error('The timeline has no track.');
  return box;
}
