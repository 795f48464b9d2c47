import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerOf as ask,
  imported,
  noteData,
  noteTexts,
  rowsOf,
  workspaceOf,
} from '../../../fixtures/samples.ts';
import { incident, missing } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { balance } from './balance.ts';

describe('balance', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf(
      [],
      [
        { name: 'mpstat.txt', zero: 10n ** 9n },
        { name: 'sar.txt', zero: 10n ** 9n },
      ],
      [
        { path: 'cpu/all/%idle', meaning: 'sar', values: [60, 60], unit: '%' },
        { path: 'cpu/0/%idle', meaning: 'sar', values: [0, 20], unit: '%' },
        { path: 'cpu/1/%idle', meaning: 'sar', values: [90, 70], unit: '%' },
        { path: 'cpu/2/%idle', meaning: 'sar', values: [90, 90], unit: '%' },
        { path: 'cpu/0/%idle', meaning: 'sar', values: [50], unit: '%', capture: 2 },
        { path: 'network/eth0/bytes', values: [0, 30], unit: 'B', cumulative: true },
        { path: 'network/eth1/bytes', values: [0, 10], unit: 'B', cumulative: true },
        { path: 'memory/free', values: [1] },
      ],
    );
  });
  afterAll(() => workspace.close());

  it('says why there is nothing to compare, if the only reports are older than the scope', async () => {
    const found = await ask(workspace, balance, {}, { from: 100n * 10n ** 9n });
    expect(found.rows).toBe(0);
    expect(found.notes.map(({ code }) => code)).toContain('no-values');
  });

  it('compares the utilisation of CPUs, without totals', async () => {
    const answer = await ask(workspace, balance);
    expect(rowsOf(answer)).toEqual([
      ['0', 90, 100, expect.closeTo(100 * (90 / 120)), 50],
      ['1', 20, 30, expect.closeTo(100 * (20 / 120)), -20],
      ['2', 10, 10, expect.closeTo(100 * (10 / 120)), -30],
    ]);
    expect(answer.columns.map(each => each.unit)).toEqual([undefined, '%', '%', '%', '%']);
    expect(noteTexts(answer).join(' ')).toMatch(
      /100 − %idle, from mpstat.txt.*3 instances: averages from 10.00 to 90.00, coefficient of variation 0.89.*sar.txt \(capture 2\)/,
    );
  });

  it('compares the requested counter, ignoring case, and cumulative counts by their rates', async () => {
    const answer = await ask(workspace, balance, { object: 'Network', counter: 'BYTES' });
    expect(rowsOf(answer, 'instance', 'mean', 'share', 'deviation')).toEqual([
      ['eth0', 30, 75, 10],
      ['eth1', 10, 25, -10],
    ]);
    expect(answer.columns[1]?.unit).toBe('B/s');
    const idle = await ask(workspace, balance, { counter: '%idle' }, { to: 2n * 10n ** 9n, captures: [1] });
    expect(rowsOf(idle, 'instance', 'mean')).toEqual([
      ['1', 90],
      ['2', 90],
      ['0', 0],
    ]);
  });

  it('counts a CPU as idle while its threads wait for a disk', async () => {
    const workspace = await workspaceOf(
      [],
      [{ name: 'mpstat.txt', zero: 10n ** 9n }],
      [
        { path: 'cpu/0/%idle', meaning: 'sar', values: [10, 80], unit: '%' },
        { path: 'cpu/0/%iowait', meaning: 'sar', values: [80, 0], unit: '%' },
        { path: 'cpu/1/%idle', meaning: 'sar', values: [10, 10], unit: '%' },
        { path: 'cpu/1/%iowait', meaning: 'sar', values: [0, 0], unit: '%' },
      ],
    );
    try {
      const answer = await ask(workspace, balance);
      expect(rowsOf(answer, 'instance', 'mean', 'max')).toEqual([
        ['1', 90, 90],
        ['0', 15, 20],
      ]);
      expect(noteTexts(answer).join(' ')).toContain('cpu busy, 100 − %idle − %iowait, from mpstat.txt.');
    } finally {
      await workspace.close();
    }
  });

  it('lists the known counters if the counter is unknown', async () => {
    await expect(ask(workspace, balance, { object: 'disc' })).rejects.toThrow(/object "disc".*nearest: /);
    await expect(ask(workspace, balance, { counter: 'bites' })).rejects.toThrow(/nearest: "bytes"/);
    const none = await ask(workspace, balance, { object: 'network' });
    expect(none.rows).toBe(0);
    expect(noteData(none, 'nothing-to-compare')).toEqual({ object: 'network' });
  });
});

const mpstat = incident('cpu-hog/mpstat.txt');
describe.skipIf(missing(mpstat))('a real capture', () => {
  it('shows two CPUs, one of them hotter', async () => {
    const workspace = await imported([mpstat]);
    const rows = rowsOf(await ask(workspace, balance), 'instance', 'mean', 'max');
    expect(rows).toEqual([
      ['1', expect.closeTo(93.32, 2), 100],
      ['0', expect.closeTo(88.59, 2), 100],
    ]);
    await workspace.close();
  }, 30_000);
});
