/** A few cancels; `npm run bench -- cancels` makes thousands. */
import { expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { cancels } from './cancels.ts';

const folder = temporaryFolder();

it('after calls that were cancelled at random moments, every answer is right and nothing is left', async () => {
  const captures = [fixture('samples/cpu-hog/vmstat.txt'), fixture('perf-script/sched.txt')];
  const { faults, counts } = await cancels({ seed: 1, cancels: 20, folder, captures });
  expect(faults).toEqual([]);
  const cancelled = [...counts].filter(([what]) => what.endsWith(' cancelled'));
  expect(cancelled.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThanOrEqual(20);
});
