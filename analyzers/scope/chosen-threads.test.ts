import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, askOf, imported, noteData, rowsOf, workspaceOf } from '../../fixtures/samples.ts';
import { incident, missing } from '../../fixtures/shared.ts';
import { type Column, type RowTable, tables } from '../../parsers/tables.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Scope } from '../contract.ts';
import { emptied } from '../questions/emptied/emptied.ts';
import { events } from '../questions/events/events.ts';
import { series } from '../questions/series/series.ts';
import { unmatched } from '../questions/unmatched/unmatched.ts';
import { who } from '../questions/who/who.ts';
import { narrowedColumns, threadTables, wordsOf } from './narrowed.ts';
import { predicate } from './scope.ts';

const files = {
  'cpu.perf.txt': [
    'gunicorn    77/77    [000]   100.000000:          1 cpu-clock: ',
    '\t    ffffffff81000000 do_work ([kernel.kallsyms])',
    '',
    'dd          90/90    [001]   100.100000:          1 cpu-clock: ',
    '\t    ffffffff81000000 do_work ([kernel.kallsyms])',
    '',
  ],
  'gunicorn.log': [
    '[2024-05-01 10:00:00 +0000] [77] [INFO] Booting worker',
    '[2024-05-01 10:00:01 +0000] [78] [INFO] Booting another',
  ],
  'postgresql.log': [
    '2024-05-01 10:00:00.000 UTC [1094] LOG:  checkpoint starting: time',
    '2024-05-01 10:00:01.000 UTC [1099] app@shop ERROR:  relation "x" does not exist',
  ],
  'plain.log': [
    '2024-05-01 10:00:00,000 INFO  com.acme.Web: request 1 took 12 ms',
    '2024-05-01 10:00:01,000 ERROR com.acme.Disk: read failed',
  ],
};

