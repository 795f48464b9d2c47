/** Every change of a clock can be undone, including the changes of other captures that followed from it. */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { formats } from '../../parsers/formats.ts';
import { faultPoints } from '../fault-points.ts';
import { imported, rowsOf, Scratch } from '../import/import.testing.ts';
import { Workspace } from '../workspace.ts';
import type { ClockChange } from './clock.ts';

const scratch = new Scratch();
const nothing = faultPoints.reached;
afterEach(() => {
  faultPoints.reached = nothing;
});
afterAll(() => scratch.remove());

/** A wall clock across the night when daylight saving ends; another of the same folder; rows without times. */
const log = scratch.file(
  'app.log',
  Array.from({ length: 48 }, (_, i) => {
    const time = new Date(Date.UTC(2024, 9, 26, 20, 0, 0) + i * 1_800_000).toISOString();
    return `${time.slice(0, 10)} ${time.slice(11, 19)} INFO request ${i} done\n`;
  }).join(''),
);
const vmstat = scratch.file(
  'vmstat.txt',
  `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
${' 1  0      0 100000   2000  30000    0    0     1     2  100  200 10  5 85  0  0\n'.repeat(5)}`,
);

const state = async (workspace: Workspace) => [
  await rowsOf(workspace, 'SELECT capture, line, ts FROM event ORDER BY ALL'),
  await rowsOf(workspace, 'SELECT capture, ts, "row" FROM metric ORDER BY ALL'),
  await rowsOf(workspace, 'SELECT * FROM capture ORDER BY id'),
];

const changes: readonly (readonly [number, ClockChange])[] = [
  [1, { zone: 'Europe/Vienna' }],
  [1, { drift: -180_000 }],
  [1, { zone: 'America/New_York' }],
  [2, { start: 1_730_000_000_000_000_000n, interval: 1e9 }],
  [1, { shift: -90_000_000_001n }],
  [2, { start: 1_730_000_000_000_000_000n, interval: 5e9 }],
  [1, { pin: { from: 1_730_000_000_000_000_000n, to: 1_730_000_000_500_000_000n, by: 2 } }],
  [2, { drift: 400 }],
  [1, { asRead: true }],
];

describe('changes of clocks', () => {
  it('that are killed at any moment are taken back when the workspace is opened, and undoing is completed', async () => {
    const file = join(scratch.folder, 'killed.aftertrace');
    const workspace = await Workspace.open(file);
    await workspace.import({ paths: [log], workers: 0 });
    await workspace.setClock(1, { drift: -180_000 });
    const before = await state(workspace);
    const taken: string[] = [];
    faultPoints.reached = () => {
      const copy = join(scratch.folder, `${taken.length}.aftertrace`);
      for (const suffix of ['', '.wal'])
        if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
      taken.push(copy);
    };
    await workspace.setClock(1, { zone: 'America/New_York' }, { shift: 5n });
    const last = taken.length - 1;
    const after = await state(workspace);
    await workspace.undoClock();
    faultPoints.reached = nothing;
    expect(await state(workspace)).toEqual(before);
    await workspace.close();
    expect(last).toBeGreaterThan(4);
    for (const [at, copy] of taken.entries()) {
      const killed = await Workspace.open(copy);
      expect(await state(killed), `${at}`).toEqual(at === last ? after : before);
      expect(await killed.clockHistory()).toHaveLength(at === last ? 2 : 1);
      await killed.close();
    }
  });

  it('are undone one by one', async () => {
    await imported(
      { paths: [log, vmstat] },
      async workspace => {
        const states = [await state(workspace)];
        for (const [capture, change] of changes) {
          await workspace.setClock(capture, change);
          states.push(await state(workspace));
        }
        expect(await workspace.clockHistory()).toHaveLength(changes.length);
        for (const before of states.slice(0, -1).reverse()) {
          await workspace.undoClock();
          expect(await state(workspace)).toEqual(before);
        }
        expect(await workspace.undoClock()).toBeNull();
      },
      { formats },
    );
  });

  it('made together are undone together, including those made before one that failed', async () => {
    await imported(
      { paths: [log, vmstat] },
      async workspace => {
        const before = await state(workspace);
        await workspace.setClock(1, { shift: 90_000_000_000n }, { drift: -180_000 });
        expect(await workspace.clockHistory()).toHaveLength(1);
        await workspace.undoClock();
        expect(await state(workspace)).toEqual(before);
        await expect(workspace.setClock(1, { shift: 1n }, { zone: 'Nowhere/Atall' })).rejects.toThrow();
        await workspace.undoClock();
        expect(await state(workspace)).toEqual(before);
      },
      { formats },
    );
  });

  it('of a removed capture are ignored', async () => {
    await imported(
      { paths: [log, vmstat] },
      async workspace => {
        await workspace.setClock(1, { shift: 1n });
        await workspace.remove(1);
        const before = await state(workspace);
        expect(await workspace.undoClock()).toMatchObject({ what: 'the clock of app.log' });
        expect(await state(workspace)).toEqual(before);
      },
      { formats },
    );
  });
});

describe('a pin', () => {
  it('moves an event of one capture to the time of an event of another, and is stated in the clock', async () => {
    await imported(
      { paths: [log, vmstat] },
      async workspace => {
        const [first] = await workspace.captures();
        const from = first!.clock.zero + first!.clock.utcOffset! + first!.firstTs!;
        await workspace.setClock(1, { pin: { from, to: from + 90_000_000_000n, by: 2 } });
        const [pinned] = await workspace.captures();
        expect(pinned!.clock.facts).toMatchObject({
          startFrom: 'pin',
          startBy: { id: 2 },
          shifted: 90_000_000_000n,
        });
        expect(pinned!.clock.utcOffset! - first!.clock.utcOffset!).toBe(90_000_000_000n);
        expect(pinned!.clockGuess).toBe(false);
      },
      { formats },
    );
  });
});
