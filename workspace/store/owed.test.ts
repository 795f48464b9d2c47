/** A kill at any moment of an import, seen as copies of the file and its log at that moment. */
import { appendFileSync, copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { switched, woken } from '../../fixtures/scheduler.ts';
import { faultPoints } from '../fault-points.ts';
import { failingDerivation, Scratch } from '../import/import.testing.ts';
import { Workspace } from '../workspace.ts';
import { passes, readOwed } from './owed.ts';

const scratch = new Scratch();
const nothing = faultPoints.reached;
afterEach(() => {
  faultPoints.reached = nothing;
});
afterAll(() => scratch.remove());

/** Copies of the file at each fault point that is reached, by the order of the points. */
function snapshots(file: string): { point: string; path: string }[] {
  const taken: { point: string; path: string }[] = [];
  faultPoints.reached = point => {
    // The next pass begins where this one ends, except for the last that changes much.
    if (point === 'changed') return;
    if (point.endsWith('ends') && !point.includes('states')) return;
    const path = join(scratch.folder, `${taken.length}.aftertrace`);
    copyFileSync(file, path);
    if (existsSync(`${file}.wal`)) copyFileSync(`${file}.wal`, `${path}.wal`);
    taken.push({ point, path });
  };
  return taken;
}

/** All rows of all tables. */
async function contentOf(workspace: Workspace): Promise<unknown> {
  const { rows } = await workspace.table(
    "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name <> 'temp' ORDER BY ALL",
  );
  const content = rows.map(
    ([schema, table]) =>
      `SELECT '${schema}.${table}', count(*), md5(string_agg(t::VARCHAR, ';' ORDER BY t::VARCHAR)) FROM "${schema}"."${table}" t`,
  );
  return (await workspace.table(content.join(' UNION ALL '))).rows;
}

function traces(): { log: string; others: string[] } {
  const line = (second: number, zone = '') =>
    `2024-05-06 10:00:0${second}${zone} INFO [main] com.acme.Shop - order ${second} of 7 was paid\n`;
  const scheduler = [
    switched('10 0 a/1 S b/2'),
    woken('30 0 b/2 a/1'),
    switched('50 0 b/2 R a/1'),
    switched('60 0 a/1 D b/2'),
  ];
  return {
    log: scratch.file('grown.log', [1, 2, 3].map(second => line(second, '+02:00')).join('')),
    others: [
      scratch.file('sched.txt', scheduler.join('')),
      scratch.file('local.log', [2, 3, 4].map(second => line(second)).join('')),
    ],
  };
}

it('a kill at any pass leaves captures that say what is missing, and completing them makes it', async () => {
  const { log, others } = traces();
  const file = join(scratch.folder, 'case.aftertrace');
  const workspace = await Workspace.open(file);
  await workspace.import({ paths: [log], workers: 0 });
  await workspace.setClock(1, { drift: 20_000 });
  appendFileSync(log, '2024-05-06 10:00:09+02:00 INFO [main] com.acme.Shop - closed\n');
  const taken = snapshots(file);
  const { captures } = await workspace.import({ paths: [log, ...others], grown: 'replace', workers: 0 });
  faultPoints.reached = nothing;
  expect(captures.map(({ status, reason }) => [status, reason])).toEqual(Array(3).fill(['complete', null]));
  expect(await readOwed(workspace)).toEqual([]);
  const after = await contentOf(workspace);
  expect((await workspace.table('SELECT count(*) > 0 FROM state')).rows).toEqual([[true]]);
  await workspace.close();

  for (const pass of Object.keys(passes))
    if (pass !== 'templates' && pass !== 'views')
      expect(taken.map(({ point }) => point)).toContain(`pass ${pass} begins`);
  // The log that replaces a capture is stored alone; the others are small, and may be stored together.
  expect(taken.filter(({ point }) => point === 'captured').length).toBeGreaterThanOrEqual(2);
  for (const { point, path } of taken) {
    const killed = await Workspace.open(path);
    await killed.complete();
    expect(await readOwed(killed), point).toEqual([]);
    const statuses = (await killed.captures()).map(({ status }) => status);
    expect(new Set(statuses), point).toEqual(new Set(['complete']));
    if (point !== 'captured') expect(await contentOf(killed), point).toEqual(after);
    await killed.close();
  }
});

it('a capture whose passes cannot be made is partial, and says why', async () => {
  const { others } = traces();
  const file = join(scratch.folder, 'failing.aftertrace');
  const derivations = [failingDerivation];
  const workspace = await Workspace.open(file, { derivations });
  const report = await workspace.import({ paths: [others[0]!], workers: 0 });
  expect(report.failures.map(({ code }) => code)).toEqual(['disk-full']);
  const missing = {
    status: 'partial',
    reason:
      'views not made, states not made, templates not made: done at the end of the import, or when the workspace is opened again.',
  };
  expect(report.captures).toMatchObject([missing]);
  await workspace.close();
  const again = await Workspace.open(file, { derivations });
  await expect(again.complete()).rejects.toMatchObject({ code: 'disk-full' });
  expect(await again.captures()).toMatchObject([missing]);
  await again.close();
  const healed = await Workspace.open(file);
  await healed.complete();
  expect(await healed.captures()).toMatchObject([{ status: 'complete', reason: null }]);
  await healed.close();
});

it('a cancel leaves what is not made yet owed, and it is made later', async () => {
  const { log, others } = traces();
  const file = join(scratch.folder, 'cancelled.aftertrace');
  const workspace = await Workspace.open(file);
  const taken = snapshots(file);
  await workspace.import({ paths: [log, ...others], workers: 0 });
  faultPoints.reached = nothing;
  await workspace.close();
  const { path } = taken.find(({ point }) => point === 'pass zones begins')!;

  const killed = await Workspace.open(path);
  const left = async () => [...new Set((await killed.owed()).map(({ pass }) => pass))];
  const steps: string[] = [];
  const cancel = new AbortController();
  const onProgress = ({ what }: { what: string }) => {
    steps.push(what);
    if (what === passes.states.doing) cancel.abort();
  };
  await killed.complete({ cancel: cancel.signal, onProgress });
  // So few states may be made before they notice the cancel.
  expect((await left()).filter(pass => pass !== 'states')).toEqual(['templates', 'views']);
  expect(new Set((await killed.captures()).map(({ status }) => status))).toEqual(new Set(['partial']));
  const { revision } = killed;
  await killed.complete({ onProgress });
  expect(await left()).toEqual([]);
  expect(killed.revision).toBeGreaterThan(revision);
  expect(new Set(steps)).toEqual(
    new Set((['zones', 'starts', 'fits', 'symbols', 'states', 'views'] as const).map(id => passes[id].doing)),
  );
  await killed.close();
});
