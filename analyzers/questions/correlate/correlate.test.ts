import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { randomly } from '../../movement/random.ts';
import { correlate } from './correlate.ts';

const random = randomly(5);
const isHigh = (i: number) => (i >= 0 && i < 12) || (i >= 30 && i < 44);
/** 96 values a second apart: `low`, and `high` for 12 seconds from `from` on, and for 14 half a minute after. */
const pulse = (low: number, high: number, from: number) =>
  Array.from({ length: 96 }, (_, i) => (isHigh(i - from) ? high : low) + random());

describe('signals that move with a symptom', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf(
      Array.from({ length: 96 * 40 }, (_, i) => ({
        stack: 'main@app spin@app',
        process: isHigh(Math.floor(i / 40) - 19) ? 'hog' : 'db',
        ts: Math.floor(i / 40) * 1e9 + (i % 40) * 25e6,
      })),
      [{ utcOffset: 0n }],
      [
        { path: 'pgbench/lat', unit: 'ms', values: pulse(1, 3, 20) },
        { path: 'disk/vda/await', unit: 'ms', values: pulse(2, 9, 18) },
        { path: 'cpu/0/%usr', values: pulse(10, 95, 20) },
        { path: 'cpu/0/%sys', values: Array.from({ length: 96 }, () => random()) },
        ...Array.from({ length: 30 }, (_, i) => ({
          path: `noise/${i}/value`,
          values: Array.from({ length: 96 }, () => random()),
        })),
      ],
    );
  });
  afterAll(() => workspace.close());

  it('ranks correlated signals with their lag, and merges redundant signals into one row', async () => {
    const found = await answerOf(workspace, correlate, { with: 'pgbench/lat' });
    const names = rowsOf(found, 'name').flat();
    expect(names).toContain('hog');
    expect(names).toContain('disk/vda/await');
    expect(names.filter(name => String(name).startsWith('noise'))).toEqual([]);
    const lags = new Map(rowsOf(found, 'name', 'lag').map(([name, lag]) => [name, lag]));
    expect(lags.get('disk/vda/await')).toBe(-2);
    for (const [r, p] of rowsOf(found, 'r', 'p') as number[][]) {
      expect(Math.abs(r!)).toBeGreaterThan(0.8);
      expect(p).toBeLessThan(0.05);
    }
    expect(noteData(found, 'tried')).toMatchObject({ falseRate: 0.1, bucketNs: 1e9 });
  });

  it('lists the signals redundant with one of the rows', async () => {
    const same = await answerOf(workspace, correlate, { with: 'pgbench/lat', of: 'process/hog' });
    expect(rowsOf(same, 'name').flat()).toEqual(expect.arrayContaining(['hog', 'cpu/0/%usr']));
    await expect(answerOf(workspace, correlate, { with: 'pgbench/lat', of: 'series/999' })).rejects.toThrow(
      'does not move with',
    );
  });

  it('uses only values in the scope, and notes that nothing moves with the symptom', async () => {
    const found = await answerOf(
      workspace,
      correlate,
      { with: 'pgbench/lat' },
      { from: 0n, to: 18_000_000_000n },
    );
    expect(found.rows).toBe(0);
    expect(noteData(found, 'tried')).toMatchObject({ moving: 0 });
  });

  it('notes that a symptom which rises only once cannot be distinguished from chance, and lists what changed at the same moment', async () => {
    const once = await workspaceOf(
      [],
      [{ utcOffset: 0n }],
      [
        {
          path: 'a/b',
          values: Array.from({ length: 48 }, (_, i) => (i > 17 && i < 34 ? 9 : 1) + 5 * random()),
        },
        {
          path: 'c/d',
          values: Array.from({ length: 48 }, (_, i) => (i > 17 && i < 34 ? 9 : 1) + 5 * random()),
        },
        ...Array.from({ length: 150 }, (_, i) => ({
          path: `noise/${i}/value`,
          values: Array.from({ length: 48 }, () => random()),
        })),
      ],
    );
    try {
      const found = await answerOf(once, correlate, { with: 'a/b' });
      // What changed at the same moment is the way on.
      expect(rowsOf(found, 'name')).toEqual([['c/d']]);
      expect(found.notes.find(({ code }) => code === 'too-few-to-tell')?.remedy?.option).toBe('all');
      const all = await answerOf(once, correlate, { with: 'a/b', all: true, top: 1 });
      expect(rowsOf(all, 'name')).toEqual([['c/d']]);
      expect(rowsOf(all, 'over_time')[0]![0]).toMatch(/^[▁▂▃]{17}/);
      expect(all.sparklines?.symptom).toMatchObject({ name: 'a/b' });
    } finally {
      await once.close();
    }
  });

  it('refuses a symptom that names no signal, or several', async () => {
    await expect(answerOf(workspace, correlate, { with: 'pgbench/latt' })).rejects.toThrow(
      'nearest: "pgbench/lat"',
    );
    await expect(answerOf(workspace, correlate, { with: 'cpu/0' })).rejects.toThrow(
      'may mean 2 signals: series/2 (cpu/0/%usr), series/3 (cpu/0/%sys). Name one by its id.',
    );
    await expect(answerOf(workspace, correlate, { with: 'pgbench/lat', 'max-lag': '3h' })).rejects.toThrow(
      'use a smaller one',
    );
  });
});

it('takes a search as the symptom', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-symptom-'));
  const path = join(folder, 'shop.log');
  const at = (i: number) => new Date(Date.UTC(2026, 0, 2, 3, 0, i)).toISOString();
  const lines = Array.from({ length: 96 }, (_, i) => {
    const calm = [`{"time":"${at(i)}","level":"info","msg":"order ${i} taken"}`];
    const slow = `{"time":"${at(i)}","level":"warn","msg":"payment ${i} gave up: Timeout"}`;
    const full = `{"time":"${at(i)}","level":"info","msg":"queue has ${i} waiting"}`;
    return isHigh(i - 20) ? [...calm, slow, slow, full, full] : calm;
  });
  writeFileSync(path, `${lines.flat().join('\n')}\n`);
  const workspace = await imported([path]);
  const found = await answerOf(workspace, correlate, { with: 'search/level>=warn timeout' });
  // Redundant signals share one row.
  expect(rowsOf(found, 'name', 'r')[0]).toEqual(['warning', expect.closeTo(1, 1)]);
  const same = await answerOf(workspace, correlate, { with: 'search/timeout', of: 'level/warning' });
  expect(rowsOf(same, 'name').flat()).toContain('queue has <*> waiting');
  await expect(answerOf(workspace, correlate, { with: 'search/nothing' })).rejects.toThrow('too seldom');
  await expect(answerOf(workspace, correlate, { with: 'search/(' })).rejects.toThrow(
    'Character 2 of the search',
  );
  await workspace.close();
  rmSync(folder, { recursive: true });
});
