import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, imported, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import { fixture } from '../../../fixtures/shared.ts';
import { Scratch } from '../../../workspace/import/import.testing.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { fieldHistogram } from '../field-histogram/field-histogram.ts';
import { slices } from '../slices/slices.ts';
import { syscalls } from '../syscalls/syscalls.ts';
import { percentiles } from './percentiles.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

describe('percentiles and histograms', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await imported([fixture('otlp/traces.jsonl')]);
  });
  afterAll(() => workspace.close());

  it('of durations equal those of the question slices', async () => {
    const named = rowsOf(await answerOf(workspace, slices), 'name', 'count', 'p50', 'p99', 'max');
    const found = rowsOf(
      await answerOf(workspace, percentiles, { kind: 'span', by: 'name' }),
      'values',
      'count',
      'p50',
      'p99',
      'max',
    );
    for (const [name, count, ...figures] of named.slice(0, 3)) {
      const all = named.filter(([each]) => each === name);
      if (all.length > 1) continue;
      expect(found).toContainEqual([`span duration · ${name}`, count, ...figures]);
    }
  });

  it('of system calls that were recorded both by number and by name count each call once', async () => {
    const twice = await imported([fixture('perf-script/told-twice.txt')]);
    const calls = rowsOf(await answerOf(twice, syscalls), 'count', 'total');
    const answer = await answerOf(twice, percentiles);
    // A call that does not return has no duration.
    const timed = calls.filter(([, total]) => total !== null);
    expect(timed.length).toBe(calls.length - 2);
    expect(rowsOf(answer, 'count')).toEqual([[timed.reduce((sum, [count]) => sum + Number(count), 0)]]);
    await twice.close();
  });

  it('of a field that states numbers in hex are those of the numbers', async () => {
    const lines = ['0x19f0a', '0x10', 'none'].map(
      (value, at) => `2026-11-27T10:00:0${at}Z app amount=${value}\n`,
    );
    const path = scratch.file('hex.log', lines.join(''));
    const hex = await imported([path]);
    const answer = await answerOf(hex, percentiles, { kind: 'log', field: 'amount' });
    const [found] = rowsOf(answer, 'count', 'min', 'max');
    await hex.close();
    expect(found).toEqual([2, 16, 0x19f0a]);
  });

  it('of a field count all its values in buckets', async () => {
    const params = { kind: 'span', field: 'cart.items' };
    const answer = await answerOf(workspace, fieldHistogram, params);
    const [[count, min, max]] = rowsOf(
      await answerOf(workspace, percentiles, params),
      'count',
      'min',
      'max',
    ) as [[number, number, number]];
    const rows = rowsOf(answer, 'low', 'high', 'count', 'percent') as number[][];
    expect(rows.reduce((sum, [, , n]) => sum + n!, 0)).toBe(count);
    expect(rows.reduce((sum, [, , , share]) => sum + share!, 0)).toBeCloseTo(100, 9);
    expect(rows[0]![0]).toBeLessThanOrEqual(min);
    expect(rows.at(-1)![1]).toBeGreaterThan(max);
  });

  it('refuse an unknown field, listing the known ones, and a field without a kind', async () => {
    await expect(answerOf(workspace, percentiles, { kind: 'span', field: 'nothing' })).rejects.toThrow(
      /cart\.items/,
    );
    await expect(answerOf(workspace, percentiles, { field: 'cart.items' })).rejects.toThrow(
      /needs a kind of event/,
    );
  });

  it('of several series are separate, with times in ns', async () => {
    const drawn = await workspaceOf(
      [],
      [{}],
      [
        { path: 'disk/vda/await', values: [1, 2, 3, null, 100], unit: 'ms' },
        { path: 'disk/vdb/await', values: [5], unit: 'ms' },
      ],
    );
    const answer = await answerOf(drawn, percentiles, { series: 'await' });
    expect(rowsOf(answer, 'values', 'count', 'p50', 'p90', 'max', 'unit')).toEqual([
      ['disk/vda/await', 4, 2e6, 100e6, 100e6, 'ns'],
      ['disk/vdb/await', 1, 5e6, 5e6, 5e6, 'ns'],
    ]);
    expect(answer.columns.find(({ name }) => name === 'p50')?.kind).toBe('duration');
    await drawn.close();
  });
});
