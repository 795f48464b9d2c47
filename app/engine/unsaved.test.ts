import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { Engine } from './engine.ts';

let folder: string;
let engine: Engine;
const events = { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined };
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-unsaved-'));
  engine = new Engine({ version: '1', unsaved: folder }, events);
  await engine.open(null);
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

/** A file as a killed process leaves it: not closed, with its log beside it. */
function killed(digit: string): string {
  const [open] = readdirSync(folder).filter(name => new RegExp(`^aftertrace-${process.pid}-.*e$`).test(name));
  const left = join(folder, `aftertrace-1-${digit.repeat(12)}.aftertrace`);
  for (const suffix of ['', '.wal'])
    if (existsSync(join(folder, `${open}${suffix}`)))
      copyFileSync(join(folder, `${open}${suffix}`), left + suffix);
  return left;
}

it('recovers unsaved workspaces with their view state, and removes empty ones', async () => {
  const empty = killed('0');
  await engine.import('import', { paths: [fixture('perf-script/kinds.txt')], workers: 0 });
  await engine.keepView('as it was');
  const left = killed('1');
  expect(await engine.unsaved()).toMatchObject([{ path: left, captures: ['kinds.txt'] }]);
  expect(existsSync(empty)).toBe(false);

  const recovered = await engine.recover(left);
  expect(recovered.path).toBeNull();
  expect(recovered.captures.map(({ name }) => name)).toEqual(['kinds.txt']);
  expect(await engine.view()).toBe('as it was');
  expect(await engine.unsaved()).toEqual([]);
  await engine.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('discards an unsaved workspace, and no other file', async () => {
  await engine.import('import', { paths: [fixture('perf-script/kinds.txt')], workers: 0 });
  const left = killed('1');
  const other = join(folder, 'case.aftertrace');
  writeFileSync(other, 'mine');
  for (const path of [other, join(folder, '..', 'x.aftertrace')]) {
    await expect(engine.discard(path)).rejects.toMatchObject({ code: 'bad-request' });
    await expect(engine.recover(path)).rejects.toMatchObject({ code: 'bad-request' });
  }
  await engine.discard(left);
  expect(existsSync(left)).toBe(false);
  expect(existsSync(other)).toBe(true);
  expect((await engine.workspace()).captures).toHaveLength(1);
});

it('keeps workspaces that cannot be opened', async () => {
  const left = killed('1');
  writeFileSync(left, 'damaged');
  expect(await engine.unsaved()).toEqual([]);
  expect(existsSync(left)).toBe(true);
});
