/** A trace of system calls is aligned with samples of the same seconds by the threads that both show. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixture } from '../../../fixtures/shared.ts';
import { Workspace } from '../../workspace.ts';
import { agrees, fitTo } from './fits.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await Workspace.open(null, { threads: 2 });
  const paths = ['strace.txt.zst', 'cpu.perf.txt.zst'].map(name => fixture(`clocks/${name}`));
  await workspace.import({ paths, workers: 0 });
}, 60_000);
afterAll(() => workspace.close());

const capture = async (of: string) => (await workspace.captures()).find(each => each.name.startsWith(of))!;
const found = async () => fitTo(workspace, await capture('strace'), await capture('cpu'));

it('a strace with a correct clock is fitted without a shift', async () => {
  const beside = (await found())!;
  expect(agrees(beside)).toBe(true);
  expect(Math.abs(Number(beside.shift))).toBeLessThan(10e6);
}, 60_000);

it.each([90, -3 * 86_400])(
  'is aligned again when it is off by %d s',
  async seconds => {
    const before = await capture('strace');
    await workspace.setClock(before.id, { shift: BigInt(seconds) * 1_000_000_000n });
    expect(agrees((await found())!)).toBe(false);
    await workspace.setClock(before.id, { fit: { by: (await capture('cpu')).id } });
    const after = await capture('strace');
    expect(Math.abs(Number(after.clock.utcOffset! - before.clock.utcOffset!))).toBeLessThan(10e6);
    expect(after.clock.facts.drift).toBe(0);
    await workspace.undoClock();
    await workspace.undoClock();
  },
  60_000,
);
