import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { TestWindow } from './window.ts';

it('leaves nothing behind of a workspace that was not saved', async () => {
  const window = await TestWindow.open([fixture('perf-script/kinds.txt')]);
  const folder = await window.app.evaluate(({ app }) => app.getPath('temp'));
  const pid = await window.app.evaluate(
    ({ app }) => app.getAppMetrics().find(each => each.name === 'Aftertrace engine')!.pid,
  );
  const files = () => readdirSync(folder).filter(name => name.startsWith(`aftertrace-${pid}-`));
  expect(files().length).toBeGreaterThan(0);
  await window.close();
  expect(files()).toEqual([]);
});
