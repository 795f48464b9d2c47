/** Takes the pictures of the README, by a person's gestures. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixture, incident, missing } from '../../fixtures/shared.ts';
import { TestWindow } from './window.ts';

const recorded = [
  'cpu.perf.txt.zst',
  'vmstat.txt',
  'mpstat.txt',
  'iostat.txt',
  'pidstat.txt',
  'postgresql.log',
];
const captures = missing(incident('cpu-hog'))
  ? [fixture('samples/cpu-hog')]
  : recorded.map(name => incident(`cpu-hog/${name}`));

/** Relative to vitest's working directory, the root of the repository. */
const pictures = join('docs', 'pictures');

let window: TestWindow;
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  window = await TestWindow.open(captures);
});
afterAll(() => window.close());

it('takes the pictures of the README', async () => {
  const { page } = window;
  const picture = async (name: string) => {
    // Some go by themselves.
    const dismiss = page.getByRole('status').getByRole('button', { name: 'Dismiss' }).first();
    while ((await dismiss.count()) > 0) await dismiss.click({ timeout: 1000 }).catch(() => undefined);
    await page.mouse.move(720, 895);
    await window.untilAnswered();
    const { byteLength } = await page.screenshot({ path: join(pictures, `${name}.png`) });
    expect(byteLength).toBeGreaterThan(20_000);
  };
  await page.getByRole('list', { name: 'Legend of CPU by process' }).waitFor();
  await window.dialogsAnswer({ save: join(window.folder, 'cpu-hog.aftertrace') });
  await page.keyboard.press('Control+s');
  await page.getByRole('status').getByRole('button', { name: 'Dismiss' }).click();

  await window.setTheme('Dark');
  await picture('overview-dark');
  await window.setTheme('Light');
  await picture('overview-light');

  const tracks = (await page.locator('.brush').boundingBox())!;
  await page.mouse.move(tracks.x + tracks.width * 0.445, tracks.y + 40);
  await page.mouse.down();
  await page.mouse.move(tracks.x + tracks.width * 0.765, tracks.y + 40, { steps: 8 });
  await page.mouse.up();
  await window.show('Call tree');
  const tree = page.getByRole('treegrid', { name: 'Call tree' });
  await tree.getByText('postgres', { exact: true }).first().click();
  await page.keyboard.press('*');
  await expect
    .poll(async () => Number(await page.locator('.grid-row.is-active').getAttribute('aria-level')))
    .toBeGreaterThan(4);
  await page.keyboard.press('Home');
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowDown');
  for (const name of ['Light', 'Dark'] as const) {
    await window.setTheme(name);
    await picture(`window-${name.toLowerCase()}`);
  }

  await page.keyboard.press('b');
  await page.getByRole('grid', { name: 'Callees' }).waitFor();
  await page.keyboard.press('Home');
  await picture('callers-dark');
});
