/** Findings outlive their file. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runInClosed } from '../../fixtures/closed-database.ts';
import { Workspace } from '../workspace.ts';
import { copiesIn, writeCopy } from './copies.ts';
import { insertRow } from './records.ts';
import { rescueFindings } from './rescue.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-rescued-'));
const data = join(folder, 'data');
const path = join(folder, 'case.aftertrace');
const damaged = join(folder, 'damaged.aftertrace');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const finding = (id: number, title: string) =>
  insertRow('finding', {
    id: String(id),
    place: String(id),
    title,
    text: `text of ${title}`,
    tags: '[]',
    links: '[]',
    marks: '[]',
    evidence: '[]',
    created_ns: '1',
    changed_ns: '2',
  });

beforeAll(async () => {
  const workspace = await Workspace.open(path, { data });
  await workspace.writeFindings(async () => [finding(1, 'first'), finding(2, 'second')]);
  await workspace.setSetting('saved', 'a query');
  await workspace.close();
  const again = await Workspace.open(path, { data });
  await again.writeFindings(async () => [finding(3, 'third')]);
  await again.close();
});

/** Titles of the findings of the damaged file. */
async function titles(copies: string | null): Promise<readonly (string | null)[] | null> {
  const found = await rescueFindings(damaged, copies);
  return found?.finding.map(({ title }) => title) ?? null;
}

const all = ['first', 'second', 'third'];

describe('findings', () => {
  it('have a second copy, which is removed with an unsaved workspace', async () => {
    expect(readdirSync(copiesIn(data))).toHaveLength(1);
    const unsaved = await Workspace.open(null, { data });
    await unsaved.writeFindings(async () => [finding(1, 'thrown away')]);
    await unsaved.close();
    expect(readdirSync(copiesIn(data))).toHaveLength(1);
  });

  it.each([12, 100, 4104, 8200])(
    'are read from the file itself if byte %i of its headers is damaged',
    async at => {
      const bytes = readFileSync(path);
      bytes[at]! ^= 0x40;
      writeFileSync(damaged, bytes);
      const found = await titles(null);
      // The other header may be that of the last checkpoint but one.
      expect(all.slice(0, found?.length)).toEqual(found);
      expect(found?.length).toBeGreaterThanOrEqual(2);
    },
  );

  it('are read from their second copy, wherever the file is damaged, cut off or deleted', async () => {
    copyFileSync(path, damaged);
    const other = await Workspace.open(damaged, { data });
    await other.setSetting('view', 'touched');
    await other.close();
    const whole = readFileSync(damaged);
    const damages: (() => void)[] = [
      ...Array.from({ length: 4 }, (_, i) => () => {
        const bytes = Buffer.from(whole);
        bytes.fill(0xa5, Math.floor((bytes.length * i) / 4), Math.floor((bytes.length * (i + 1)) / 4));
        writeFileSync(damaged, bytes);
      }),
      ...[0, 5000, whole.length >> 1].map(length => () => {
        writeFileSync(damaged, whole);
        truncateSync(damaged, length);
      }),
      () => rmSync(damaged),
    ];
    for (const damage of damages) {
      damage();
      expect(await titles(copiesIn(data))).toEqual(all);
    }
  }, 60_000);

  it('are not read from a damaged copy, and the latest copy counts', async () => {
    const copies = join(folder, 'some copies');
    const copy = { id: 'x', path: damaged, finding: [], evidence: [], settings: [] };
    const latest = await writeCopy(copies, { ...copy, id: 'y', changed: 2 });
    await writeCopy(copies, { ...copy, changed: 1 });
    rmSync(damaged, { force: true });
    expect(await rescueFindings(damaged, copies)).toMatchObject({ changed: 2 });
    writeFileSync(latest, readFileSync(latest, 'utf8').replace('"changed":2', '"changed":3'));
    expect(await rescueFindings(damaged, copies)).toMatchObject({ changed: 1 });
    expect(existsSync(damaged)).toBe(false);
  });

  it('that are older or others than their second copy are doubted when the workspace is opened', async () => {
    const file = join(folder, 'doubted.aftertrace');
    const add = async (id: number) => {
      const workspace = await Workspace.open(file, { data });
      const now = vi.spyOn(Date, 'now').mockReturnValue(id);
      await workspace.writeFindings(async () => [finding(id, `title ${id}`)]);
      now.mockRestore();
      await workspace.close();
    };
    const doubt = async () => {
      const workspace = await Workspace.open(file, { data });
      await workspace.close();
      return workspace.findingsDoubt;
    };
    await add(1);
    const older = readFileSync(file);
    await add(2);
    expect(await doubt()).toBeNull();
    const whole = readFileSync(file);
    writeFileSync(file, older);
    expect(await doubt()).toMatch(/lacks changes of its findings that their second copy has, of \d.*rescue/);
    writeFileSync(file, whole);
    await runInClosed(file, "UPDATE finding SET title = 'eltit 2' WHERE id = 2");
    expect(await doubt()).toMatch(/differ from their second copy, of the same time.*rescue/);
    expect((await rescueFindings(file, copiesIn(data)))?.finding[1]?.title).toBe('title 2');
    rmSync(file);
  });

  it('leave nothing beside a copy that cannot be written', async () => {
    const copies = join(folder, 'unwritable copies');
    const copy = { id: 'x', path: damaged, changed: 1, finding: [], evidence: [], settings: [] };
    const written = await writeCopy(copies, copy);
    rmSync(written);
    mkdirSync(written);
    await expect(writeCopy(copies, copy)).rejects.toThrow('is a folder');
    expect(readdirSync(copies)).toEqual([basename(written)]);
  });

  it('are put into a new workspace, with the settings', async () => {
    const found = await rescueFindings(path, null);
    const workspace = await Workspace.open(null);
    await workspace.takeFindings(found!);
    expect((await workspace.table('SELECT title FROM finding ORDER BY id')).rows.flat()).toEqual(all);
    expect(await workspace.setting('saved')).toBe('a query');
    await workspace.close();
  });
});
