import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidents, recorded } from '../../../fixtures/recorded.ts';
import { answerOf, imported, noteData, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import { incident, missing } from '../../../fixtures/shared.ts';
import { temporaryFolder } from '../../../fixtures/temporary.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { randomly } from '../../movement/random.ts';
import { correlate } from '../correlate/correlate.ts';
import { onset } from './onset.ts';

const second = 1_000_000_000n;
const random = randomly(11);

describe('onset', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    const level = (low: number, high: number, from: number) =>
      Array.from({ length: 120 }, (_, i) => (i >= from ? high : low) + random());
    workspace = await workspaceOf(
      [],
      [{ utcOffset: 0n }],
      [
        ...Array.from({ length: 6 }, (_, i) => ({
          path: `disk/vd${i}/await`,
          unit: 'ms',
          values: level(2, 30 + i, 50),
        })),
        ...Array.from({ length: 6 }, (_, i) => ({ path: `server/${i}/errors`, values: level(0, 8 + i, 58) })),
        ...Array.from({ length: 40 }, (_, i) => ({
          path: `noise/${i}/value`,
          values: Array.from({ length: 120 }, () => random()),
        })),
      ],
    );
  });
  afterAll(() => workspace.close());

  it('has one row for each moment, the strongest first, with levels before and after', async () => {
    const found = await answerOf(workspace, onset);
    const rows = rowsOf(found, 'time', 'changes', 'name', 'before', 'after', 'unit', 'alike', 'moment') as [
      bigint,
      ...(string | number)[],
    ][];
    // A value speaks for the second before it.
    expect(rows.map(([time]) => time / second)).toEqual([57n, 49n]);
    const [server, disk] = rows;
    expect(disk![2]).toMatch(/^disk\/vd\d\/await$/);
    expect(disk![3]).toBeCloseTo(2.5, 0);
    expect(disk![4]).toBeGreaterThan(29);
    expect(disk!.slice(5)).toEqual(['ms', 5, 2]);
    expect(server![2]).toMatch(/^server/);
    expect(noteData(found, 'tried')).toMatchObject({ signals: 52, bucketNs: 1e9, edgeBuckets: 12 });
  });

  it('lists the changes of a moment, which are certain', async () => {
    const found = await answerOf(workspace, onset, { moment: 2 });
    const rows = rowsOf(found, 'time', 'moment', 'name', 'confidence') as [bigint, number, string, number][];
    expect(rows.map(([time, moment]) => [time / second, moment])).toEqual([[49n, 2]]);
    expect(rows[0]![2]).toMatch(/^disk/);
    expect(rows[0]![3]).toBeGreaterThan(99);
    await expect(answerOf(workspace, onset, { moment: 3 })).rejects.toThrow('the last one is 2');
  });

  it('lists the signals that are copies of a row', async () => {
    const [speaker] = rowsOf(await answerOf(workspace, onset, { moment: 2 }), 'id')[0]!;
    const same = rowsOf(await answerOf(workspace, onset, { of: speaker }), 'name').flat();
    expect(same).toHaveLength(6);
    expect(same).toContain('disk/vd0/await');
  });

  it('compares a range with the time around it, so that a change at its begin is found', async () => {
    const found = await answerOf(workspace, onset, {}, { from: 50n * second, to: 57n * second });
    const rows = rowsOf(found, 'time', 'name') as [bigint, string][];
    expect(rows.map(([time, name]) => [time / second, name.split('/')[0]])).toEqual([[49n, 'disk']]);
  });

  it('states that nothing changed if nothing did', async () => {
    const found = await answerOf(workspace, onset, {}, { from: 60n * second, to: 119n * second });
    expect(found.rows).toBe(0);
    expect(noteData(found, 'no-episode')).toEqual({});
  });
});

