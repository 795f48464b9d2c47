import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { TestWindow } from './window.ts';

it('AFTERTRACE_TRACE records the page, the engine and its workers, and the window opens the trace', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-trace-'));
  const file = join(folder, 'own.json');
  const traced = await TestWindow.open([fixture('samples/cpu-hog')], {
    variables: { AFTERTRACE_TRACE: file },
  });
  await traced.show('Functions');
  const text = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  await expect
    .poll(() =>
      [
        '"cat":"frame"',
        '"cat":"call"',
        '"cat":"port"',
        '"cat":"question"',
        '"cat":"query"',
        '"name":"part"',
      ].filter(each => !text().includes(each)),
    )
    .toEqual([]);
  await traced.close();
  const events = JSON.parse(`${text().trimEnd().replace(/,$/, '')}]`) as readonly {
    readonly cat?: string;
    readonly pid: number;
    readonly ts?: number;
  }[];
  const processesOf = (...categories: readonly string[]) =>
    new Set(events.filter(({ cat }) => cat && categories.includes(cat)).map(({ pid }) => pid));
  const [page, engine] = [
    processesOf('frame', 'call', 'task'),
    processesOf('port', 'question', 'query', 'import'),
  ];
  expect([page.size, engine.size]).toEqual([1, 1]);
  expect(page).not.toEqual(engine);

  const window = await TestWindow.shared([file]);
  await window.show('Slices');
  await expect
    .poll(() => window.column('Slices', 'process'))
    .toEqual(expect.arrayContaining(['Aftertrace engine', 'Aftertrace page']));
  await expect.poll(() => window.page.locator('.timeline').textContent()).toContain('Aftertrace engine');
  await window.close();
  rmSync(folder, { recursive: true, force: true });
});
