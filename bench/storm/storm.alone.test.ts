/** A short storm; `npm run bench -- storm` runs long ones. */
import { expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { storm } from './storm.ts';

const folder = temporaryFolder();

it('a storm of questions, cancels, imports, saves and exports loses nothing, mixes nothing and hangs nowhere', async () => {
  const { faults, counts } = await storm({
    seed: 1,
    actions: 50,
    folder,
    shared: [fixture('samples/cpu-hog/vmstat.txt')],
    captures: [[fixture('perf-script/sched.txt')], [fixture('perf-script/names-crlf.txt')]],
  });
  expect(faults).toEqual([]);
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(50);
});
