import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf } from '../../../fixtures/samples.ts';
import { fixture } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { histograms } from './histograms.ts';

describe('histograms', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await imported([fixture('xperf-dpcisr/report.txt')]);
  });
  afterAll(() => workspace.close());

  it('list the buckets of each histogram from the lowest up, with their shares', async () => {
    const answer = await answerOf(workspace, histograms);
    const rows = rowsOf(answer, 'histogram', 'low', 'count', 'percent');
    expect(rows.length).toBeGreaterThan(0);
    const byName = new Map<unknown, typeof rows>();
    for (const row of rows) byName.set(row[0], [...(byName.get(row[0]) ?? []), row]);
    for (const of of byName.values()) {
      const lows = of.map(([, low]) => Number(low ?? Number.NEGATIVE_INFINITY));
      expect(lows).toEqual([...lows].sort((a, b) => a - b));
      expect(of.reduce((sum, row) => sum + Number(row[3]), 0)).toBeCloseTo(100);
    }
    const stored = await workspace.columns('SELECT sum(count)::DOUBLE AS n FROM histogram');
    expect(rows.reduce((sum, row) => sum + Number(row[2]), 0)).toBe(stored.numbers('n')[0]);
  });

  it('show the requested number of histograms, and note how many are left out', async () => {
    const all = rowsOf(await answerOf(workspace, histograms), 'histogram').flat();
    const name = String(all.at(-1));
    const answer = await answerOf(workspace, histograms, { series: name.toUpperCase() });
    expect(new Set(rowsOf(answer, 'histogram').flat())).toEqual(
      new Set(all.filter(each => String(each).includes(name))),
    );
    const first = await answerOf(workspace, histograms, { top: 1 });
    expect(noteData(first, 'first-only')).toEqual({ shown: 1, of: new Set(all).size });
  });
});
