/** Creation and upgrades of workspaces, killed at any moment. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { runInClosed } from '../fixtures/closed-database.ts';
import { faultPoints } from './fault-points.ts';
import { schemaVersion } from './store/schema.ts';
import { Workspace } from './workspace.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-upgrade-'));
const file = (name: string): string => join(folder, name);
const nothing = faultPoints.reached;
afterEach(() => {
  faultPoints.reached = nothing;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A workspace as the baseline stores it, with a setting. */
async function older(path: string, sql = ''): Promise<string> {
  const workspace = await Workspace.open(path);
  await workspace.setSetting('view', 'kept');
  await workspace.close();
  await runInClosed(
    path,
    `DROP TABLE owed; ALTER TABLE event_class DROP COLUMN zone_differs; UPDATE workspace SET value = '6' WHERE key = 'schema_version'; ${sql}`,
  );
  return path;
}

async function isCurrent(path: string): Promise<void> {
  const workspace = await Workspace.open(path);
  const { rows } = await workspace.table("SELECT value FROM workspace WHERE key = 'schema_version'");
  expect(rows).toEqual([[String(schemaVersion)]]);
  expect(await workspace.setting('view')).toBe('kept');
  expect(await workspace.owed()).toEqual([]);
  await workspace.close();
}

const filesOf = (path: string): string[] =>
  readdirSync(folder).filter(name => join(folder, name).startsWith(path));

describe('an upgrade', () => {
  it('killed at any moment is completed when the file is opened again', async () => {
    const path = await older(file('killed.aftertrace'));
    const taken: string[] = [];
    faultPoints.reached = point => {
      const copy = file(`${point.replaceAll(' ', '-')}.aftertrace`);
      for (const suffix of ['', '.wal', '.v6'])
        if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
      taken.push(copy);
    };
    await (await Workspace.open(path)).close();
    faultPoints.reached = nothing;
    expect(taken).toHaveLength(5);
    for (const copy of [path, ...taken]) {
      await isCurrent(copy);
      expect(filesOf(copy)).toHaveLength(1);
    }
  });

  it('killed while the file format was raised begins again', async () => {
    const path = await older(file('raised.aftertrace'), 'CREATE TABLE raised (i INTEGER);');
    await isCurrent(path);
    expect(filesOf(path)).toHaveLength(1);
  });

  it('that left a file that cannot be opened begins again from the copy before it', async () => {
    const path = await older(file('log.aftertrace'));
    copyFileSync(path, `${path}.v6`);
    const damaged = readFileSync(path);
    damaged.fill(0xff, 0x1010, 0x1100);
    damaged.fill(0xff, 0x2010, 0x2100);
    writeFileSync(path, damaged);
    await isCurrent(path);
    expect(readFileSync(`${path}.damaged`).equals(damaged)).toBe(true);
  });

  it('whose copy cannot be made, or not be removed, leaves nothing half done', async () => {
    const path = await older(file('copy.aftertrace'));
    mkdirSync(join(`${path}.v6`, 'in the way'), { recursive: true });
    await expect(Workspace.open(path)).rejects.toThrow('Nothing of it was changed.');
    expect(filesOf(path)).toHaveLength(2);
    const current = file('current.aftertrace');
    await (await Workspace.open(current)).close();
    mkdirSync(join(`${current}.v6`, 'in the way'), { recursive: true });
    await (await Workspace.open(current)).close();
  });

  it('that fails leaves the file as it was', async () => {
    const path = await older(file('fails.aftertrace'), 'CREATE TABLE owed (capture INTEGER);');
    const before = readFileSync(path);
    await expect(Workspace.open(path)).rejects.toMatchObject({
      code: 'unwritable',
      message: expect.stringContaining('it was not changed'),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(filesOf(path)).toHaveLength(1);
  });
});

it('workspaces of drafts and of newer versions are refused, unchanged', async () => {
  const path = await older(
    file('draft.aftertrace'),
    'DROP VIEW samples; ALTER TABLE sample DROP COLUMN period',
  );
  for (const [version, code] of [
    ['6', 'draft'],
    ['5', 'draft'],
    ['99', 'newer'],
  ]) {
    await runInClosed(path, `UPDATE workspace SET value = '${version}' WHERE key = 'schema_version'`);
    const before = readFileSync(path);
    await expect(Workspace.open(path)).rejects.toMatchObject({ code });
    expect(readFileSync(path).equals(before)).toBe(true);
  }
});

describe('a creation that was killed', () => {
  it('is completed', async () => {
    const path = file('created.aftertrace');
    await runInClosed(path, 'SELECT 1');
    const workspace = await Workspace.open(path);
    expect(await workspace.captures()).toEqual([]);
    await workspace.close();
  });

  it.each([0, 4096, 8192])('begins again in a file of %i bytes, which can hold nothing', async size => {
    const whole = file('whole.aftertrace');
    await runInClosed(whole, 'SELECT 1');
    const path = file(`${size}.aftertrace`);
    writeFileSync(path, readFileSync(whole).subarray(0, size));
    const workspace = await Workspace.open(path);
    expect(await workspace.captures()).toEqual([]);
    await workspace.close();
  });

  it('another database stays refused', async () => {
    const path = file('other.aftertrace');
    await runInClosed(path, 'CREATE TABLE mine (a INTEGER)');
    await expect(Workspace.open(path)).rejects.toMatchObject({ code: 'not-a-workspace' });
  });
});
