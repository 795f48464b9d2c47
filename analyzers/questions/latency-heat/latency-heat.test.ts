import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf } from '../../../fixtures/samples.ts';
import { event } from '../../../fixtures/scheduler.ts';
import { fixture } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import type { Answer } from '../../contract.ts';
import { diskIo } from '../disk-io/disk-io.ts';
import { events } from '../events/events.ts';
import { slices } from '../slices/slices.ts';
import { latencyHeat } from './latency-heat.ts';

const total = (found: Answer) => rowsOf(found, 'value').reduce((sum, [value]) => sum + (value as number), 0);

const issue = (us: string, sector: number) =>
  event(us, '0', ['dd', '7'], `block:block_rq_issue: 254,0 WS 4096 () ${sector} + 8 [dd]`);
const complete = (us: string, sector: number) =>
  event(us, '1', ['swapper', '0'], `block:block_rq_complete: 254,0 WS () ${sector} + 8 [0]`);

describe('the latency heat map', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await imported([fixture('otlp/traces.jsonl'), fixture('strace/threads.txt')]);
  });
  afterAll(() => workspace.close());

  it('has each duration in one cell, between its edges', async () => {
    const all = await answerOf(workspace, latencyHeat, { kind: 'span' });
    const named = rowsOf(await answerOf(workspace, slices, {}, { kind: 'span' }), 'count');
    const counted = named.reduce((sum, [count]) => sum + (count as number), 0);
    expect(total(all)).toBe(counted);
    expect(all.whole).toEqual({ amount: counted, unit: 'events' });
    const { edges, from, width, columns } = all.grid!;
    for (const [time, row, low, high] of rowsOf(all, 'time', 'row', 'from', 'to')) {
      expect([low, high]).toEqual([edges[row as number], edges[(row as number) + 1]]);
      expect(((time as bigint) - from) % width).toBe(0n);
      expect(((time as bigint) - from) / width).toBeLessThan(BigInt(columns));
    }
  });

  it('is narrowed by the durations of the scope', async () => {
    const all = await answerOf(workspace, latencyHeat, { kind: 'span' });
    const middle = all.grid!.edges[Math.floor(all.grid!.edges.length / 2)]!;
    const [short, long] = await Promise.all(
      [{ maxDuration: middle }, { minDuration: middle }].map(scope =>
        answerOf(workspace, latencyHeat, { kind: 'span' }, scope),
      ),
    );
    expect(total(short!) + total(long!)).toBe(total(all));
    for (const [of, scope] of [
      [short!, { maxDuration: middle, kind: 'span' }],
      [long!, { minDuration: middle, kind: 'span' }],
    ] as const) {
      const named = await answerOf(workspace, slices, {}, scope);
      expect(rowsOf(named, 'count').reduce((sum, [n]) => sum + (n as number), 0)).toBe(total(of));
      expect((await answerOf(workspace, events, {}, scope)).rows).toBe(total(of));
    }
  });

  it('selects slices of one name, and refuses kinds without durations', async () => {
    const pay = await answerOf(workspace, latencyHeat, { kind: 'span', name: 'POST /pay' });
    const named = rowsOf(await answerOf(workspace, slices, {}, { kind: 'span' }), 'name', 'count');
    expect(total(pay)).toBe(named.find(([name]) => name === 'POST /pay')![1]);
    await expect(answerOf(workspace, latencyHeat, { kind: 'span-event' })).rejects.toThrow(
      /have no durations/,
    );
    await expect(answerOf(workspace, latencyHeat, { kind: 'nothing' })).rejects.toThrow(/no kind of event/);
  });

  it('notes which kind answered if none was chosen', async () => {
    expect(noteData(await answerOf(workspace, latencyHeat), 'kind-chosen')).toBeDefined();
  });
});

describe('the latency heat map of pairs', () => {
  it('pairs an issue with the next completion at its place, as disk-io does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pairs-'));
    const path = join(folder, 'disk.txt');
    writeFileSync(
      path,
      [
        issue('10', 8),
        issue('20', 16),
        complete('110', 8),
        complete('25', 99),
        issue('200', 8),
        issue('210', 8),
        complete('1210', 8),
        complete('1300', 16),
        issue('2000', 32),
      ].join('\n'),
    );
    const workspace = await imported([path]);
    const answer = await answerOf(workspace, latencyHeat);
    // 100 µs, 1280 µs and 1000 µs; of sector 8 once more, and of 32, nothing ended.
    expect(total(answer)).toBe(3);
    expect(noteData(answer, 'without-end')).toEqual({ endless: 2 });
    const [[p50, max]] = rowsOf(await answerOf(workspace, diskIo), 'p50', 'max') as [[number, number]];
    expect([p50, max]).toEqual([1_000_000, 1_280_000]);
    const long = { minDuration: 500_000 };
    expect(total(await answerOf(workspace, latencyHeat, {}, long))).toBe(2);
    expect(rowsOf(await answerOf(workspace, diskIo, {}, long), 'count')).toEqual([[2]]);
    await workspace.close();
    rmSync(folder, { recursive: true });
  });
});
