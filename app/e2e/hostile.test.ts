/** Hostile texts, from people or captures, do nothing where they are shown. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileTexts } from '../../fixtures/hostile-texts.ts';
import { fixture } from '../../fixtures/shared.ts';
import { Engine } from '../engine/engine.ts';
import { TestWindow } from './window.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-hostile-'));
const path = join(folder, 'hostile.aftertrace');
/** Texts of one finding. Each finding is stored safely on disk before the next, which would take half a minute for single texts. */
const groups = Array.from({ length: Math.ceil(hostileTexts.length / 20) }, (_, i) =>
  hostileTexts.slice(20 * i, 20 * (i + 1)),
);
let window: TestWindow;

beforeAll(async () => {
  const engine = new Engine(
    { version: '0' },
    { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined },
  );
  await engine.open(path);
  await engine.import('captures', { paths: [fixture('samples/cpu-hog/vmstat.txt')], workers: 0 });
  for (const texts of groups)
    await engine.addFinding('hostile', { title: texts.join(' '), text: texts.join('\n\n'), tags: texts });
  await engine.changeSummary({ title: hostileTexts[0] ?? '', text: hostileTexts.join('\n\n') });
  await engine.close();
  window = await TestWindow.shared([path]);
});
afterAll(async () => {
  await window.close();
  rmSync(folder, { recursive: true });
});

it('hostile text in findings is not executed', async () => {
  const { page } = window;
  const heard: string[] = [];
  page.on('dialog', dialog => heard.push(dialog.message()));
  page.on('request', request => heard.push(request.url()));
  const cards = page.getByRole('list', { name: 'Findings in order' }).locator('> li');
  await expect.poll(() => cards.count()).toBe(groups.length);
  for (let at = 0; at < groups.length; at++) {
    await cards.nth(at).scrollIntoViewIfNeeded();
    await cards.nth(at).click();
  }
  expect(
    await page
      .locator('.notebook')
      .locator('img, iframe, object, script, style, link, form, a, svg *[onbegin]')
      .count(),
  ).toBe(0);
  expect(heard.filter(each => !/^(?:file|app|devtools|data|blob):/.test(each))).toEqual([]);
  expect(window.pageErrors).toEqual([]);
});
