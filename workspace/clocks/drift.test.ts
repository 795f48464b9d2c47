/** A drift changes times, durations and spans; removing it restores every time to the nanosecond. */
import { afterAll, describe, expect, it } from 'vitest';
import { imported, rowsOf, Scratch } from '../import/import.testing.ts';
import type { Workspace } from '../workspace.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const start = 1_700_000_000_000_000_000n;
/** Times a nanosecond apart, which coincide when squeezed. */
const dense = scratch.file(
  'dense.fake',
  `Z 0\n${Array.from({ length: 20_000 }, (_, i) => {
    const time = start + BigInt(i) + BigInt(i >> 8) * 1_000_000_007n;
    return `S ${time} cycles proc main;f${i % 10}\nE ${time} proc 0.125 user message ${i}\nM ${time} counter ${i}`;
  }).join('\n')}\n`,
);

/** All stored rows, as sums of hashes. */
const everything = async (workspace: Workspace) => {
  const tables = ['sample', '(SELECT * EXCLUDE (id) FROM event)', 'metric', 'capture'];
  const sums = tables.map(table => `SELECT count(*), sum(hash(t)::HUGEINT)::VARCHAR FROM ${table} t`);
  return rowsOf(workspace, sums.join(' UNION ALL '));
};

const last = async (workspace: Workspace) => (await workspace.captures())[0]!.lastTs!;

describe('a drift', () => {
  it.each([200_000, -200_000, -999_999])('of %d ns a second is removed exactly', async drift => {
    await imported({ paths: [dense] }, async workspace => {
      const before = await everything(workspace);
      const end = Number(await last(workspace));
      await workspace.setClock(1, { drift });
      expect(Number(await last(workspace)) - end).toBeCloseTo((end * drift) / 1e9, -2);
      expect((await workspace.captures())[0]).toMatchObject({
        clockError: null,
        clock: { facts: { drift } },
      });
      await workspace.setClock(1, { asRead: true });
      expect(await everything(workspace)).toEqual(before);
    });
  });

  it('replaces another drift as if applied to the times as read, and can be undone', async () => {
    await imported({ paths: [dense] }, async workspace => {
      const before = await everything(workspace);
      await workspace.setClock(1, { drift: -50_000 });
      const slow = await everything(workspace);
      await workspace.setClock(1, { drift: 125_000 });
      await workspace.setClock(1, { shift: 90_000_000_000n });
      await workspace.setClock(1, { drift: -50_000 });
      await workspace.setClock(1, { shift: -90_000_000_000n });
      expect(await everything(workspace)).toEqual(slow);
      for (let i = 0; i < 4; i++) await workspace.undoClock();
      expect(await everything(workspace)).toEqual(slow);
      await workspace.undoClock();
      expect(await everything(workspace)).toEqual(before);
      expect(await workspace.undoClock()).toBeNull();
    });
  }, 60_000);

  it('stays with a capture that is removed and restored', async () => {
    await imported({ paths: [dense] }, async workspace => {
      await workspace.setClock(1, { drift: -200_000 });
      const drifted = await everything(workspace);
      await workspace.remove(1);
      expect(await rowsOf(workspace, 'SELECT count(*) FROM as_read.sample')).toEqual([[0]]);
      await workspace.restore(1);
      expect(await everything(workspace)).toEqual(drifted);
    });
  });

  it('leaves no gap between consecutive states', async () => {
    await imported({ paths: [dense] }, async workspace => {
      await workspace.setClock(1, { drift: 150_000 });
      const [[n]] = (await rowsOf(
        workspace,
        'SELECT count(*) FROM event e JOIN as_read.event_rows r ON r.line = e.line WHERE e.ts + e.duration < r.ts + r.duration',
      )) as [[number]];
      expect(n).toBe(0);
    });
  });

  it('is refused if it is larger than any clock has', async () => {
    await imported({ paths: [dense] }, async workspace => {
      await expect(workspace.setClock(1, { drift: 2e9 })).rejects.toThrow(/at most/);
    });
  });
});
