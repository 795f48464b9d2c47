import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, askOf, noteTexts, rowsOf, workspaceOf } from '../../fixtures/samples.ts';
import { type RowTable, rowTables } from '../../parsers/tables.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Scope } from '../contract.ts';
import { ownClockStart } from '../kit/notes.ts';
import { functions } from '../questions/functions/functions.ts';
import { heat } from '../questions/heat/heat.ts';
import { kinds } from '../questions/kinds/kinds.ts';
import { processes } from '../questions/processes/processes.ts';
import { threads } from '../questions/threads/threads.ts';
import { timeline } from '../questions/timeline/timeline.ts';
import { predicate } from './scope.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf(
    [
      { stack: 'a@app', capture: 1, ts: 0, process: 'web', pid: 10, tid: 10, period: 100 },
      { stack: 'a@app', capture: 1, ts: 1_000, process: 'web', pid: 10, tid: 11, period: 300 },
      { stack: 'b@lib', capture: 1, ts: 2_000, process: 'db', pid: 20, tid: 20, cpu: 1 },
      { stack: 'a@app', capture: 1, ts: null, process: 'db', pid: 20, tid: 20, cpu: 1 },
      { stack: 'a@app', capture: 2, ts: 0, process: 'web', pid: 30, tid: 30 },
      { stack: 'a@app', capture: 1, ts: 0, kind: 'faults', process: 'web', pid: 10, tid: 10 },
      { stack: 'b@lib', capture: 3, ts: 0, kind: 'faults', process: 'db', pid: 20, tid: 20, weight: 3 },
    ],
    [{ zero: 5_000n }, { name: 'adrift', utcOffset: null }, { zero: 5_000n, utcOffset: 1_000n }],
  );
});
afterAll(() => workspace.close());

const ask = (scope: Scope) => functions.answer(askOf(workspace), {}, scope);

describe('kind', () => {
  it('is by default the one with most samples, and a note says so', async () => {
    const result = await ask({});
    expect(result.whole).toEqual({ amount: 5, unit: 'samples' });
    expect(noteTexts(result)).toEqual(['Kind cycles answered (5 of 9 samples); others: faults 4.']);
    expect((await ask({ kind: 'faults' })).whole?.amount).toBe(4);
    expect(noteTexts(await ask({ kind: 'faults' }))).toEqual([]);
  });

  it('is the one with most samples in scope', async () => {
    const result = await ask({ captures: [3] });
    expect(result.whole?.amount).toBe(3);
    expect(noteTexts(result)).toEqual([]);
    expect(noteTexts(await ask({ captures: [1, 3], processes: ['db'] }))).toEqual([
      'Kind faults answered (3 of 5 samples); others: cycles 2.',
    ]);
  });

  it('is not a process if only its tid is known', async () => {
    const bare = await workspaceOf([{ stack: 'a@app', process: 'web', tid: 55 }]);
    await expect(functions.answer(askOf(bare), {}, { processes: ['55'] })).rejects.toThrow(
      'No capture has a process with pid "55", but there is a thread with that tid: narrow to the thread.',
    );
    await bare.close();
  });

  it('must exist', async () => {
    await expect(ask({ kind: 'cycle' })).rejects.toThrow('There is no kind of sample "cycle"');
  });
});

