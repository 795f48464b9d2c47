import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, askOf, imported, noteData, rowsOf } from '../../fixtures/samples.ts';
import { event, switched, woken } from '../../fixtures/scheduler.ts';
import { Scratch } from '../../workspace/import/import.testing.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { captureFacts } from '../kit/catalog.ts';
import { diskIo } from '../questions/disk-io/disk-io.ts';
import { functions } from '../questions/functions/functions.ts';
import { ranInstead } from '../questions/ran-instead/ran-instead.ts';
import { readyTime } from '../questions/ready-time/ready-time.ts';
import { syscalls } from '../questions/syscalls/syscalls.ts';
import { waits } from '../questions/waits/waits.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const scheduler = [
  switched('0 0 x/9 S a/1'),
  switched('100 0 a/1 S b/2'),
  woken('120 0 b/2 a/1'),
  switched('150 0 b/2 R c/3'),
  switched('180 0 c/3 S a/1'),
  switched('200 0 a/1 D b/2'),
  switched('300 0 b/2 S -/0'),
].join('');

describe('questions about the states of threads', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await imported([scratch.file('sched.txt', scheduler)]);
  });
  afterAll(() => workspace.close());

  it('give the time of each thread in each state, busiest first, adding up to the capture', async () => {
    const answer = await answerOf(workspace, waits);
    const rows = rowsOf(answer, 'tid', 'state', 'reason', 'time', 'percent');
    expect(rows.filter(([tid]) => tid === 2)).toEqual([
      [2, 'running', null, 150_000, 50],
      [2, 'unknown', 'before its first event', 100_000, (100 * 100) / 300],
      [2, 'ready', 'preempted', 50_000, (100 * 50) / 300],
      [2, 'waiting', 'interruptible sleep', 0, 0],
    ]);
    expect(rows[0]?.[0]).toBe(2);
    for (const tid of [1, 2, 3])
      expect(rows.filter(row => row[0] === tid).reduce((sum, row) => sum + Number(row[3]), 0)).toBe(300_000);
    expect(noteData(answer, 'without-wakeups')).toBeUndefined();
    const merged = rowsOf(await answerOf(workspace, waits, { by: 'all' }), 'process', 'state', 'time');
    expect(merged).toContainEqual([null, 'running', 300_000]);
  });

  it('clip states to the time of the scope', async () => {
    // On the clock of the capture: seconds since boot.
    const scope = { from: 5_000_050_000n, to: 5_000_170_000n, threads: [1] };
    expect(rowsOf(await answerOf(workspace, waits, {}, scope), 'state', 'time')).toEqual([
      ['running', 50_000],
      ['ready', 50_000],
      ['waiting', 20_000],
    ]);
  });

  it('list the threads that were ready, and the threads that ran at that time', async () => {
    expect(
      rowsOf(await answerOf(workspace, readyTime), 'tid', 'ready', 'running', 'percent', 'count', 'longest'),
    ).toEqual([
      [1, 60_000, 120_000, 100 / 3, 1, 60_000],
      [2, 50_000, 150_000, 25, 1, 50_000],
      [3, 0, 30_000, 0, 0, null],
      [9, 0, 0, null, 0, null],
    ]);
    expect(
      rowsOf(await answerOf(workspace, ranInstead), 'process', 'tid', 'by', 'by_tid', 'time', 'percent'),
    ).toEqual([
      ['a', 1, 'b', 2, 30_000, 50],
      ['a', 1, 'c', 3, 30_000, 50],
      ['b', 2, 'c', 3, 30_000, 60],
      ['b', 2, 'a', 1, 20_000, 40],
    ]);
    // Whoever ran, it counts, also where the scope is narrowed to who was ready.
    expect(rowsOf(await answerOf(workspace, ranInstead, {}, { processes: ['b'] }), 'by', 'time')).toEqual([
      ['c', 30_000],
      ['a', 20_000],
    ]);
  });

  it('tell a CPU that was idle, the mark of a limit on CPU time, from one whose switches were not recorded', async () => {
    const rowsIn = async (name: string, ...events: readonly string[]) => {
      const recorded = await imported([scratch.file(name, events.join(''))]);
      const found = await answerOf(recorded, ranInstead);
      await recorded.close();
      return rowsOf(found, 'process', 'by', 'cpu_was', 'time', 'percent');
    };
    const throttled = await rowsIn(
      'quota.txt',
      switched('0 0 x/9 S a/1'),
      switched('100 0 a/1 R -/0'),
      switched('180 0 -/0 R a/1'),
      switched('200 0 a/1 S -/0'),
    );
    expect(throttled).toEqual([['a', null, 'idle', 80_000, 100]]);
    // The first switch of CPU 1 is the one to the thread that was ready.
    const begun = await rowsIn(
      'begun.txt',
      switched('0 0 x/9 S a/1'),
      switched('100 0 a/1 S b/2'),
      woken('120 0 b/2 a/1'),
      switched('180 1 -/0 R a/1'),
      switched('200 1 a/1 S -/0'),
    );
    expect(begun).toEqual([['a', null, 'unknown', 60_000, 100]]);
  });

  it('use waits as samples weighted by time, only if that kind is chosen', async () => {
    const frames = (leaf: string) =>
      `\tffff8000 ${leaf}+0x1 ([kernel.kallsyms])\n\t    1000 main+0x1 (/bin/a)\n\n`;
    const text = [
      switched('0 0 a/1 S b/2', frames('poll')),
      switched('10 0 b/2 S a/1', frames('read')),
      switched('40 0 a/1 S -/0', frames('poll')),
      switched('70 0 -/0 R b/2', frames('idle')),
      switched('100 0 b/2 D -/0', frames('read')),
    ].join('');
    const sleeping = await imported([scratch.file('stacks.txt', text)]);
    const answer = await answerOf(sleeping, functions, {}, { kind: 'off-cpu' });
    expect(rowsOf(answer, 'function', 'self', 'total')).toEqual([
      ['poll', 70_000, 70_000],
      ['read', 60_000, 60_000],
      ['main', 0, 130_000],
    ]);
    expect(answer.whole).toEqual({ amount: 130_000, unit: 'ns' });
    expect(answer.columns.find(({ name }) => name === 'self')?.kind).toBe('duration');
    const counts = await answerOf(sleeping, functions, {}, { kind: 'off-cpu', weight: 'samples' });
    expect(rowsOf(counts, 'function', 'self')[0]).toEqual(['poll', 2]);
    expect(noteData(await answerOf(sleeping, functions), 'kind-chosen')).toMatchObject({
      kind: 'sched:sched_switch',
    });
    await sleeping.close();
  });

  it('have a note if wake-ups were not recorded', async () => {
    const without = await imported([
      scratch.file(
        'none.txt',
        switched('0 0 a/1 R b/2') + switched('10 0 b/2 S a/1') + switched('20 0 a/1 S -/0'),
      ),
    ]);
    expect(noteData(await answerOf(without, waits), 'without-wakeups')).toEqual({ captures: ['none.txt'] });
    await without.close();
  });
});

