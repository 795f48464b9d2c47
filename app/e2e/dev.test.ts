import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { Dev } from './dev.ts';
import { root, seen, TestWindow } from './window.ts';

describe('npm run dev', () => {
  let copy: string;
  let dev: Dev;
  let window: TestWindow;
  beforeAll(async () => {
    copy = copyOfSources();
    dev = await Dev.start(copy);
    window = await TestWindow.open([fixture('perf-script/kinds.txt')], {
      variables: { AFTERTRACE_PAGE: dev.page },
    });
  });
  afterAll(async () => {
    await window?.close();
    await dev?.end();
    rmSync(copy, { recursive: true, force: true });
  });

  it('shows a changed component, and keeps the workspace and the view', async () => {
    await window.show('Functions');
    await edit(
      join(copy, 'app/renderer/frame/captures-panel.tsx'),
      /Captures <span>/g,
      'Captures, changed <span>',
    );
    await seen(window.page.getByText('Captures, changed'));
    await seen(window.page.getByRole('tab', { name: 'Functions', selected: true }));
    await expect.poll(() => window.page.locator('.capture-name').allTextContents()).toEqual(['kinds.txt']);
  });

  it('shows changed styles', async () => {
    appendFileSync(join(copy, 'app/renderer/styles/base.css'), '\nbody { outline: 7px solid red; }\n');
    await expect
      .poll(() => window.page.evaluate(() => getComputedStyle(document.body).outlineWidth))
      .toBe('7px');
  });

  it('reloads the page if the change is not in a component, and keeps the workspace', async () => {
    appendFileSync(join(copy, 'app/renderer/main.tsx'), "\ndocument.documentElement.lang = 'de';\n");
    await seen(window.page.locator('html[lang=de]'));
    await expect.poll(() => window.page.locator('.capture-name').allTextContents()).toEqual(['kinds.txt']);
    expect(window.pageErrors).toEqual([]);
  });

  it('restarts the program if the change is outside the page', async () => {
    appendFileSync(join(copy, 'app/main/main.ts'), "\nconsole.error('the main process was changed');\n");
    await expect.poll(() => dev.said, { timeout: 60_000 }).toContain('the main process was changed');
    appendFileSync(join(copy, 'app/engine/process.ts'), "\nconsole.error('the engine was changed');\n");
    await expect.poll(() => dev.said, { timeout: 60_000 }).toContain('the engine was changed');
  });

  it('does not change the window if a change cannot be built, and updates it after the next change that can', async () => {
    const main = join(copy, 'app/main/main.ts');
    const good = readFileSync(main, 'utf8');
    appendFileSync(main, '\nconst = 1;\n');
    await expect.poll(() => dev.said).toContain('The window stays as it was.');
    writeFileSync(main, `${good}\nconsole.error('mended');\n`);
    await expect.poll(() => dev.said, { timeout: 60_000 }).toContain('mended');
  });
});

/** Copies the sources to a folder of their own; installed packages are shared. */
function copyOfSources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'aftertrace-dev-'));
  for (const path of [
    'parsers',
    'workspace',
    'analyzers',
    'app',
    'scripts',
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
  ])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  for (const path of ['node_modules', '.runtime'])
    if (existsSync(join(root, path))) symlinkSync(join(root, path), join(copy, path));
  return copy;
}

function edit(file: string, what: RegExp, by: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(what);
  writeFileSync(file, text.replace(what, by));
}