describe('time', () => {
  it('is compared on the clock of each capture; captures without UTC match no time', async () => {
    const result = await ask({ from: 6_000n, to: 7_001n });
    expect(rowsOf(result, 'function', 'self')).toEqual([['b', 3]]);
    expect(noteTexts(result)).toEqual([
      'Kind faults answered (3 of 5 samples); others: cycles 2.',
      'Left out of the time range, because not aligned to UTC: adrift.',
    ]);
    expect(rowsOf(await ask({ from: 6_000n, to: 7_001n, kind: 'cycles' }), 'function', 'self')).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect((await ask({ from: 7_000n, to: 7_001n, kind: 'cycles' })).whole?.amount).toBe(1);
  });

  it("is compared on each capture's own clock if no capture is aligned to UTC", async () => {
    const result = await ask({ captures: [2], from: 0n, to: 1n });
    expect(result.whole?.amount).toBe(1);
    expect(noteTexts(result)).toEqual([
      expect.stringMatching(/^Nothing in scope is aligned to UTC: times are on the capture's own clock/),
    ]);
  });

  it("gets a note if the answer has times of a capture's own clock", async () => {
    const captures = { captures: [2] };
    for (const found of [
      await answerOf(workspace, timeline, {}, captures),
      await answerOf(workspace, heat, {}, captures),
    ])
      expect(ownClockStart(found.notes)).not.toBeNull();
    expect(ownClockStart((await answerOf(workspace, timeline)).notes)).toBeNull();
  });
});

describe('processes and threads', () => {
  it('are distinguished by pid and tid', async () => {
    const result = await processes.answer(askOf(workspace), {}, {});
    expect(rowsOf(result)).toEqual([
      ['web', 10, 2, 40, 'process/web'],
      ['db', 20, 2, 40, 'process/db'],
      ['web', 30, 1, 20, 'process/web'],
    ]);
    const each = await threads.answer(askOf(workspace), {}, { processes: ['10'] });
    expect(rowsOf(each)).toEqual([
      ['web', 10, 10, 1, 50, 'process/web'],
      ['web', 10, 11, 1, 50, 'process/web'],
    ]);
  });

  it('must exist', async () => {
    await expect(ask({ processes: ['wbe'] })).rejects.toThrow(
      'There is no process "wbe" in this workspace; nearest: "web"',
    );
    await expect(ask({ threads: [99] })).rejects.toThrow('There is no thread "99"');
    await expect(ask({ captures: [9] })).rejects.toThrow(
      'There is no capture 9 in this workspace; it has 1 (capture-1)',
    );
    await expect(ask({ modules: ['ap'] })).rejects.toThrow(
      'There is no module "ap" in this workspace; nearest: "app"',
    );
  });
});

describe('weight', () => {
  it('adds up periods, and notes how many samples have none', async () => {
    const result = await ask({ weight: 'period' });
    expect(result.whole).toEqual({ amount: 400, unit: 'cycles' });
    expect(result.columns[2]?.unit).toBe('cycles');
    expect(noteTexts(result)).toContain('No weight here, because they have no period: 3 samples.');
    await expect(ask({ weight: 'period', captures: [2] })).rejects.toThrow('No sample in scope has a period');
  });

  it('appears beside the number of samples by kind', async () => {
    expect(rowsOf(await kinds.answer(askOf(workspace), {}, { weight: 'period' }))).toEqual([
      ['cycles', 5, 400],
      ['faults', 4, 0],
    ]);
    expect(rowsOf(await kinds.answer(askOf(workspace), {}, { kind: 'faults' }))).toEqual([['faults', 4, 4]]);
  });
});

describe('a scope over any table', () => {
  const all: Scope = {
    from: 0n,
    to: 1_000_000n,
    processes: ['web'],
    threads: [1],
    cpus: [0],
    modules: ['app'],
    kind: 'cycles',
  };
  let drawn: Workspace;
  beforeAll(async () => {
    drawn = await workspaceOf([{ stack: 'a@app', process: 'web', pid: 1, tid: 1 }], [{}], [], {
      state: [
        { thread: { process: 'web', pid: 1, tid: 1 }, ts: 5, state: 'waiting', stack: 'a@app', cpu: 0 },
        {
          thread: { process: 'db', pid: 2, tid: 2 },
          ts: 6,
          duration: 4,
          state: 'running',
          waker: { process: 'web', pid: 1, tid: 1 },
        },
      ],
      histogram: [{ series: 'disk/sda/latency', ts: 5, low: 0, high: 8, count: 3 }],
    });
  });
  afterAll(() => drawn.close());

  const within = async (table: RowTable, scope: Scope) => {
    const { where, params, notes } = await predicate(askOf(drawn), scope, table);
    const result = await drawn.columns(
      `SELECT count(*)::INTEGER AS n FROM ${table} s WHERE ${where}`,
      params,
    );
    return { rows: result.ints('n')[0], notes: notes.map(({ text }) => text) };
  };

  it.each(rowTables)('is valid SQL over %s', async table => {
    expect((await within(table, all)).rows).toBeGreaterThanOrEqual(0);
  });

  it('narrows by the columns that the table has', async () => {
    expect(await within('state', { processes: ['web'] })).toEqual({ rows: 1, notes: [] });
    expect(await within('state', { cpus: [0] })).toEqual({ rows: 1, notes: [] });
    expect(await within('state', { modules: ['app'] })).toEqual({ rows: 1, notes: [] });
    expect(await within('state', { from: 6n })).toEqual({ rows: 1, notes: [] });
    // It lasts until 10.
    expect(await within('state', { from: 9n })).toEqual({ rows: 1, notes: [] });
    expect(await within('state', { from: 10n })).toEqual({ rows: 0, notes: [] });
    // The first has no duration: it is where it begins, from there on and no further.
    expect(await within('state', { from: 5n, to: 6n })).toEqual({ rows: 1, notes: [] });
  });

  it('notes the parts without effect, because the table has no such column or no such row', async () => {
    expect(await within('histogram', { ...all, to: 6n })).toEqual({
      rows: 1,
      notes: [
        'Histogram buckets have no process, thread, CPU, module or kind: processes, threads, cpus, modules, kind of the scope have no effect here.',
      ],
    });
    expect((await within('state', { kind: 'cycles' })).notes).toEqual([
      'Thread states have no kind: kind of the scope has no effect here.',
    ]);
    expect((await within('event', { kind: 'cycles' })).notes).toEqual([
      'No event is of kind cycles: this part of the scope has no effect here.',
    ]);
    await expect(within('state', { processes: ['nobody'] })).rejects.toThrow('There is no process "nobody"');
  });
});