describe('questions about pairs of events', () => {
  it('pair entry and return of system calls by thread', async () => {
    const enter = (us: string, tid: string, id: number) =>
      event(us, '0', ['a', tid], `raw_syscalls:sys_enter: NR ${id} (0, 0, 0, 0, 0, 0)`);
    const exit = (us: string, tid: string, id: number, ret: number) =>
      event(us, '0', ['a', tid], `raw_syscalls:sys_exit: NR ${id} = ${ret}`);
    const text = [
      exit('0', '1', 7, 1),
      enter('10', '1', 0),
      enter('20', '2', 0),
      exit('40', '1', 0, 5),
      exit('120', '2', 0, -11),
      event('130', '0', ['a', '1'], 'syscalls:sys_enter_fsync: fd: 0x00000003'),
      event('150', '0', ['a', '1'], 'syscalls:sys_exit_fsync: 0xfffffffffffffffb'),
      enter('160', '1', 1),
    ].join('');
    const workspace = await imported([scratch.file('calls.txt', text)]);
    const answer = await answerOf(workspace, syscalls);
    expect(rowsOf(answer, 'call', 'count', 'errors', 'total', 'max', 'mean')).toEqual([
      ['read', 2, 1, 130_000, 100_000, 65_000],
      ['fsync', 1, 1, 20_000, 20_000, 20_000],
      ['poll', 1, 0, null, null, null],
      ['write', 1, 0, null, null, null],
    ]);
    expect(noteData(answer, 'calls-without-duration')).toEqual({ calls: 2 });
    expect(noteData(answer, 'cut-to-scope')).toBeUndefined();
    const [capture] = await captureFacts(askOf(workspace));
    const at = (us: bigint) => capture!.ownZero + us * 1000n;
    const within = await answerOf(workspace, syscalls, {}, { from: at(30n), to: at(140n) });
    expect(rowsOf(within, 'call', 'count', 'errors', 'total', 'max', 'mean')).toEqual([
      ['read', 2, 1, 10_000 + 90_000, 100_000, 65_000],
      ['fsync', 1, 1, 10_000, 20_000, 20_000],
    ]);
    expect(noteData(within, 'cut-to-scope')).toEqual({ amount: 3 });
    // The first ends where this begins.
    expect(rowsOf(await answerOf(workspace, syscalls, {}, { from: at(40n), to: at(41n) }), 'total')).toEqual([
      [1000],
    ]);
    await workspace.close();
  });

  it('pair issue and completion of disk requests by place', async () => {
    const issue = (us: string, sector: string, bytes: number) =>
      event(us, '0', ['db', '5'], `block:block_rq_issue: 8,0 WS ${bytes} () ${sector} + 8 0x2,0,4 [db]`);
    const complete = (us: string, sector: string) =>
      event(us, '0', ['-', '0'], `block:block_rq_complete: 8,0 WS () ${sector} + 8 0x2,0,4 [0]`);
    const text = [
      issue('0', '100', 4096),
      // Beyond 2^30, and so stored elsewhere.
      issue('5', '57718864000', 8192),
      complete('30', '57718864000'),
      complete('100', '100'),
      issue('110', '100', 4096),
    ].join('');
    const workspace = await imported([scratch.file('block.txt', text)]);
    const answer = await answerOf(workspace, diskIo);
    expect(rowsOf(answer, 'device', 'file', 'operation', 'process', 'count', 'bytes', 'p50', 'max')).toEqual([
      ['8,0', null, 'WS', 'db', 3, 16_384, 62_500, 100_000],
    ]);
    expect(noteData(answer, 'requests-without-completion')).toEqual({ requests: 1 });
    await workspace.close();
  });
});