describe('a scope of processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-pids-'));
  let workspace: Workspace;
  beforeAll(async () => {
    const paths = Object.entries(files).map(([name, lines]) => {
      const path = join(folder, name);
      writeFileSync(path, `${lines.join('\n')}\n`);
      return path;
    });
    workspace = await imported(paths);
  });
  afterAll(async () => {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const found = (scope: Scope, params = {}) => answerOf(workspace, events, params, scope);

  it('selects the lines of a log written by that program', async () => {
    const ofServer = await found({ processes: ['postgres'] });
    expect(rowsOf(ofServer, 'process', 'pid')).toEqual([
      ['postgres', 1094],
      ['postgres', 1099],
    ]);
    expect(rowsOf(await found({ processes: ['1094'] }), 'message')).toEqual([['checkpoint starting: time']]);
  });

  it('selects lines by a pid that another capture names, and notes that this is a guess', async () => {
    const lines = await found({ processes: ['gunicorn'] });
    expect(rowsOf(lines, 'process', 'pid', 'message')).toEqual([['gunicorn', 77, 'Booting worker']]);
    expect(noteData(lines, 'process-by-pid')).toEqual({ captures: ['gunicorn.log'], by: ['cpu.perf.txt'] });
    const sorted = await found({ captures: [2] });
    expect(rowsOf(sorted, 'process')).toEqual([['gunicorn'], [null]]);
  });

  it('lists the captures that have no rows in the scope', async () => {
    const ofDd = await found({ processes: ['dd'] });
    expect(noteData(ofDd, 'capture-emptied')).toEqual({
      captures: ['gunicorn.log', 'postgresql.log', 'plain.log'],
      parts: ['processes'],
    });
    const rows = await answerOf(workspace, emptied, {}, { processes: ['gunicorn'] });
    expect(rowsOf(rows)).toEqual([
      [3, 'postgresql.log', 'processes'],
      [4, 'plain.log', 'processes'],
    ]);
    expect((await answerOf(workspace, emptied, {}, { cpus: [0] })).rows).toBe(3);
    expect((await answerOf(workspace, emptied)).rows).toBe(0);
  });

  it('reports processes, threads, CPUs, modules and kinds as unmatched if no capture has them, or the captures that had them were removed', async () => {
    const scope: Scope = {
      processes: ['dd', '1094', 'gone'],
      threads: [90, 4711],
      cpus: [1, 9],
      modules: ['[kernel.kallsyms]', 'libgone.so'],
      kind: 'cpu-clock',
    };
    const missing = async () => rowsOf(await answerOf(workspace, unmatched, {}, scope), 'part', 'value');
    const never = [
      ['processes', 'gone'],
      ['threads', '4711'],
      ['cpus', '9'],
      ['modules', 'libgone.so'],
    ];
    expect(await missing()).toEqual(never);
    const { id } = (await workspace.captures()).find(({ name }) => name === 'cpu.perf.txt')!;
    await workspace.remove(id);
    expect(await missing()).toEqual([
      ['processes', 'dd'],
      ['processes', 'gone'],
      ['threads', '90'],
      ['threads', '4711'],
      ['cpus', '1'],
      ['cpus', '9'],
      ['modules', '[kernel.kallsyms]'],
      ['modules', 'libgone.so'],
      ['kind', 'cpu-clock'],
    ]);
    await workspace.restore(id);
    expect(await missing()).toEqual(never);
  });

  it('can be searched by process, pid and component', async () => {
    const search = async (text: string) => rowsOf(await found({}, { text }), 'message').flat();
    expect(await search('pid:1094')).toEqual(['checkpoint starting: time']);
    expect(await search('pid:1094 nothing')).toEqual([]);
    expect(await search('process:GUNI booting')).toEqual(['Booting worker']);
    expect(await search('component:acme.Disk')).toEqual(['read failed']);
    expect(await search('"pid:1094"')).toEqual([]);
    expect(await search('pid:1')).toEqual([]);
  });

  it('lists the processes of a pid, per capture', async () => {
    expect(
      rowsOf(
        await answerOf(workspace, who, { pid: '77' }),
        'capture',
        'process',
        'named',
        'samples',
        'events',
      ),
    ).toEqual([
      [1, 'gunicorn', 'stated', 1, 0],
      [2, 'gunicorn', 'by-pid', 0, 1],
    ]);
    expect(rowsOf(await answerOf(workspace, who, { pid: '78' }), 'process', 'named')).toEqual([
      [null, 'unknown'],
    ]);
    const elsewhere = await answerOf(workspace, who, { pid: '77' }, { captures: [4], processes: ['dd'] });
    expect([elsewhere.rows, noteData(elsewhere, 'scope-ignored')]).toEqual([
      2,
      { parts: ['captures', 'processes'] },
    ]);
    await expect(answerOf(workspace, who, { pid: '1095' })).rejects.toThrow(/nearest: "1094"/);
    await expect(answerOf(workspace, who, { pid: 'x' })).rejects.toThrow(/whole number/);
  });
});

/** Events are stored packed, so `workspaceOf` cannot insert single rows; the logs above cover them. */
const insertable = threadTables.filter(({ table }) => table !== 'event');