it('onset reports no change in series that are constant, have five values, or step within two values of an end', async () => {
  const over = (value: (i: number) => number) => Array.from({ length: 96 }, (_, i) => value(i));
  const workspace = await workspaceOf(
    [],
    [{ utcOffset: 0n }],
    [
      { path: 'constant/a', values: over(() => 7) },
      { path: 'short/a', values: [1, 1, 9, 9, 9] },
      { path: 'edge/first', values: over(i => (i < 2 ? 9 : 1) + random()) },
      { path: 'edge/last', values: over(i => (i < 94 ? 1 : 9) + random()) },
      ...Array.from({ length: 30 }, (_, i) => ({ path: `noise/${i}/value`, values: over(() => random()) })),
    ],
  );
  try {
    expect((await answerOf(workspace, onset, {})).rows).toBe(0);
    expect((await answerOf(workspace, correlate, { with: 'edge/last' })).rows).toBe(0);
    for (const flat of ['constant/a', 'short/a'])
      await expect(answerOf(workspace, correlate, { with: flat })).rejects.toThrow(flat);
  } finally {
    await workspace.close();
  }
});

/** The name of what was done, as the signals of its own have it. */
const causes = { 'cpu-hog': /\bsh\b|dash/, 'disk-stall': /\bdd\b|disk\/|%io|bo\b/ };

describe.each(incidents)('the incident %s', name => {
  const cause = causes[name];
  const folder = incident(name);
  it.skipIf(missing(folder))(
    'has its cause among the first five, and among the ten that move most with the latency',
    async () => {
      const workspace = await recorded(name);
      const { from } = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as { from: string };
      try {
        const began = BigInt(Date.parse(from)) * 1_000_000n;
        const first = rowsOf(await answerOf(workspace, onset, { moment: 1, top: 5 }), 'time', 'name') as [
          bigint,
          string,
        ][];
        const own = first.filter(
          ([time, of]) => cause.test(of) && time > began - 2n * second && time < began + 2n * second,
        );
        expect(own.length, JSON.stringify(first.map(String))).toBeGreaterThan(0);
        const [users] = rowsOf(await answerOf(workspace, onset, { top: 1 }), 'with').flat();
        expect(users).toMatch(/pgbench\/lat .* up/);
        const moving = rowsOf(
          await answerOf(workspace, correlate, { with: 'pgbench/lat', top: 10 }),
          'name',
        ) as [string][];
        expect(moving.filter(([of]) => cause.test(of)).length, JSON.stringify(moving)).toBeGreaterThan(0);
      } finally {
        await workspace.close();
      }
    },
    120_000,
  );
});

describe('captures of a minute beside a log of days', () => {
  let workspace: Workspace;
  const folder = temporaryFolder();
  beforeAll(async () => {
    const start = Date.UTC(2026, 0, 2, 3, 0, 0);
    const time = (i: number) => new Date(start + i * 1000).toISOString();
    const log = Array.from(
      { length: 3 * 24 * 60 },
      (_, i) => `${time((i - 2 * 24 * 60) * 60)} INFO job ${i} done`,
    );
    const header = 'time,disk_await,queue,errors,cpu\n';
    const rows = Array.from({ length: 70 }, (_, i) =>
      [time(i), ...[40, 9, 5, 30].map(high => (i >= 40 ? high : 1) + random())].join(','),
    );
    writeFileSync(join(folder, 'app.log'), `${log.join('\n')}\n`);
    writeFileSync(join(folder, 'tool.csv'), `${header}${rows.join('\n')}\n`);
    workspace = await imported(['app.log', 'tool.csv'].map(name => join(folder, name)));
  });
  afterAll(() => workspace.close());

  it('are compared over their minute only, and their begin is not reported as a change', async () => {
    const found = await answerOf(workspace, onset);
    const times = new Set(rowsOf(found, 'time').flat());
    expect([...times].map(each => (Number(each) / 1e9) % 3600)).toEqual([39]);
    expect(noteData(found, 'tried')).toMatchObject({ bucketNs: 1e9 });
    expect(found.notes.map(({ code }) => code)).toContain('recorded-time');
  });
});

