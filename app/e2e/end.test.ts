import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { TestWindow } from './window.ts';

describe('a workspace that was not saved', () => {
  let window: TestWindow;
  let files: () => string[];
  beforeEach(async () => {
    window = await TestWindow.open([fixture('perf-script/kinds.txt')]);
    const folder = await window.app.evaluate(({ app }) => app.getPath('temp'));
    const pid = await window.app.evaluate(
      ({ app }) => app.getAppMetrics().find(each => each.name === 'Aftertrace engine')!.pid,
    );
    files = () => readdirSync(folder).filter(name => name.startsWith(`aftertrace-${pid}-`));
    expect(files().length).toBeGreaterThan(0);
  });
  afterEach(() => window.close());

  it('leaves nothing behind', async () => {
    await window.close();
    expect(files()).toEqual([]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'leaves nothing behind at %s, which ends the program without a question',
    async (signal, status) => {
      const main = window.app.process();
      const ended = once(main, 'exit');
      // As a terminal does: to the engine and the page, too.
      process.kill(-main.pid!, signal);
      expect(await ended).toEqual([status, null]);
      expect(files()).toEqual([]);
    },
  );
});
