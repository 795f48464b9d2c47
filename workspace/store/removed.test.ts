/** Removed captures can be restored as they were. */
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rowsOf, Scratch } from '../import/import.testing.ts';
import { Workspace } from '../workspace.ts';
import { storedTables } from './schema.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const log = (name: string, pid: number, from: number) =>
  scratch.file(
    name,
    Array.from(
      { length: 5 },
      (_, i) =>
        `2026-11-21 04:21:0${from + i}.100 UTC [${pid}] postgres@bench LOG:  connection authorized: user=postgres application_name=pgbench`,
    ).join('\n'),
  );
const perf = (name: string) =>
  scratch.file(
    name,
    [1, 2, 3].map(n => `app 7/${n} [000] ${n}.500000: 1 cycles:\n\t4005d0 f${n} (/bin/app)\n\n`).join(''),
  );
const progress = scratch.file(
  'pgbench.log',
  [1, 2, 3].map(n => `progress: ${n}.0 s, 10.0 tps, lat 1.0 ms stddev 0.5, 0 failed\n`).join(''),
);

/** Rows of every table, whatever their order. */
async function everything(workspace: Workspace): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {};
  for (const table of storedTables.filter(each => each !== 'text'))
    tables[table] = await rowsOf(workspace, `SELECT * FROM ${table} ORDER BY ALL`);
  return tables;
}

const names = async (workspace: Workspace) => (await workspace.captures()).map(({ id, name }) => [id, name]);

describe('a removed capture', () => {
  it('is restored as it was, with the clocks that depend on it', async () => {
    const workspace = await Workspace.open(null);
    await workspace.import({ paths: [log('a.log', 10, 0), perf('b.perf.txt'), progress], workers: 0 });
    const before = await everything(workspace);
    const [resting] = (await workspace.captures()).filter(({ clock }) => clock.facts.startBy?.id === 1);
    expect(resting?.name).toBe('pgbench.log');

    await workspace.remove(1);
    await workspace.remove(2);
    expect(workspace.removed.map(({ name }) => name)).toEqual(['a.log', 'b.perf.txt']);
    expect(await rowsOf(workspace, 'SELECT count(*) FROM event_class WHERE capture = 1')).toEqual([[0]]);
    expect(await rowsOf(workspace, 'SELECT count(*) FROM events')).toEqual([[0]]);
    await workspace.restore(2);
    await workspace.restore(1);
    expect(workspace.removed).toEqual([]);
    expect(await everything(workspace)).toEqual(before);
    await expect(workspace.restore(1)).rejects.toMatchObject({ code: 'not-found' });
    await workspace.close();
  });

  it('has its former ids even if another capture was read in the meantime', async () => {
    const workspace = await Workspace.open(null);
    await workspace.import({ paths: [perf('b.perf.txt'), log('a.log', 10, 0)], workers: 0 });
    const classes = 'SELECT capture, count(*) FROM event GROUP BY capture';
    await workspace.remove(2);
    await workspace.import({ paths: [log('c.log', 12, 3), progress], workers: 0 });
    await workspace.restore(2);
    expect(await names(workspace)).toEqual([
      [1, 'b.perf.txt'],
      [2, 'a.log'],
      [3, 'c.log'],
      [4, 'pgbench.log'],
    ]);
    expect(await rowsOf(workspace, `${classes} ORDER BY 1`)).toEqual([
      [2, 5],
      [3, 5],
    ]);
    await workspace.close();
  });

  it('gets another name if its name was used in the meantime', async () => {
    const workspace = await Workspace.open(null);
    const path = perf('b.perf.txt');
    await workspace.import({ paths: [path], workers: 0 });
    await workspace.remove(1);
    await workspace.import({ paths: [path], workers: 0 });
    await workspace.restore(1);
    const [restored, again] = await names(workspace);
    expect(again).toEqual([2, 'b.perf.txt']);
    expect(restored![1]).toMatch(/^aftertrace-import-.*\/b\.perf\.txt$/);
    await workspace.close();
  });

  it('is deleted when the workspace is closed', async () => {
    const path = join(scratch.folder, 'gone.aftertrace');
    const workspace = await Workspace.open(path);
    await workspace.import({ paths: [perf('b.perf.txt')], workers: 0 });
    await workspace.remove(1);
    await workspace.close();
    const again = await Workspace.open(path);
    expect(again.removed).toEqual([]);
    const left = "SELECT count(*) FROM duckdb_schemas() WHERE schema_name = 'removed'";
    expect(await rowsOf(again, left)).toEqual([[0]]);
    await again.close();
  });

  it('left by a killed process does no harm', async () => {
    const path = join(scratch.folder, 'killed.aftertrace');
    const workspace = await Workspace.open(path);
    await workspace.import({ paths: [perf('b.perf.txt'), progress], workers: 0 });
    await workspace.remove(1);
    // A copy has what a killed process leaves, because nothing is cleaned up.
    await workspace.saveAs(join(scratch.folder, 'copy.aftertrace'));
    const copied = await Workspace.open(path);
    expect(await names(copied)).toEqual([[2, 'pgbench.log']]);
    await copied.close();
    await workspace.restore(1);
    expect((await names(workspace)).length).toBe(2);
    await workspace.close();
  });
});
