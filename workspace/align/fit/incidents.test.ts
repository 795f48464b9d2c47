/** Both incidents: a capture whose clock was changed is put back by fits to the others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidents, recordedAnew } from '../../../fixtures/recorded.ts';
import { beginningOf, incident, missing } from '../../../fixtures/shared.ts';
import { Scratch } from '../../import/import.testing.ts';
import { Workspace } from '../../workspace.ts';
import { agrees, fitTo } from './fits.ts';

describe.skipIf(incidents.some(name => missing(incident(name)))).each(incidents)('%s', name => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await recordedAnew(name);
  }, 120_000);
  afterAll(() => workspace.close());
  const capture = async (of: string) => (await workspace.captures()).find(each => each.name === of)!;

  it.each([
    ['pidstat.txt', 'cpu.perf.txt.zst', 90],
    ['pidstat.txt', 'cpu.perf.txt.zst', -90],
    ['vmstat.txt', 'sar.txt', 90],
    ['iostat.txt', 'sar.txt', -90],
    ['mpstat.txt', 'sar.txt', 90],
  ])(
    '%s by %s, off by %d s, has an offset and no drift',
    async (of, by, seconds) => {
      const { id } = await capture(of);
      const before = await fitTo(workspace, await capture(of), await capture(by));
      expect(agrees(before!)).toBe(true);
      await workspace.setClock(id, { shift: BigInt(seconds) * 1_000_000_000n });
      const fit = (await fitTo(workspace, await capture(of), await capture(by)))!;
      expect(fit.drift).toBeNull();
      // The fit returns the exact change, to the ns: it does not depend on the current clocks.
      expect(Number(fit.shift - before!.shift) / 1e9).toBeCloseTo(-seconds, 6);
      expect(Math.abs(Number(before!.shift))).toBeLessThan(1e9);
      await workspace.setClock(id, { fit: { by: (await capture(by)).id } });
      expect(agrees((await fitTo(workspace, await capture(of), await capture(by)))!)).toBe(true);
      await workspace.undoClock();
      await workspace.undoClock();
      expect((await capture(of)).clockAsRead).toBeNull();
    },
    60_000,
  );

  it("a client's report, which has too little in common with its server's log, is not fitted", async () => {
    expect(await fitTo(workspace, await capture('pgbench.txt'), await capture('postgresql.log'))).toBeNull();
    expect(await fitTo(workspace, await capture('postgresql.log'), await capture('pgbench.txt'))).toBeNull();
  }, 60_000);

  it('a log with few lines is fitted to samples correctly, or not at all', async () => {
    const fit = await fitTo(workspace, await capture('postgresql.log'), await capture('cpu.perf.txt.zst'));
    if (fit) expect(Math.abs(Number(fit.shift))).toBeLessThan(fit.error);
  }, 60_000);
});

const scratch = new Scratch();
afterAll(() => scratch.remove());

describe.skipIf(missing(incident('disk-stall')))('seconds of samples beside a scheduler trace', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    const sched = scratch.file(
      'sched.perf.txt',
      await beginningOf(incident('disk-stall/sched.perf.txt.zst'), 60e6),
    );
    const cpu = scratch.file('cpu.perf.txt', await beginningOf(incident('disk-stall/cpu.perf.txt.zst'), 8e6));
    workspace = await Workspace.open(null, { threads: 2 });
    await workspace.import({ paths: [cpu, sched], workers: 0 });
  }, 120_000);
  afterAll(() => workspace.close());

  it.each([
    [90, 200],
    [-90, -200],
  ])(
    'off by %d s and %d ppm are found again within 20 ms and 5 ppm',
    async (seconds, ppm) => {
      const [cpu] = await workspace.captures();
      await workspace.setClock(1, { drift: ppm * 1000 });
      await workspace.setClock(1, { shift: BigInt(seconds) * 1_000_000_000n });
      await workspace.setClock(1, { fit: { by: 2 } });
      const [fitted] = await workspace.captures();
      expect(Math.abs(fitted!.clock.facts.drift) / 1000).toBeLessThan(5);
      expect(Math.abs(Number(fitted!.clock.utcOffset! - cpu!.clock.utcOffset!)) / 1e6).toBeLessThan(20);
      expect(Math.abs(Number(fitted!.lastTs! - cpu!.lastTs!)) / 1e6).toBeLessThan(20);
      for (let i = 0; i < 3; i++) await workspace.undoClock();
      expect((await workspace.captures())[0]).toEqual(cpu);
    },
    120_000,
  );
});
