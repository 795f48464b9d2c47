/** Tables whose columns a person corrects: shown, read again as given, and kept after reopening. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Engine } from './engine.ts';

const rows = [
  'when;box;volume;latency;ops',
  '05.06.2026 04:00;web1;sda;1,5;1000',
  '05.06.2026 04:01;web1;sda;2,5;1600',
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-tables-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function engineOn(workspace: string | null) {
  const engine = new Engine(
    { version: '1' },
    { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined },
  );
  await engine.open(workspace);
  return engine;
}

const given = {
  id: 'table',
  title: 'Array',
  zone: 'Europe/Vienna',
  object: 'array',
  columns: {
    when: { time: 'MM.dd.yyyy HH:mm' },
    box: { is: 'host' },
    latency: { name: 'service time', unit: 'ms' },
    ops: { cumulative: true },
  },
} as const;

describe('the columns of a table', () => {
  it('are shown as detected, and read again as the user described them', async () => {
    const path = join(folder, 'array.csv');
    const workspace = join(folder, 'case.aftertrace');
    writeFileSync(path, `${rows.join('\n')}\n`);
    const engine = await engineOn(workspace);
    const { captures } = await engine.import('job', { paths: [path] });
    expect(captures).toMatchObject([{ name: 'array.csv', format: 'table', table: 'found' }]);
    const { id } = captures[0]!;
    const found = await engine.table(id, null);
    expect(found).toMatchObject({ separator: ';', decimal: ',', problem: null });
    expect(found.columns).toMatchObject([
      { title: 'when', is: 'time', time: 'day-first', guess: false },
      { title: 'box', is: 'instance', guess: true },
      { title: 'volume', is: 'instance', guess: true },
      { title: 'latency', is: 'value', unit: null, cells: ['1,5', '2,5'] },
      { title: 'ops', is: 'value', cumulative: false },
    ]);
    expect(found.times[0]).toEqual({ cell: '05.06.2026 04:00', read: '2026-06-05 04:00:00' });

    const looked = await engine.table(id, given);
    expect(looked.times[0]!.read).toBe('2026-05-06 04:00:00');
    expect((await engine.workspace()).captures[0]!.id).toBe(id);

    const again = { paths: [path], format: 'table', table: given, replaces: id };
    const [capture] = (await engine.import('job', again)).captures;
    expect(capture).toMatchObject({ name: 'array.csv', table: 'given', clock: { zone: 'Europe/Vienna' } });
    expect(capture!.start).toBe(BigInt(Date.parse('2026-05-06T02:00:00Z')) * 1_000_000n);
    await engine.close();

    const reopened = await engineOn(workspace);
    const after = await reopened.table(capture!.id, null);
    expect(after.given).toEqual(given);
    expect(after.columns[3]).toMatchObject({ name: 'service time', unit: 'ms', given: true });
    const series = await reopened.sql(
      'job',
      'SELECT DISTINCT host, object, instance, counter, unit, cumulative FROM metrics ORDER BY counter',
    );
    expect(series.rows).toEqual([
      ['web1', 'array', 'sda', 'ops', null, true],
      ['web1', 'array', 'sda', 'service time', 'ms', false],
    ]);
    await reopened.close();
  });

  it('stay unchanged if a description does not fit, with the reason', async () => {
    const path = join(folder, 'plain.csv');
    writeFileSync(path, `${rows.join('\n')}\n`);
    const engine = await engineOn(null);
    const [capture] = (await engine.import('job', { paths: [path] })).captures;
    const wrong = { id: 'table', title: 'x', columns: { when: { time: 'yyyy-MM-dd HH:mm' } } };
    const again = { paths: [path], format: 'table', table: wrong, replaces: capture!.id };
    expect((await engine.table(capture!.id, wrong)).problem).toMatch(
      /"when" do not have that form.*05\.06\.2026/,
    );
    await expect(engine.import('job', again)).rejects.toThrow(/do not have that form/);
    const letters = { ...wrong, columns: { when: { time: 'QQ' } } };
    await expect(engine.table(capture!.id, letters)).rejects.toThrow(/"time" of the column "when"/);
    expect((await engine.workspace()).captures).toHaveLength(1);
    await engine.close();
  });

  it('can be described by the user if no time was detected', async () => {
    const path = join(folder, 'odd.csv');
    writeFileSync(path, 'stamp,n\n20260605-040000,1\n20260605-040100,2\n');
    const engine = await engineOn(null);
    const [capture] = (await engine.import('job', { paths: [path], format: 'table' })).captures;
    expect((await engine.table(capture!.id, null)).problem).toMatch(/No column has times/);
    const table = {
      id: 'table',
      title: 'x',
      columns: { stamp: { is: 'time', time: 'yyyyMMdd-HHmmss' } },
    } as const;
    const again = { paths: [path], format: 'table', table, replaces: capture!.id };
    const [read] = (await engine.import('job', again)).captures;
    expect(read).toMatchObject({ rows: { metric: 2 }, skipped: 0 });
    await engine.close();
  });
});