describe('a log', () => {
  let workspace: Workspace;
  const folder = temporaryFolder();
  beforeAll(async () => {
    const start = Date.UTC(2026, 0, 2, 3, 0, 0);
    const line = (i: number, level: string, text: string) =>
      `${new Date(start + i * 1000).toISOString()} ${level} ${text}`;
    writeFileSync(
      join(folder, 'app.log'),
      `${Array.from({ length: 200 }, (_, i) => [line(i, 'INFO', `job ${i} done`), ...(i === 150 ? [line(i, 'ERROR', 'pool is exhausted')] : [])].join('\n')).join('\n')}\n`,
    );
    // Its first line belongs to the fault.
    writeFileSync(
      join(folder, 'errors.log'),
      `${[90, 91, 95].map(i => line(i, 'ERROR', `cannot write block ${i}: no space left`)).join('\n')}\n`,
    );
    workspace = await imported(['app.log', 'errors.log'].map(name => join(folder, name)));
  });
  afterAll(() => workspace.close());

  it('with an error that no earlier line has is a moment, however rare the error is', async () => {
    const rows = rowsOf(await answerOf(workspace, onset), 'time', 'name', 'direction', 'after') as [
      bigint,
      ...(string | number)[],
    ][];
    expect(rows.map(([time, ...row]) => [(Number(time) / 1e9) % 3600, ...row])).toEqual([
      [90, 'cannot write block <*>: no space left', 'new', 3],
      [150, 'pool is exhausted', 'new', 1],
    ]);
  });

  it('has no new message in a range before which it was already there', async () => {
    const from = BigInt(Date.UTC(2026, 0, 2, 3, 1, 32)) * 1_000_000n;
    const rows = rowsOf(await answerOf(workspace, onset, {}, { from, to: from + 40n * second }), 'name');
    expect(rows).toEqual([]);
  });
});

describe('a list of processes that begins after a log', () => {
  let workspace: Workspace;
  const random = randomly(23);
  const folder = temporaryFolder();
  beforeAll(async () => {
    const start = Date.UTC(2026, 0, 2, 3, 0, 0);
    const time = (i: number) => new Date(start + i * 1000).toISOString();
    const log = Array.from({ length: 100 }, (_, i) => `${time(i - 30)} INFO job ${i} done`);
    const line = (i: number, pid: number, usr: number) =>
      `${time(i).slice(11, 19)}        0 ${String(pid).padStart(9)} ${usr.toFixed(2).padStart(7)}    0.00    0.00    0.00 ${usr.toFixed(2).padStart(7)}     0  worker${pid}`;
    const busy = Array.from({ length: 12 }, (_, i) => 100 + i);
    const lists = Array.from({ length: 70 }, (_, i) => [
      ...busy.map(pid => line(i, pid, 20 + 2 * random())),
      // Listed so rarely that its values are half a minute apart.
      ...(i % 30 === 5 ? [line(i, 900, 0)] : []),
    ]);
    const heading = `# Time        UID       PID    %usr %system  %guest   %wait    %CPU   CPU  Command\n`;
    writeFileSync(join(folder, 'app.log'), `${log.join('\n')}\n`);
    writeFileSync(
      join(folder, 'pidstat.txt'),
      `Linux 6.18.44 (vm) \t2026-01-02 \t_x86_64_\t(2 CPU)\n\n${lists.map(each => `${heading}${each.join('\n')}\n`).join('\n')}`,
    );
    workspace = await imported(['app.log', 'pidstat.txt'].map(name => join(folder, name)));
  });
  afterAll(() => workspace.close());

  it('has no values before it begins, so its begin is not reported as a change', async () => {
    expect(rowsOf(await answerOf(workspace, onset), 'name')).toEqual([]);
  });
});