describe.each(insertable)('rows of the table $table, in a scope of processes', ({ table, thread }) => {
  const { view, word } = wordsOf(table);
  let workspace: Workspace;
  beforeAll(async () => {
    const named = { stack: 'main@app', process: 'web', pid: 7, tid: 7 };
    const others = [
      { tid: 7, pid: 7 },
      { tid: 9, pid: 9 },
    ].map((each, i) => ({ ...each, capture: i + 2 }));
    workspace = await (table === 'sample'
      ? workspaceOf([named, ...others.map(each => ({ stack: '', ...each }))], [{}, {}, {}])
      : workspaceOf([named], [{}, {}, {}], [], {
          [table]: others.map(({ capture, ...thread }) => ({ ...minimalRow(table, thread), capture })),
        }));
  });
  afterAll(() => workspace.close());

  it('belong to a process that another capture names, and a note says so', async () => {
    const scope = { processes: ['web'], captures: [2, 3] };
    const within = await predicate(askOf(workspace), scope, table);
    const result = await workspace.columns(
      `SELECT t.pid::INTEGER AS pid FROM ${table} s JOIN thread t ON t.id = s."${thread}" WHERE ${within.where}`,
      within.params,
    );
    expect([...result.ints('pid')]).toEqual([7]);
    expect(noteData(within, 'process-by-pid')).toEqual({ captures: ['capture-2'], by: ['capture-1'] });
    expect(noteData(within, 'capture-emptied')).toMatchObject({ captures: ['capture-3'] });
    expect(rowsOf(await answerOf(workspace, emptied, {}, scope), 'name')).toEqual([['capture-3']]);
  });

  it('are counted for their pid', async () => {
    const known = await answerOf(workspace, who, { pid: '9' });
    const hasColumn = known.columns.some(({ name }) => name === view);
    expect(rowsOf(known, 'capture', hasColumn ? view : 'others')).toEqual([
      [3, hasColumn ? 1 : `1 ${word.one}`],
    ]);
  });
});

/** A table row with only the required columns. */
function minimalRow(table: RowTable, thread: object) {
  const columns = Object.entries<Column>(tables[table].columns).filter(([, { nullable }]) => !nullable);
  const value = (type: Column['type']) => (type === 'thread' ? thread : type === 'text' ? 'x' : 0);
  return {
    ...Object.fromEntries(columns.map(([name, { type }]) => [name, value(type)])),
    [narrowedColumns(table).thread!]: thread,
  };
}

it('a scope of processes excludes series of other processes, and keeps those of the machine', async () => {
  const workspace = await workspaceOf(
    [{ stack: 'main@app', process: 'app', pid: 7, tid: 7 }],
    [{}, {}],
    [
      { path: 'disk/vda/%util', values: [1, 2], capture: 2 },
      { path: 'process/app (7)/%CPU', values: [1, 2], capture: 2, task: { process: 'app', pid: 7 } },
      { path: 'process/dd (9)/%CPU', values: [3, 4], capture: 2, task: { process: 'dd', pid: 9 } },
    ],
  );
  const instances = async (scope: Scope) =>
    rowsOf(await answerOf(workspace, series, {}, scope), 'instance').flat();
  expect(await instances({})).toHaveLength(3);
  const all = rowsOf(await answerOf(workspace, series), 'instance', 'process', 'pid');
  expect(all).toContainEqual(['app (7)', 'app', 7]);
  expect(all).toContainEqual(['vda', null, null]);
  expect((await instances({ processes: ['app'] })).sort()).toEqual(['app (7)', 'vda']);
  expect((await instances({ processes: ['9'] })).sort()).toEqual(['dd (9)', 'vda']);
  expect(
    rowsOf(await answerOf(workspace, who, { pid: '7' }), 'capture', 'process', 'samples', 'series'),
  ).toEqual([
    [1, 'app', 1, 0],
    [2, 'app', 0, 1],
  ]);
  await workspace.close();
});

const diskStall = ['cpu.perf.txt.zst', 'postgresql.log', 'pidstat.txt'].map(name =>
  incident(`disk-stall/${name}`),
);
it.skipIf(diskStall.some(missing))(
  "in a real incident, a process scope keeps the server's own log and series",
  async () => {
    const workspace = await imported(diskStall);
    const lines = await answerOf(workspace, events, { limit: 1000 }, { processes: ['postgres'] });
    expect(lines.rows).toBe(189);
    const ofDd = rowsOf(await answerOf(workspace, series, {}, { processes: ['dd'] }), 'instance').flat();
    expect(new Set(ofDd.map(name => String(name).replace(/ .*/, '')))).toEqual(new Set(['dd']));
    const known = await answerOf(workspace, who, { pid: '973' });
    expect(rowsOf(known, 'capture', 'process').map(row => row.join(' '))).toEqual([
      '1 postgres',
      '2 postgres',
      '3 postgres',
    ]);
    await workspace.close();
  },
  60_000,
);
